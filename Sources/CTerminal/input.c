/* The loop: standard input, signals and wake-ups by poll, bytes handed to readline one by one. */
#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <readline/readline.h>

static struct {
    unsigned char bytes[4096];
    size_t start, end;
    bool ended;
} queue;

static struct {
    char *bytes;
    size_t length; /* counts on beyond the limit, where nothing is kept */
    bool open;
} paste;

static int wake_pipe[2] = {-1, -1};
static bool continued_by_self;

bool input_open(void) {
    queue.start = queue.end = 0;
    queue.ended = false;
    return pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK) == 0;
}

void input_close(void) {
    /* The writing end stays: a late wake-up from another thread must find a valid descriptor. */
    close(wake_pipe[0]);
    wake_pipe[0] = -1;
}

void fen_terminal_wake(void) {
    if (wake_pipe[1] < 0) return;
    ssize_t written = write(wake_pipe[1], "", 1);
    (void)written; /* a full pipe wakes as well */
}

static void fill(void) {
    if (queue.start > 0) {
        memmove(queue.bytes, queue.bytes + queue.start, queue.end - queue.start);
        queue.end -= queue.start;
        queue.start = 0;
    }
    ssize_t count = read(STDIN_FILENO, queue.bytes + queue.end, sizeof queue.bytes - queue.end);
    if (count > 0) queue.end += (size_t)count;
    else if (count == 0 || (errno != EINTR && errno != EAGAIN)) queue.ended = true;
}

int input_available(void) { return queue.start < queue.end; }

/* Readline asks for a byte: nearly always one that is already here. */
int input_getc(FILE *stream) {
    (void)stream;
    while (queue.start == queue.end && !queue.ended) {
        struct pollfd waiting = {STDIN_FILENO, POLLIN, 0};
        if (poll(&waiting, 1, -1) > 0) fill();
    }
    return queue.start < queue.end ? queue.bytes[queue.start++] : EOF;
}

void input_begin_paste(void) {
    paste.open = true;
    paste.length = 0;
    free(paste.bytes);
    paste.bytes = malloc(paste_limit + 8);
    if (paste.bytes == NULL) paste.length = paste_limit;
}

static void paste_byte(unsigned char byte) {
    static const char end[] = "\033[201~";
    static size_t matched;
    matched = byte == (unsigned char)end[matched] ? matched + 1 : byte == 0x1B ? 1 : 0;
    if (paste.bytes != NULL && paste.length < paste_limit + 6) paste.bytes[paste.length] = (char)byte;
    paste.length++;
    if (matched < sizeof end - 1) return;
    matched = 0;
    paste.open = false;
    paste.length -= sizeof end - 1;
    if (paste.bytes == NULL || paste.length > paste_limit)
        fen_terminal_print("That paste is longer than 64 KB; nothing was inserted.");
    else
        draft_insert_paste(paste.bytes, paste.length);
    free(paste.bytes);
    paste.bytes = NULL;
}

static void interrupt(void) {
    if (ask_pending()) ask_byte(0x03);
    else if (editor_tell(FEN_TERMINAL_INTERRUPT, NULL) == 0) editor_drop_draft();
}

static void suspend(void) {
    editor_erase();
    fflush(rl_outstream);
    tty_restore();
    continued_by_self = true;
    signals_stop_self();
    tty_prepare(STDIN_FILENO);
    editor_draw();
}

/* Whether the queue begins with a character whose last bytes are still to come. */
static bool is_incomplete(void) {
    unsigned char first = queue.bytes[queue.start];
    size_t needed = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    return queue.end - queue.start < needed;
}

/* The length of the escape sequence that the queue begins with and no key is bound to, else 0. */
static size_t unknown_sequence(void) {
    const char *start = (const char *)queue.bytes + queue.start;
    size_t count = queue.end - queue.start, length = 2;
    if (count < 3 || start[0] != 0x1B || (start[1] != '[' && start[1] != 'O')) return 0;
    if (RL_ISSTATE(RL_STATE_MULTIKEY | RL_STATE_ISEARCH)) return 0;
    while (length < count && start[length] >= 0x20 && start[length] < 0x40) length++;
    if (length == count || start[length] < 0x40) return 0;
    length++;
    return draft_knows(start, length) ? 0 : length;
}

static void use_bytes(void) {
    size_t skipped;
    while (editor.open && queue.start < queue.end) {
        unsigned char byte = queue.bytes[queue.start];
        if (paste.open) {
            queue.start++;
            paste_byte(byte);
        } else if (byte == 0x1A) {
            queue.start++;
            suspend();
        } else if (ask_pending()) {
            queue.start++;
            ask_byte(byte);
        } else if (byte == 0x03) {
            queue.start++;
            interrupt();
        } else if (is_incomplete() && !queue.ended) {
            break;
        } else if ((skipped = unknown_sequence()) > 0) {
            queue.start += skipped;
        } else {
            rl_callback_read_char();
            if (editor.open && rl_end == 0) editor.pasted = false;
        }
    }
    if (!editor.open) return;
    bool wants_status = editor.status != NULL && !editor.status_shown && editor.rows > 2;
    if ((wants_status || editor_prompt_is_stale()) && !paste.open && !editor.plain) {
        editor_erase();
        editor_draw();
    }
    fflush(rl_outstream);
}

static void use_signal(int number) {
    char text[8];
    switch (number) {
    case SIGINT: interrupt(); break;
    case SIGWINCH: editor_resized(); break;
    case SIGTSTP: suspend(); break;
    case SIGCONT:
        if (!continued_by_self) {
            tty_restore();
            tty_prepare(STDIN_FILENO);
            fputc('\n', rl_outstream);
            editor.status_shown = false;
            editor_draw();
        }
        continued_by_self = false;
        break;
    default:
        snprintf(text, sizeof text, "%d", number);
        editor_tell(FEN_TERMINAL_SIGNAL, text);
        break;
    }
}

static void use_signals(void) {
    unsigned char numbers[32];
    ssize_t count;
    while ((count = read(signals_descriptor(), numbers, sizeof numbers)) > 0)
        for (ssize_t index = 0; index < count && editor.open; index++) use_signal(numbers[index]);
}

static void drain_wakes(void) {
    unsigned char bytes[64];
    while (read(wake_pipe[0], bytes, sizeof bytes) > 0) {}
}

void fen_terminal_run(void) {
    while (editor.open) {
        struct pollfd waiting[] = {
            {signals_descriptor(), POLLIN, 0},
            {wake_pipe[0], POLLIN, 0},
            {STDIN_FILENO, POLLIN, 0},
        };
        if (poll(waiting, 3, -1) < 0 && errno != EINTR) break;
        if (waiting[0].revents & POLLIN) use_signals();
        if (editor.open && (waiting[1].revents & POLLIN)) {
            drain_wakes();
            editor_tell(FEN_TERMINAL_WAKE, NULL);
        }
        if (editor.open && waiting[2].revents != 0) {
            fill();
            use_bytes();
            if (editor.open && queue.ended) editor_tell(FEN_TERMINAL_END, NULL);
            /* A terminal that is gone has no second end to tell. */
            if (queue.ended) fen_terminal_close();
        }
    }
    tty_restore();
    editor_finish();
    signals_close();
    input_close();
}

bool fen_terminal_open(const char *prompt, struct fen_terminal_style style,
                       fen_terminal_handler handler, fen_terminal_completer completer,
                       void *context) {
    if (editor.open || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return false;
    memset(&editor, 0, sizeof editor);
    editor.plain = style.plain;
    editor.fixed_columns = style.columns;
    editor.handler = handler;
    editor.completer = completer;
    editor.context = context;
    if (!input_open() || !signals_open()) return false;
    signal(SIGPIPE, SIG_IGN);
    if (!tty_prepare(STDIN_FILENO)) return false;
    if (!editor_start(prompt)) return false;
    /* Whoever called before there was a pipe is heard now. */
    fen_terminal_wake();
    return true;
}

void fen_terminal_close(void) {
    if (!editor.open) return;
    if (!editor.in_line) {
        editor_erase();
        rl_callback_handler_remove();
    }
    editor.open = false;
}

/* A question in place of the prompt: a small line of its own, so that the draft can wait. */
#define _GNU_SOURCE
#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include <readline/readline.h>

enum { capacity = 8192 };

static struct {
    bool pending, echo, escape, paste;
    char *question;
    char *answer; /* locked in memory, wiped after use */
    size_t length;
    char sequence[8];
    size_t sequence_length;
    struct timespec escaped; /* when the escape character came */
} ask;

bool ask_pending(void) { return ask.pending; }

static char *visible_question(void) { return ask.question != NULL ? ask.question : ""; }

/* The end of the answer that fits on what is left of the row. */
static const char *visible_answer(int columns) {
    if (!ask.echo) return "";
    int room = columns - 1 - width_of(visible_question(), strlen(visible_question()));
    const char *start = ask.answer;
    while (*start != '\0' && width_of(start, strlen(start)) > room) {
        start++;
        while (((unsigned char)*start & 0xC0) == 0x80) start++;
    }
    return start;
}

int ask_rows(int columns) {
    const char *question = visible_question();
    int width = width_of(question, strlen(question));
    const char *answer = visible_answer(editor.columns);
    width += width_of(answer, strlen(answer));
    return width / columns + 1;
}

void ask_draw(void) {
    fputs(visible_question(), rl_outstream);
    fputs(visible_answer(editor.columns), rl_outstream);
    fflush(rl_outstream);
}

static void wipe(void) {
    if (ask.answer == NULL) return;
    explicit_bzero(ask.answer, capacity);
    munlock(ask.answer, capacity);
    munmap(ask.answer, capacity);
    ask.answer = NULL;
    ask.length = 0;
}

void fen_terminal_ask(const char *question, bool echo) {
    if (!editor.open) return;
    editor_erase();
    int width = width_of(question, strlen(question));
    if (width > editor.columns / 2) {
        /* Long questions stand above; what is redrawn stays on one row. */
        fprintf(rl_outstream, "%s\n", question);
        question = "> ";
    }
    free(ask.question);
    wipe();
    void *memory = mmap(NULL, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ask.question = strdup(question);
    ask.answer = memory != MAP_FAILED ? memory : NULL;
    ask.length = 0;
    ask.echo = echo;
    ask.escape = ask.paste = false;
    ask.pending = ask.answer != NULL;
    if (ask.answer != NULL) mlock(ask.answer, capacity);
    editor_draw();
    if (!ask.pending) editor_tell(FEN_TERMINAL_ANSWER, NULL);
}

static void finish(bool given) {
    if (!ask.pending) return;
    if (given || editor.plain) {
        /* What was asked stays readable above, the answer only if it was shown. */
        fputc('\n', rl_outstream);
        editor.status_shown = false;
        editor.row_used = false;
    } else {
        editor_erase();
    }
    ask.pending = false;
    editor_draw();
    editor_tell(FEN_TERMINAL_ANSWER, given ? ask.answer : NULL);
    if (!ask.pending) wipe();
}

static void redraw(void) {
    if (!ask.echo) return;
    if (editor.plain) {
        fflush(rl_outstream);
        return;
    }
    fputs("\r\033[K", rl_outstream);
    ask_draw();
}

static void erase_last(void) {
    while (ask.length > 0) {
        unsigned char last = (unsigned char)ask.answer[--ask.length];
        ask.answer[ask.length] = '\0';
        if ((last & 0xC0) != 0x80) {
            if (ask.echo && editor.plain) fputs("\b \b", rl_outstream);
            break;
        }
    }
    redraw();
}

/* The escape key by itself: terminals send the rest of a sequence at once. */
static bool was_alone(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long long passed = (now.tv_sec - ask.escaped.tv_sec) * 1000LL
        + (now.tv_nsec - ask.escaped.tv_nsec) / 1000000;
    return passed > 100;
}

/* Escape sequences are swallowed whole; those around a paste are remembered. */
static bool swallow(unsigned char byte) {
    if (ask.escape && ask.sequence_length == 0 && was_alone()) ask.escape = false;
    if (!ask.escape && byte != 0x1B) return false;
    if (!ask.escape) {
        ask.escape = true;
        ask.sequence_length = 0;
        clock_gettime(CLOCK_MONOTONIC, &ask.escaped);
        return true;
    }
    if (ask.sequence_length < sizeof ask.sequence - 1)
        ask.sequence[ask.sequence_length++] = (char)byte;
    ask.sequence[ask.sequence_length] = '\0';
    bool first = ask.sequence_length == 1;
    if (first ? byte == '[' || byte == 'O' : byte < 0x40 || byte > 0x7E) return true;
    ask.escape = false;
    if (strcmp(ask.sequence, "[200~") == 0) ask.paste = true;
    if (strcmp(ask.sequence, "[201~") == 0) ask.paste = false;
    return true;
}

void ask_byte(unsigned char byte) {
    if (swallow(byte)) return;
    if (ask.paste && byte < 0x20) return; /* a link that was wrapped is joined again */
    switch (byte) {
    case '\r':
    case '\n': finish(true); return;
    case 0x03: finish(false); return;
    case 0x04:
        if (ask.length == 0) finish(false);
        return;
    case 0x08:
    case 0x7F: erase_last(); return;
    case 0x15:
        explicit_bzero(ask.answer, capacity);
        ask.length = 0;
        redraw();
        return;
    default: break;
    }
    if (byte < 0x20 || ask.length + 1 >= capacity) return;
    ask.answer[ask.length++] = (char)byte;
    ask.answer[ask.length] = '\0';
    if (ask.echo && editor.plain) fputc(byte, rl_outstream);
    redraw();
}

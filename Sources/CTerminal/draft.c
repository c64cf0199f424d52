/* The draft: its own keys, the pasted block, completion. */
#define _GNU_SOURCE
#include "internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include <readline/history.h>
#include <readline/readline.h>

static bool block_entered;

/* Whether the line that was just entered is a block; a recalled history line is none. */
bool draft_take_block(void) {
    bool block = block_entered;
    block_entered = false;
    editor.pasted = false;
    return block;
}

static int on_enter(int count, int key) {
    bool own = where_history() == history_length;
    block_entered = memchr(rl_line_buffer, '\n', (size_t)rl_end) != NULL || (editor.pasted && own);
    editor_settle();
    return rl_newline(count, key);
}

static int on_channel(int count, int key) {
    (void)count;
    char text[2] = {(char)key, 0};
    editor_tell(FEN_TERMINAL_CHANNEL, text);
    return 0;
}

static int on_clear(int count, int key) {
    (void)count;
    (void)key;
    editor_clear_screen();
    return 0;
}

/* Alt-Enter: a line break in the draft. */
static int on_break(int count, int key) {
    (void)count;
    (void)key;
    rl_insert_text("\n");
    return 0;
}

static int on_paste(int count, int key) {
    (void)count;
    (void)key;
    input_begin_paste();
    return 0;
}

/* The word to complete begins after the last space outside quotes. */
static int word_start(void) {
    int start = 0;
    bool quoted = false;
    for (int index = 0; index < rl_point; index++) {
        char byte = rl_line_buffer[index];
        if (byte == '"') quoted = !quoted;
        if (!quoted && (byte == ' ' || byte == '\t' || byte == '\n')) start = index + 1;
    }
    return start;
}

/* How much of the start two candidates share, in whole characters. */
static size_t shared(const char *one, const char *other, size_t length) {
    size_t same = 0;
    while (same < length && one[same] == other[same]) same++;
    while (same > 0 && same < length && ((unsigned char)one[same] & 0xC0) == 0x80) same--;
    return same;
}

static void replace_word(int start, const char *text, size_t length, bool whole) {
    rl_begin_undo_group();
    rl_delete_text(start, rl_point);
    rl_point = start;
    char *copy = strndup(text, length);
    if (copy != NULL) rl_insert_text(copy);
    free(copy);
    char last = length > 0 ? text[length - 1] : ' ';
    if (whole && rl_point == rl_end && strchr("/=:, ", last) == NULL) rl_insert_text(" ");
    rl_end_undo_group();
}

/* Candidates in columns, as a shell lists them. */
static void print_list(const char *list) {
    int widest = 1;
    for (const char *line = list, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        int width = width_of(line, (size_t)(end - line));
        if (width > widest) widest = width;
    }
    int across = editor.columns / (widest + 2), place = 0;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) return;
    for (const char *line = list, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        int length = (int)(end - line);
        bool last = ++place >= across || end[1] == '\0';
        int fill = last ? 0 : widest + 2 - width_of(line, (size_t)length);
        fprintf(out, "%.*s%*s%s", length, line, fill, "", last ? "\n" : "");
        if (last) place = 0;
    }
    fclose(out);
    fen_terminal_print(text);
    free(text);
}

char *fen_terminal_copy(const char *text) { return strdup(text); }

static int on_tab(int count, int key) {
    (void)count;
    (void)key;
    char *list = editor.completer(editor.context, rl_line_buffer, rl_point);
    if (list == NULL || list[0] == '\0') {
        free(list);
        rl_ding();
        return 0;
    }
    size_t found = 0, common = 0;
    for (char *line = list, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        size_t length = (size_t)(end - line);
        *end = '\0'; /* shared() must not run over the end of the shorter one */
        common = found == 0 ? length : shared(line, list, common < length ? common : length);
        *end = '\n';
        found++;
    }
    int start = word_start();
    if (found == 1 || common > (size_t)(rl_point - start))
        replace_word(start, list, common, found == 1);
    else
        print_list(list);
    free(list);
    return 0;
}

static int on_abort(int count, int key) {
    (void)count;
    (void)key;
    return rl_ding();
}

/* Readline leaves an unbound sequence by longjmp, in its callback mode sometimes into a frame that
   is gone. So no sequence is unbound. A map whose prefix is a key by itself finds back alone. */
static void bind_rest(Keymap map, bool inner) {
    bool shadows = map[ANYOTHERKEY].function != NULL;
    for (int key = 0; key < ANYOTHERKEY; key++) {
        if (map[key].type == ISKMAP)
            bind_rest((Keymap)(void *)map[key].function, true);
        else if (inner && !shadows && map[key].type == ISFUNC && map[key].function == NULL)
            map[key].function = on_abort;
    }
}

/* The same holds for keyboard macros, numeric arguments and Ctrl-G, which searches know without
   a binding; taking words of the history's lines reads beyond their end. */
static void bind_jumps(void) {
    static const char *const keys[] = {
        "\\C-x(", "\\C-x)", "\\C-xe", "\\e-", "\\e0", "\\C-g", "\\C-x\\C-g", "\\e\\C-g",
        "\\e.", "\\e_", "\\e\\C-y",
    };
    for (size_t index = 0; index < sizeof keys / sizeof *keys; index++)
        rl_bind_keyseq(keys[index], on_abort);
    bind_rest(rl_get_keymap(), false);
}

/* Whether a whole sequence that a key sends has a meaning; the rest of one that has none would
   be taken for text. */
bool draft_knows(const char *sequence, size_t length) {
    int type = ISFUNC;
    rl_command_func_t *found = rl_function_of_keyseq_len(sequence, length, NULL, &type);
    return found != NULL && !(type == ISFUNC && found == on_abort);
}

void draft_bind_keys(void) {
    static const char digits[] = "123456789a";
    for (const char *digit = digits; *digit != '\0'; digit++) {
        char sequence[4] = {'\\', 'e', *digit, 0};
        rl_bind_keyseq(sequence, on_channel);
    }
    rl_bind_keyseq("\\r", on_enter);
    rl_bind_keyseq("\\n", on_enter);
    rl_bind_keyseq("\\e\\r", on_break);
    rl_bind_keyseq("\\e\\n", on_break);
    rl_bind_keyseq("\\C-l", on_clear);
    rl_bind_keyseq("\\t", on_tab);
    rl_bind_keyseq("\\e[200~", on_paste);
    bind_jumps();
}

/* Line feeds only, no tab, no control character, nothing that is not UTF-8. */
static char *clean(const char *bytes, size_t length, size_t *kept) {
    char *text = malloc(length * 4 + 1);
    size_t used = 0;
    if (text == NULL) return NULL;
    for (size_t index = 0; index < length;) {
        unsigned char byte = (unsigned char)bytes[index];
        if (byte == '\r' || byte == '\n') {
            if (byte == '\r' && index + 1 < length && bytes[index + 1] == '\n') index++;
            text[used++] = '\n';
            index++;
        } else if (byte == '\t') {
            memcpy(text + used, "    ", 4);
            used += 4;
            index++;
        } else if (byte < 0x20 || byte == 0x7F) {
            index++;
        } else if (byte < 0x80) {
            text[used++] = (char)byte;
            index++;
        } else {
            wchar_t wide;
            mbstate_t state;
            memset(&state, 0, sizeof state);
            size_t size = mbrtowc(&wide, bytes + index, length - index, &state);
            bool bad = size == (size_t)-1 || size == (size_t)-2 || size == 0;
            if (bad) {
                text[used++] = '?';
                index++;
            } else {
                if (wide >= 0xA0) {
                    memcpy(text + used, bytes + index, size);
                    used += size;
                }
                index += size;
            }
        }
    }
    while (used > 0 && text[used - 1] == '\n') used--;
    text[used] = '\0';
    *kept = used;
    return text;
}

static void announce(void) {
    int lines = 1;
    for (int index = 0; index < rl_end; index++) lines += rl_line_buffer[index] == '\n';
    char hint[64];
    snprintf(hint, sizeof hint, "%d lines, Enter sends one message", lines);
    fen_terminal_print(hint);
}

/* One paste is one draft. Within a command that was typed before it, it stays on one line. */
void draft_insert_paste(const char *bytes, size_t length) {
    size_t kept = 0;
    char *text = clean(bytes, length, &kept);
    if (text == NULL) return;
    bool many = memchr(text, '\n', kept) != NULL;
    bool typed = rl_point > 0 && !editor.pasted
        && (rl_line_buffer[0] == '/' || rl_line_buffer[0] == '+');
    if (many && typed) {
        for (char *byte = text; *byte != '\0'; byte++)
            if (*byte == '\n') *byte = ' ';
        many = false;
    }
    rl_begin_undo_group();
    rl_insert_text(text);
    rl_end_undo_group();
    free(text);
    if (many) {
        editor.pasted = true;
        editor_tell(FEN_TERMINAL_PASTE, NULL);
        announce();
    } else {
        rl_redisplay();
    }
}

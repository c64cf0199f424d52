/* What stands on screen: text above, an optional status row, prompt and draft. */
#define _GNU_SOURCE
#include "internal.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

struct editor editor;

int editor_tell(int event, const char *text) {
    return editor.handler(editor.context, event, text);
}

/* Whether the terminal wraps its lines anew on a resize; xterm and the console do not. */
static bool terminal_reflows(void) {
    const char *name = getenv("TERM");
    if (getenv("TMUX") != NULL) return true;
    if (getenv("XTERM_VERSION") != NULL) return false;
    return name == NULL || strncmp(name, "linux", 5) != 0;
}

static void measure(void) {
    if (!fen_terminal_size(STDOUT_FILENO, &editor.rows, &editor.columns)) {
        editor.rows = 24;
        editor.columns = 80;
    }
    if (editor.fixed_columns > 0) editor.columns = editor.fixed_columns;
    /* Readline divides by parts of the width. */
    if (editor.columns < 8) editor.columns = 8;
    rl_set_screen_size(editor.rows, editor.columns);
}

/* Whether the prompt has to be set anew: another text, or a width at which it wraps elsewhere. */
bool editor_prompt_is_stale(void) {
    if (editor.prompt == NULL || RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH)) return false;
    return editor.prompt_columns != editor.columns || strcmp(editor.prompt, rl_prompt) != 0;
}

static bool prompt_is_visible(void) { return editor.prompt != NULL && editor.prompt[0] != '\0'; }

/* Sets the prompt, but not while a search shows its own in its place. */
static void set_prompt(void) {
    if (!editor_prompt_is_stale()) return;
    editor.prompt_columns = editor.columns;
    rl_set_prompt(editor.prompt);
}

/* Rows between the first of ours and the cursor's, after the terminal took its new width. */
static int rows_above_cursor(int old_columns) {
    int columns = editor.reflows ? editor.columns : old_columns;
    int up;
    if (ask_pending()) {
        up = ask_rows(columns) - 1;
    } else {
        const char *prompt = rl_display_prompt, *draft = rl_line_buffer;
        size_t cursor = (size_t)rl_point;
        bool edge, stood_on_edge;
        width_rows_before(prompt, draft, cursor, old_columns, &stood_on_edge);
        up = width_rows_before(prompt, draft, cursor, columns, &edge);
        /* A cursor behind the last character stays on its row when that is filled; one that
           readline had moved to the next row, or that stands before a character, does not. */
        if (edge && (stood_on_edge || rl_point < rl_end)) up++;
    }
    if (editor.status_shown) {
        size_t kept = width_cut(editor.status, old_columns - 1);
        int width = width_of(editor.status, kept);
        up += width == 0 ? 1 : (width + columns - 1) / columns;
    }
    return up < editor.rows ? up : editor.rows - 1;
}

/* Takes prompt, draft and status row away; the cursor stands where they began. The terminal may
   have a new width that no signal has told yet. */
void editor_erase(void) {
    if (editor.plain) {
        if (editor.row_used || rl_end > 0) fputc('\n', rl_outstream);
        editor.row_used = false;
        return;
    }
    int old_columns = editor.columns;
    measure();
    if (editor.columns != old_columns) {
        int up = rows_above_cursor(old_columns);
        if (up > 0) fprintf(rl_outstream, "\033[%dA", up);
        fputs("\r\033[J", rl_outstream);
    } else {
        if (ask_pending()) {
            for (int row = ask_rows(editor.columns); row > 1; row--) fputs("\033[A", rl_outstream);
            fputs("\r\033[J", rl_outstream);
        } else {
            rl_clear_visible_line();
        }
        if (editor.status_shown) fputs("\033[A\r\033[K", rl_outstream);
    }
    editor.status_shown = false;
}

/* Draws status row, prompt and draft on the fresh line that the cursor stands on. */
void editor_draw(void) {
    if (editor.status != NULL && !editor.plain && editor.rows > 2) {
        size_t kept = width_cut(editor.status, editor.columns - 1);
        fwrite(editor.status, 1, kept, rl_outstream);
        fputc('\n', rl_outstream);
        editor.status_shown = true;
    }
    if (ask_pending()) {
        ask_draw();
        editor.row_used = true;
    } else {
        set_prompt();
        rl_on_new_line();
        rl_redisplay();
        editor.row_used = prompt_is_visible();
    }
    fflush(rl_outstream);
}

void fen_terminal_print(const char *text) {
    size_t length = strlen(text);
    if (!editor.open) {
        fwrite(text, 1, length, stdout);
        if (length == 0 || text[length - 1] != '\n') fputc('\n', stdout);
        fflush(stdout);
        return;
    }
    editor_erase();
    fwrite(text, 1, length, rl_outstream);
    if (length == 0 || text[length - 1] != '\n') fputc('\n', rl_outstream);
    editor_draw();
}

static bool replace(char **kept, const char *text) {
    if (*kept != NULL && text != NULL && strcmp(*kept, text) == 0) return false;
    if (*kept == NULL && text == NULL) return false;
    free(*kept);
    *kept = text != NULL ? strdup(text) : NULL;
    return true;
}

void fen_terminal_show(const char *prompt, const char *status) {
    if (!editor.open) return;
    replace(&editor.prompt, prompt);
    if (editor.plain) {
        /* Nothing is redrawn: the next prompt shows it. One that was withheld while a line ran is
           written now, behind the line's answer. */
        bool was_withheld = rl_prompt == NULL || rl_prompt[0] == '\0';
        if (was_withheld && prompt_is_visible() && !editor.in_line && !ask_pending()) {
            editor_erase();
            editor_draw();
        } else {
            set_prompt();
        }
        return;
    }
    const char *wanted = status != NULL && status[0] != '\0' ? status : NULL;
    bool is_new = wanted != NULL && (editor.status == NULL || strcmp(wanted, editor.status) != 0);
    bool is_gone = wanted == NULL && editor.status_shown;
    if (!is_new && !is_gone && !editor_prompt_is_stale()) return;
    editor_erase();
    replace(&editor.status, wanted);
    editor_draw();
}

void fen_terminal_prefill(const char *text) {
    if (!editor.open || rl_end > 0) return;
    editor_erase();
    rl_insert_text(text);
    editor_draw();
}

/* The window changed: what the terminal made of our rows goes, and they are drawn again. */
void editor_resized(void) {
    if (editor.plain) {
        measure();
        return;
    }
    editor_erase();
    editor_draw();
}

void editor_clear_screen(void) {
    if (editor.plain) return;
    fputs("\033[H\033[2J", rl_outstream);
    editor.status_shown = false;
    editor_draw();
}

/* Before the draft becomes part of the text above: takes the status row away. */
void editor_settle(void) {
    if (!editor.status_shown) return;
    editor_erase();
    rl_on_new_line();
    rl_redisplay();
}

/* Ctrl-C: the draft stays readable above, marked, and a fresh prompt follows. */
void editor_drop_draft(void) {
    rl_callback_sigcleanup();
    rl_point = rl_end;
    editor_settle();
    rl_redisplay();
    fputs("^C\n", rl_outstream);
    /* Readline may know this list from the history as well and free it twice; it is left alone. */
    rl_undo_list = NULL;
    rl_free_line_state();
    rl_initialize(); /* an empty line at the end of the history, as for every new line */
    editor.pasted = false;
    editor.row_used = false;
    editor_draw();
}

static void on_line(char *line) {
    bool block = draft_take_block();
    editor.in_line = true;
    editor.row_used = false;
    if (line == NULL) {
        fputc('\n', rl_outstream);
        fflush(rl_outstream);
        editor_tell(FEN_TERMINAL_END, NULL);
    } else {
        editor_tell(block ? FEN_TERMINAL_BLOCK : FEN_TERMINAL_LINE, line);
    }
    free(line);
    editor.in_line = false;
    /* Readline writes the prompt that is set now. */
    editor.row_used = prompt_is_visible();
    if (!editor.open) rl_callback_handler_remove();
}

/* Where the locale that the environment names is not installed, its characters are still UTF-8. */
static void choose_locale(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *wanted = "";
    for (int index = 0; index < 3 && *wanted == '\0'; index++)
        if (getenv(names[index]) != NULL) wanted = getenv(names[index]);
    if (setlocale(LC_CTYPE, "") == NULL
        && (strcasestr(wanted, "utf-8") != NULL || strcasestr(wanted, "utf8") != NULL))
        setlocale(LC_CTYPE, "C.UTF-8");
}

static void leave_mode_alone(int meta) { (void)meta; }
static void leave_mode(void) {}

/* Readline draws, but never touches the terminal's mode. */
bool editor_start(const char *prompt) {
    choose_locale();
    FILE *output = fdopen(dup(STDOUT_FILENO), "w");
    if (output == NULL) return false;
    setvbuf(output, NULL, _IOFBF, 1 << 16);
    rl_outstream = output;
    rl_instream = stdin;
    rl_readline_name = "fen";
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_change_environment = 0;
    rl_prep_term_function = leave_mode_alone;
    rl_deprep_term_function = leave_mode;
    rl_getc_function = input_getc;
    rl_input_available_hook = input_available;
    if (editor.plain) rl_terminal_name = "dumb";
    rl_initialize();
    rl_variable_bind("enable-bracketed-paste", "off");
    rl_variable_bind("mark-modified-lines", "off");
    rl_tty_set_echoing(1);
    draft_bind_keys();
    editor.reflows = terminal_reflows();
    measure();
    editor.open = true;
    editor.prompt = strdup(prompt);
    editor.prompt_columns = editor.columns;
    editor.row_used = prompt_is_visible();
    rl_callback_handler_install(prompt, on_line);
    fflush(rl_outstream);
    return true;
}

void editor_finish(void) {
    fflush(rl_outstream);
    fclose(rl_outstream);
    rl_outstream = stdout;
    free(editor.status);
    free(editor.prompt);
    editor.status = editor.prompt = NULL;
    editor.status_shown = false;
}

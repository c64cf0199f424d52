#ifndef FEN_CTERMINAL_INTERNAL_H
#define FEN_CTERMINAL_INTERNAL_H

#include "cterminal.h"

#include <stdio.h>

/* tty.c: the terminal's mode, its size, signals turned into bytes of a pipe. */
bool tty_prepare(int descriptor);
void tty_restore(void);
bool signals_open(void);
void signals_close(void);
int signals_descriptor(void);
void signals_stop_self(void);

/* editor.c: what stands on screen. */
struct editor {
    bool open;
    bool in_line;      /* inside the handler of an entered line, which cleans up after it */
    bool plain;
    bool reflows;      /* the terminal wraps what is on screen anew when it is resized */
    bool pasted;       /* the draft holds a pasted block */
    bool status_shown; /* the status row stands above the prompt */
    bool row_used;     /* plain: something of ours stands on the cursor's row */
    int fixed_columns;
    int rows, columns;
    int prompt_columns; /* the width that the prompt was set at */
    char *prompt;
    char *status;
    fen_terminal_handler handler;
    fen_terminal_completer completer;
    void *context;
};
extern struct editor editor;

int editor_tell(int event, const char *text);
void editor_erase(void);
void editor_draw(void);
void editor_resized(void);
void editor_settle(void);
bool editor_prompt_is_stale(void);
void editor_drop_draft(void);
void editor_clear_screen(void);
bool editor_start(const char *prompt);
void editor_finish(void);

/* draft.c: keys bound to the draft, the paste, completion. */
void draft_bind_keys(void);
bool draft_take_block(void);
bool draft_knows(const char *sequence, size_t length);
void draft_insert_paste(const char *bytes, size_t length);

/* ask.c: a question in place of the prompt. */
bool ask_pending(void);
void ask_draw(void);
int ask_rows(int columns);
void ask_byte(unsigned char byte);

/* input.c: bytes that were read and not used yet. */
int input_getc(FILE *stream);
int input_available(void);
void input_begin_paste(void);
bool input_open(void);
void input_close(void);

enum { paste_limit = 1 << 16 };

/* width.c: columns as readline counts them. */
int width_of(const char *text, size_t length);
size_t width_cut(const char *text, int columns);
int width_rows_before(const char *prompt, const char *draft, size_t cursor, int columns,
                      bool *edge);

#endif

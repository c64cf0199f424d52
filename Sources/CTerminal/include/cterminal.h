#ifndef FEN_CTERMINAL_H
#define FEN_CTERMINAL_H

/* The line editor of fen: GNU readline's callback interface behind a dozen functions. Everything
   here belongs to one thread, the one that calls fen_terminal_run, except fen_terminal_wake. */

#include <stdbool.h>
#include <stddef.h>

/* What happened, as told to the handler. */
enum fen_terminal_event {
    FEN_TERMINAL_LINE = 1,      /* Enter on one line; text is the line */
    FEN_TERMINAL_BLOCK = 2,     /* Enter on a pasted or many-line draft; never a command */
    FEN_TERMINAL_PASTE = 3,     /* a block was pasted: fix its destination; 0 refuses nothing */
    FEN_TERMINAL_END = 4,       /* Ctrl-D on an empty line, or the terminal went away */
    FEN_TERMINAL_INTERRUPT = 5, /* Ctrl-C; a result other than 0 keeps the draft */
    FEN_TERMINAL_CHANNEL = 6,   /* Alt-1…9, Alt-a; text is that character */
    FEN_TERMINAL_WAKE = 7,      /* fen_terminal_wake was called by some thread */
    FEN_TERMINAL_ANSWER = 8,    /* the answer to fen_terminal_ask; NULL when it was given up */
    FEN_TERMINAL_SIGNAL = 9,    /* SIGTERM or SIGHUP; text is the number */
};

typedef int (*fen_terminal_handler)(void *_Nullable context, int event,
                                    const char *_Nullable text);

/* Candidates for the word before the cursor (a byte offset), each ended by a line feed, in memory
   from malloc; NULL for none. */
typedef char *_Nullable (*fen_terminal_completer)(void *_Nullable context,
                                                  const char *_Nonnull line, int cursor);

/* A copy of text for fen_terminal_completer to return. */
char *_Nullable fen_terminal_copy(const char *_Nonnull text);

/* How to draw: plain redraws nothing and uses no escape sequence. */
struct fen_terminal_style {
    bool plain;
    int columns; /* a fixed width, or 0 for the terminal's */
};

/* Takes standard input and output over and draws the prompt. False when they are no terminal. */
bool fen_terminal_open(const char *_Nonnull prompt, struct fen_terminal_style style,
                       fen_terminal_handler _Nonnull handler,
                       fen_terminal_completer _Nonnull completer, void *_Nullable context);

/* Waits and dispatches until fen_terminal_close; then the terminal is as it was before. */
void fen_terminal_run(void);

/* Ends fen_terminal_run; meant for the handler. */
void fen_terminal_close(void);

/* Any thread: the handler is called with FEN_TERMINAL_WAKE soon. */
void fen_terminal_wake(void);

/* Prints lines above prompt and draft, which stay as they are. */
void fen_terminal_print(const char *_Nonnull text);

/* Changes the prompt, and the one row above it (NULL or empty: none). */
void fen_terminal_show(const char *_Nonnull prompt, const char *_Nullable status);

/* Puts a text into an empty draft, to be changed and sent. */
void fen_terminal_prefill(const char *_Nonnull text);

/* Asks a question in place of the prompt; the draft waits. The answer comes as an event. */
void fen_terminal_ask(const char *_Nonnull question, bool echo);

/* Lends the terminal, in its own mode, to a program that `work` runs and waits for; then prompt and
   draft are drawn again. Meanwhile Ctrl-C and Ctrl-\ mean that program and not this one, and Ctrl-Z
   stops neither. */
void fen_terminal_lend(void (*_Nonnull work)(void *_Nullable context), void *_Nullable context);

/* Reads the history file, keeps it (mode 0600) and adds to it from now on. */
bool fen_terminal_history_open(const char *_Nonnull path);
void fen_terminal_history_add(const char *_Nonnull line);

/* Rows and columns of the terminal behind a descriptor; false when it is none. */
bool fen_terminal_size(int descriptor, int *_Nonnull rows, int *_Nonnull columns);

/* Outside the prompt: asks on the controlling terminal without echo. The bytes written to
   `buffer` (no terminator) are counted in the result; −1: no terminal, −2: given up. */
int fen_terminal_read_secret(const char *_Nonnull question, unsigned char *_Nonnull buffer,
                             size_t capacity);

#endif

/* The terminal in the hands of another program. */
#define _GNU_SOURCE
#include "internal.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <readline/readline.h>

/* What the keys raise is the other program's, except Ctrl-Z: neither stops, since a shell that sees
   only one of two stop would wait for ever. Nobody reads the signal pipe meanwhile, so what is to
   end this process ends it at once; all that was answered is on disk. */
static const struct {
    int number;
    void (*handler)(int);
} lent[] = {{SIGINT, SIG_IGN}, {SIGQUIT, SIG_IGN}, {SIGTSTP, SIG_IGN}, {SIGTERM, SIG_DFL},
            {SIGHUP, SIG_DFL}};
enum { lent_count = sizeof lent / sizeof *lent };

void fen_terminal_lend(void (*work)(void *context), void *context) {
    if (!editor.open) return;
    struct sigaction before[lent_count];
    editor_erase();
    fflush(rl_outstream);
    tty_restore();
    for (int index = 0; index < lent_count; index++) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = lent[index].handler;
        sigaction(lent[index].number, &action, &before[index]);
    }
    work(context);
    for (int index = 0; index < lent_count; index++)
        sigaction(lent[index].number, &before[index], NULL);
    tty_prepare(STDIN_FILENO);
    editor_draw();
}

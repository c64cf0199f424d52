/* The terminal's mode and the signals: every way out of the process puts the mode back. */
#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static struct termios saved;
static volatile sig_atomic_t prepared;
static int prepared_descriptor = -1;
static const char paste_on[] = "\033[?2004h";
static const char paste_off[] = "\033[?2004l";

static void put(int descriptor, const char *text, size_t length) {
    ssize_t written = write(descriptor, text, length);
    (void)written; /* a terminal that is gone cannot be told so */
}

/* Without SIGTTOU, which would stop a process in the background on its way out. */
static int set_mode(int descriptor, const struct termios *mode) {
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    int result = tcsetattr(descriptor, TCSANOW, mode);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result;
}

/* No echo, byte by byte, and no key that raises a signal: a pasted Ctrl-Z or Ctrl-\ must not reach
   the shell, so those keys are read as bytes. */
bool tty_prepare(int descriptor) {
    if (prepared) return true;
    if (tcgetattr(descriptor, &saved) != 0) return false;
    struct termios mode = saved;
    mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG | IEXTEN);
    mode.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | IXON | ISTRIP);
    mode.c_cc[VMIN] = 1;
    mode.c_cc[VTIME] = 0;
    if (set_mode(descriptor, &mode) != 0) return false;
    prepared_descriptor = descriptor;
    prepared = 1;
    if (!editor.plain) put(descriptor, paste_on, sizeof paste_on - 1);
    return true;
}

/* Safe inside a signal handler. */
void tty_restore(void) {
    if (!prepared) return;
    prepared = 0;
    if (!editor.plain) put(prepared_descriptor, paste_off, sizeof paste_off - 1);
    int kept = errno;
    set_mode(prepared_descriptor, &saved);
    errno = kept;
}

bool fen_terminal_size(int descriptor, int *rows, int *columns) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return false;
    if (size.ws_col == 0 || size.ws_row == 0) return false;
    *rows = size.ws_row;
    *columns = size.ws_col;
    return true;
}

/* Signals that the loop answers arrive there as bytes. */
static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT};
/* Signals that end the process at once: the mode is put back, then they take their course. */
static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGQUIT, SIGSYS};
enum { watched_count = sizeof watched / sizeof *watched, fatal_count = sizeof fatal / sizeof *fatal };
static struct sigaction watched_before[watched_count];
static struct sigaction fatal_before[fatal_count];
static int signal_pipe[2] = {-1, -1};

static void on_watched(int number) {
    int kept = errno;
    unsigned char byte = (unsigned char)number;
    put(signal_pipe[1], (const char *)&byte, 1);
    errno = kept;
}

static void on_fatal(int number, siginfo_t *info, void *unused) {
    (void)unused;
    tty_restore();
    for (int index = 0; index < fatal_count; index++)
        if (fatal[index] == number) sigaction(number, &fatal_before[index], NULL);
    /* A fault happens again on return; a signal that was sent has to be sent again. */
    if (info->si_code <= 0) raise(number);
}

static void watch(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_watched;
    action.sa_flags = SA_RESTART;
    sigfillset(&action.sa_mask);
    sigset_t open;
    sigemptyset(&open);
    for (int index = 0; index < watched_count; index++) {
        sigaction(watched[index], &action, &watched_before[index]);
        sigaddset(&open, watched[index]);
    }
    /* Whoever started us may have blocked them. */
    pthread_sigmask(SIG_UNBLOCK, &open, NULL);
}

bool signals_open(void) {
    static bool at_exit;
    if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return false;
    watch();
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fatal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (int index = 0; index < fatal_count; index++)
        sigaction(fatal[index], &action, &fatal_before[index]);
    if (!at_exit) atexit(tty_restore);
    at_exit = true;
    return true;
}

void signals_close(void) {
    for (int index = 0; index < watched_count; index++)
        sigaction(watched[index], &watched_before[index], NULL);
    for (int index = 0; index < fatal_count; index++)
        sigaction(fatal[index], &fatal_before[index], NULL);
    close(signal_pipe[0]);
    close(signal_pipe[1]);
    signal_pipe[0] = signal_pipe[1] = -1;
}

int signals_descriptor(void) { return signal_pipe[0]; }

/* Stops the process as Ctrl-Z does and returns when it is continued. */
void signals_stop_self(void) {
    struct sigaction stop, before;
    memset(&stop, 0, sizeof stop);
    stop.sa_handler = SIG_DFL;
    sigaction(SIGTSTP, &stop, &before);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &before, NULL);
}

/* History: one entry a line in a file of mode 0600, line feeds and backslashes escaped. */
#define _GNU_SOURCE
#include "internal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <readline/history.h>

enum { history_most = 1000 };

static char *history_path;

static FILE *open_private(const char *path, int flags) {
    int descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0) return NULL;
    fchmod(descriptor, 0600);
    FILE *file = fdopen(descriptor, (flags & O_ACCMODE) == O_RDONLY ? "r" : "a");
    if (file == NULL) close(descriptor);
    return file;
}

static void write_entry(FILE *file, const char *line) {
    for (; *line != '\0'; line++) {
        if (*line == '\n') fputs("\\n", file);
        else if (*line == '\\') fputs("\\\\", file);
        else fputc(*line, file);
    }
    fputc('\n', file);
}

static void read_entry(char *line) {
    char *out = line;
    for (char *in = line; *in != '\0' && *in != '\n'; in++) {
        if (*in == '\\' && in[1] != '\0') {
            in++;
            *out++ = *in == 'n' ? '\n' : *in;
        } else {
            *out++ = *in;
        }
    }
    *out = '\0';
}

/* Writes what is kept of a history that grew too long beside it, then takes its place. */
static void shorten(void) {
    char *fresh;
    if (asprintf(&fresh, "%s.new", history_path) < 0) return;
    unlink(fresh);
    FILE *file = open_private(fresh, O_WRONLY | O_CREAT | O_EXCL);
    if (file != NULL) {
        HIST_ENTRY **entries = history_list();
        for (int index = 0; entries != NULL && entries[index] != NULL; index++)
            write_entry(file, entries[index]->line);
        bool whole = fflush(file) == 0 && !ferror(file);
        fclose(file);
        if (!whole || rename(fresh, history_path) != 0) unlink(fresh);
    }
    free(fresh);
}

bool fen_terminal_history_open(const char *path) {
    free(history_path);
    history_path = strdup(path);
    using_history();
    stifle_history(history_most);
    FILE *file = open_private(path, O_RDONLY);
    if (file == NULL) {
        file = open_private(path, O_WRONLY | O_CREAT | O_APPEND);
        if (file == NULL) return false;
        fclose(file);
        return true;
    }
    char *line = NULL;
    size_t size = 0;
    int count = 0;
    while (getline(&line, &size, file) > 0) {
        read_entry(line);
        add_history(line);
        count++;
    }
    free(line);
    fclose(file);
    if (count > history_most) shorten();
    return true;
}

void fen_terminal_history_add(const char *line) {
    if (line[0] == '\0') return;
    HIST_ENTRY *last = history_length > 0 ? history_get(history_base + history_length - 1) : NULL;
    if (last != NULL && strcmp(last->line, line) == 0) return;
    add_history(line);
    if (history_path == NULL) return;
    FILE *file = open_private(history_path, O_WRONLY | O_CREAT | O_APPEND);
    if (file == NULL) return;
    write_entry(file, line);
    fclose(file);
}

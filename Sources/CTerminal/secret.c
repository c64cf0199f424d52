/* A secret asked for outside the prompt, on the controlling terminal, never echoed. */
#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static int put_text(int descriptor, const char *text) {
    return write(descriptor, text, strlen(text)) < 0 ? -1 : 0;
}

/* Reads bytes until Enter. The signals that would end the process are answered here, after the
   terminal is as it was. */
static int read_bytes(int descriptor, unsigned char *buffer, size_t capacity, int *caught) {
    size_t length = 0;
    int escape = 0;
    for (;;) {
        struct pollfd waiting[] = {{descriptor, POLLIN, 0}, {signals_descriptor(), POLLIN, 0}};
        if (poll(waiting, 2, -1) < 0 && errno != EINTR) return -2;
        unsigned char byte;
        if (waiting[1].revents & POLLIN) {
            while (read(signals_descriptor(), &byte, 1) == 1)
                if (byte == SIGINT || byte == SIGTERM || byte == SIGHUP) *caught = byte;
            if (*caught != 0) return -2;
        }
        if (waiting[0].revents == 0) continue;
        if (read(descriptor, &byte, 1) != 1) return -2;
        if (byte == 0x1B) escape = 1;
        else if (escape == 1) escape = byte == '[' || byte == 'O' ? 2 : 0;
        else if (escape == 2) escape = byte >= 0x40 && byte <= 0x7E ? 0 : 2;
        else if (byte == '\r' || byte == '\n') return (int)length;
        else if (byte == 0x03 || (byte == 0x04 && length == 0)) return -2;
        else if (byte == 0x15) length = 0;
        else if (byte == 0x08 || byte == 0x7F) {
            while (length > 0 && (buffer[--length] & 0xC0) == 0x80) {}
        } else if (byte >= 0x20 && length < capacity) buffer[length++] = byte;
    }
}

int fen_terminal_read_secret(const char *question, unsigned char *buffer, size_t capacity) {
    if (editor.open) return -1;
    int descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) return -1;
    bool plain = editor.plain;
    editor.plain = true; /* no bracketed paste here: its marks are of no use */
    int caught = 0, result = -1;
    if (signals_open()) {
        if (tty_prepare(descriptor)) {
            put_text(descriptor, question);
            result = read_bytes(descriptor, buffer, capacity, &caught);
            put_text(descriptor, "\n");
            tty_restore();
        }
        signals_close();
    }
    editor.plain = plain;
    close(descriptor);
    if (result < 0) explicit_bzero(buffer, capacity);
    if (caught != 0) raise(caught);
    return result;
}

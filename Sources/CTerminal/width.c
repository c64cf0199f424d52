/* Columns of text as the C library counts them, which is how readline lays out the draft. */
#define _XOPEN_SOURCE 700
#include "internal.h"

#include <string.h>
#include <wchar.h>

/* The next character's length and columns. Bytes that are no character take one column. */
static size_t next(const char *text, size_t length, int *columns) {
    unsigned char first = (unsigned char)text[0];
    if (first < 0x80) {
        *columns = first < 0x20 || first == 0x7F ? 2 : 1; /* drawn as ^X */
        return 1;
    }
    wchar_t wide;
    mbstate_t state;
    memset(&state, 0, sizeof state);
    size_t used = mbrtowc(&wide, text, length, &state);
    if (used == (size_t)-1 || used == (size_t)-2 || used == 0) {
        *columns = 1;
        return 1;
    }
    int width = wcwidth(wide);
    *columns = width < 0 ? 1 : width;
    return used;
}

int width_of(const char *text, size_t length) {
    int total = 0;
    while (length > 0) {
        int columns;
        size_t used = next(text, length, &columns);
        total += columns;
        text += used;
        length -= used;
    }
    return total;
}

/* How many bytes of text fit into that many columns. */
size_t width_cut(const char *text, int room) {
    size_t length = strlen(text), kept = 0;
    while (kept < length) {
        int columns;
        size_t used = next(text + kept, length - kept, &columns);
        if (columns > room) break;
        room -= columns;
        kept += used;
    }
    return kept;
}

static void walk(const char *text, size_t length, int columns, int *row, int *column) {
    while (length > 0) {
        if (*text == '\n') {
            *row += 1;
            *column = 0;
            text++;
            length--;
            continue;
        }
        int width;
        size_t used = next(text, length, &width);
        if (*column + width > columns) {
            *row += 1;
            *column = 0;
        }
        *column += width;
        text += used;
        length -= used;
    }
}

/* The rows between the prompt's first and the cursor's, at a given terminal width; `edge` tells
   that the text before the cursor fills its last row, so that the cursor may stand on the next. */
int width_rows_before(const char *prompt, const char *draft, size_t cursor, int columns,
                      bool *edge) {
    int row = 0, column = 0;
    walk(prompt, strlen(prompt), columns, &row, &column);
    walk(draft, cursor, columns, &row, &column);
    *edge = column >= columns;
    return row;
}

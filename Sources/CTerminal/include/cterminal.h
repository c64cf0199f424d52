#ifndef FEN_CTERMINAL_H
#define FEN_CTERMINAL_H
#endif

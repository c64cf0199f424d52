#ifndef FEN_CQREncode_SHIM_H
#define FEN_CQREncode_SHIM_H
#include <qrencode.h>
#endif

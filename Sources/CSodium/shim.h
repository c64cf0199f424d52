#ifndef FEN_CSodium_SHIM_H
#define FEN_CSodium_SHIM_H
#include <sodium.h>
#endif

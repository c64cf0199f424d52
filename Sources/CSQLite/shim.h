#ifndef FEN_CSQLite_SHIM_H
#define FEN_CSQLite_SHIM_H
#include <sqlite3.h>
#endif

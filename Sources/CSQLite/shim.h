#ifndef FEN_CSQLite_SHIM_H
#define FEN_CSQLite_SHIM_H
#include <linux/stat.h>
#include <sqlite3.h>
#include <sys/syscall.h>
#include <unistd.h>

/* SQLITE_TRANSIENT and SQLITE_STATIC are casts, which Swift does not import. */

/* Switches off the counting of every allocation, which costs two locks each. Only before first use. */
static inline int fen_sqlite_without_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* Binds bytes that SQLite copies at once. An empty value stays a value: never NULL. */
static inline int fen_bind_blob_copied(sqlite3_stmt *statement, int index,
                                       const void *bytes, long long count) {
    if (count == 0) return sqlite3_bind_zeroblob(statement, index, 0);
    return sqlite3_bind_blob64(statement, index, bytes, (sqlite3_uint64)count, SQLITE_TRANSIENT);
}

/* Binds bytes that stay where they are until the statement is reset or bound anew. */
static inline int fen_bind_blob_borrowed(sqlite3_stmt *statement, int index,
                                         const void *bytes, long long count) {
    if (count == 0) return sqlite3_bind_zeroblob(statement, index, 0);
    return sqlite3_bind_blob64(statement, index, bytes, (sqlite3_uint64)count, SQLITE_STATIC);
}

/* Binds UTF-8 text that SQLite copies at once. */
static inline int fen_bind_text_copied(sqlite3_stmt *statement, int index,
                                       const char *text, long long count) {
    return sqlite3_bind_text64(statement, index, count == 0 ? "" : text, (sqlite3_uint64)count,
                               SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* When a file was born, in nanoseconds; 0 where the file system does not say. A file that takes the
 * place of another often gets its inode, never its birth. */
static inline long long fen_birth_time(const char *path) {
    struct statx status;
    if (syscall(SYS_statx, -100 /* AT_FDCWD */, path, 0, STATX_BTIME, &status) != 0) return 0;
    if (!(status.stx_mask & STATX_BTIME)) return 0;
    return (long long)status.stx_btime.tv_sec * 1000000000 + status.stx_btime.tv_nsec;
}
#endif

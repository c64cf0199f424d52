#ifndef FEN_CSodium_SHIM_H
#define FEN_CSodium_SHIM_H
#include <sodium.h>

/* A counter many threads draw numbers from. */
static inline uint64_t fen_next_ticket(uint64_t *counter) {
    return __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

/* A lock that is never waited for: who does not get it does without. */
static inline int fen_try_lock(uint32_t *lock) {
    return __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE) == 0;
}

static inline void fen_unlock(uint32_t *lock) {
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}
#endif

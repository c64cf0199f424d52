#ifndef FEN_CCurl_SHIM_H
#define FEN_CCurl_SHIM_H
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

/* Swift cannot call variadic functions: one plain function for each type of value. */

static inline CURLcode fen_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode fen_set_offset(CURL *easy, CURLoption option, long long value) {
    return curl_easy_setopt(easy, option, (curl_off_t)value);
}

/* The text is copied; NULL takes a default away. */
static inline CURLcode fen_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode fen_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

typedef size_t (*fen_transfer_function)(char *bytes, size_t size, size_t count, void *user);

/* For what reads the body to send, and what takes headers and body that come. */
static inline CURLcode fen_set_transfer(CURL *easy, CURLoption option,
                                        fen_transfer_function value) {
    return curl_easy_setopt(easy, option, value);
}

typedef int (*fen_seek_function)(void *user, curl_off_t offset, int origin);

static inline CURLcode fen_set_seek(CURL *easy, fen_seek_function value) {
    return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, value);
}

static inline long fen_get_long(CURL *easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline CURLMcode fen_set_multi(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/* The result of a finished transfer; the message is a union, which Swift reads badly. */
static inline CURLcode fen_message_result(const CURLMsg *message) {
    return message->data.result;
}
#endif

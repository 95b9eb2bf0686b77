// The one door to the headers of libcurl and of the system calls that its event loop needs. The inline functions stand only for what Swift
// cannot call itself: variadic functions, one for each type of argument, and macros.
#pragma once

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <locale.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

// GNU's, which the module of the C library hides.
extern int pthread_setname_np(pthread_t thread, const char *name);

// curl_easy_setopt is variadic.
static inline CURLcode playhead_curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode playhead_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode playhead_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode playhead_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}
// CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode playhead_curl_set_writer(CURL *easy, CURLoption option, curl_write_callback function) {
    return curl_easy_setopt(easy, option, function);
}
static inline CURLcode playhead_curl_set_socket_opener(CURL *easy, curl_opensocket_callback function) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, function);
}
static inline CURLcode playhead_curl_set_request_check(CURL *easy, curl_prereq_callback function) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}

// curl_easy_getinfo is variadic.
static inline CURLcode playhead_curl_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode playhead_curl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode playhead_curl_get_text(CURL *easy, CURLINFO info, const char **value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode playhead_curl_get_pointer(CURL *easy, CURLINFO info, void **value) {
    return curl_easy_getinfo(easy, info, value);
}

// The last day of the server's certificate, as CURLOPT_CERTINFO has it; NULL without one.
static inline const char *playhead_curl_certificate_end(CURL *easy) {
    static const char name[] = "Expire date:";
    struct curl_certinfo *info = NULL;
    if (curl_easy_getinfo(easy, CURLINFO_CERTINFO, &info) != CURLE_OK || !info || info->num_of_certs < 1) return NULL;
    for (struct curl_slist *line = info->certinfo[0]; line; line = line->next)
        if (strncmp(line->data, name, sizeof name - 1) == 0) return line->data + sizeof name - 1;
    return NULL;
}

// curl_multi_setopt is variadic.
static inline CURLMcode playhead_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode playhead_curl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode playhead_curl_multi_set_socket_watcher(CURLM *multi, curl_socket_callback function) {
    return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, function);
}
static inline CURLMcode playhead_curl_multi_set_timer(CURLM *multi, curl_multi_timer_callback function) {
    return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, function);
}

// A union in the message, which Swift imports under a name that differs between versions of its importer.
static inline CURLcode playhead_curl_message_result(const CURLMsg *message) { return message->data.result; }

// The address in full: the field is declared shorter than what is there.
static inline const void *playhead_curl_address_bytes(const struct curl_sockaddr *address) { return &address->addr; }

// Macros with casts.
static inline locale_t playhead_global_locale(void) { return LC_GLOBAL_LOCALE; }
static const size_t playhead_curl_pause = CURL_WRITEFUNC_PAUSE;
static const curl_socket_t playhead_curl_bad_socket = CURL_SOCKET_BAD;
static const curl_socket_t playhead_curl_timeout_socket = CURL_SOCKET_TIMEOUT;
static const int playhead_curl_continue = CURLPAUSE_CONT;
static const long playhead_curl_global = CURL_GLOBAL_DEFAULT;
static const long playhead_curl_http1 = CURL_HTTP_VERSION_1_1;
static const long playhead_curl_http2_over_tls = CURL_HTTP_VERSION_2TLS;

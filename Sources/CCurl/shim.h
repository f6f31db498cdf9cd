#ifndef ENDPOINT_CCURL_SHIM_H
#define ENDPOINT_CCURL_SHIM_H

#include <curl/curl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#if LIBCURL_VERSION_NUM < 0x074d00
#error "libcurl 7.77 or newer is needed"
#endif

// Swift cannot call C functions with variable arguments. One wrapper for each type of argument.

typedef size_t (*ccurl_data_callback)(char *bytes, size_t size, size_t count, void *context);
typedef int (*ccurl_seek_callback)(void *context, curl_off_t offset, int origin);
typedef curl_socket_t (*ccurl_open_socket_callback)(
    void *context, curlsocktype purpose, struct curl_sockaddr *address);
typedef int (*ccurl_close_socket_callback)(void *context, curl_socket_t socket);
typedef int (*ccurl_socket_callback)(
    CURL *easy, curl_socket_t socket, int what, void *context, void *socket_context);
typedef int (*ccurl_timer_callback)(CURLM *multi, long milliseconds, void *context);

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_offset(CURL *easy, CURLoption option, int64_t value) {
  return curl_easy_setopt(easy, option, (curl_off_t)value);
}

static inline CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_url(CURL *easy, CURLU *url) {
  return curl_easy_setopt(easy, CURLOPT_CURLU, url);
}

static inline CURLcode ccurl_set_data_callback(
    CURL *easy, CURLoption option, ccurl_data_callback callback) {
  return curl_easy_setopt(easy, option, callback);
}

static inline CURLcode ccurl_set_seek_callback(CURL *easy, ccurl_seek_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, callback);
}

static inline CURLcode ccurl_set_open_socket_callback(
    CURL *easy, ccurl_open_socket_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}

static inline CURLcode ccurl_set_close_socket_callback(
    CURL *easy, ccurl_close_socket_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, callback);
}

static inline CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline int64_t ccurl_get_offset(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  curl_easy_getinfo(easy, info, &value);
  return (int64_t)value;
}

static inline long ccurl_get_long_or_zero(CURL *easy, CURLINFO info) {
  long value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}

static inline const char *ccurl_get_string(CURL *easy, CURLINFO info) {
  char *value = NULL;
  curl_easy_getinfo(easy, info, &value);
  return value;
}

static inline void *ccurl_get_private(CURL *easy) {
  char *value = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value);
  return value;
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode ccurl_multi_set_socket_callback(
    CURLM *multi, ccurl_socket_callback callback, void *context) {
  CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  return code == CURLM_OK ? curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback) : code;
}

static inline CURLMcode ccurl_multi_set_timer_callback(
    CURLM *multi, ccurl_timer_callback callback, void *context) {
  CURLMcode code = curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
  return code == CURLM_OK ? curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, callback) : code;
}

/// A finished transfer, without the union that Swift reads badly.
typedef struct ccurl_finished {
  CURL *easy;
  CURLcode code;
} ccurl_finished;

/// Takes the next finished transfer; `easy` is NULL where there is none.
static inline ccurl_finished ccurl_multi_next_finished(CURLM *multi) {
  ccurl_finished finished = {NULL, CURLE_OK};
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left)) != NULL) {
    if (message->msg != CURLMSG_DONE) continue;
    finished.easy = message->easy_handle;
    finished.code = message->data.result;
    return finished;
  }
  return finished;
}

/// Only http and https, whatever the library was built with.
static inline CURLcode ccurl_allow_only_http(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

/// Does not wait for a name lookup that is under way when its transfer is removed.
static inline void ccurl_set_quick_exit(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
  (void)easy;
#endif
}

/// Goes on in the directions that are not to stay paused.
static inline CURLcode ccurl_continue(CURL *easy, int receive_paused, int send_paused) {
  return curl_easy_pause(
      easy, (receive_paused ? CURLPAUSE_RECV : 0) | (send_paused ? CURLPAUSE_SEND : 0));
}

static inline size_t ccurl_write_pause(void) { return CURL_WRITEFUNC_PAUSE; }
static inline size_t ccurl_read_pause(void) { return CURL_READFUNC_PAUSE; }
static inline size_t ccurl_read_abort(void) { return CURL_READFUNC_ABORT; }

/// Bits `CURL_VERSION_…` of what the library was built with.
static inline int ccurl_features(void) {
  const curl_version_info_data *info = curl_version_info(CURLVERSION_NOW);
  return info == NULL ? 0 : info->features;
}

/// Opens the socket that libcurl asks for, as libcurl itself would.
static inline curl_socket_t ccurl_open_socket(const struct curl_sockaddr *address) {
#ifdef SOCK_CLOEXEC
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
  return socket(address->family, address->socktype, address->protocol);
#endif
}

/// Certificate authorities in PEM, kept by libcurl as a copy.
static inline CURLcode ccurl_set_authorities(CURL *easy, const void *bytes, size_t count) {
  struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
  return curl_easy_setopt(easy, CURLOPT_CAINFO_BLOB, &blob);
}

#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>

// The event's payload is a union; one flat function each way.

static inline int ccurl_epoll_set(int epoll, int operation, int descriptor, uint32_t events) {
  struct epoll_event event;
  event.events = events;
  event.data.u64 = (uint64_t)(uint32_t)descriptor;
  return epoll_ctl(epoll, operation, descriptor, &event);
}

static inline int ccurl_epoll_descriptor(const struct epoll_event *event) {
  return (int)(uint32_t)event->data.u64;
}
#endif

#endif

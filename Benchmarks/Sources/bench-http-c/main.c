// The baseline: what a careful C program on curl_multi reaches with the work a client library has
// to do. Handles are pooled; for each request the URL and the header list are made anew, the
// response's header and body are collected, and status and time are asked for.
//
//   bench-http-c URL IN_FLIGHT COUNT [CA_FILE]
//
// prints "COUNT CPU_SECONDS PEAK_KB BYTES".
#include <curl/curl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#ifndef __linux__
int main(void) {
  fputs("this baseline needs epoll\n", stderr);
  return 2;
}
#else
#include <sys/epoll.h>

typedef struct {
  char *bytes;
  size_t count, capacity;
} buffer;

typedef struct exchange {
  CURL *easy;
  struct curl_slist *fields;
  buffer header, body;
  char error[CURL_ERROR_SIZE];
} exchange;

static CURLM *multi;
static int epoll_descriptor;
static long timeout_milliseconds = -1;
static const char *base_url, *authorities;
static long started, finished, wanted;
static size_t received;
static unsigned char registered[65536];

static int append(buffer *target, const char *bytes, size_t count) {
  if (target->count + count > target->capacity) {
    size_t larger = target->capacity + target->capacity / 2;
    if (larger < target->count + count) larger = target->count + count;
    char *grown = realloc(target->bytes, larger);
    if (!grown) return 0;
    target->bytes = grown;
    target->capacity = larger;
  }
  memcpy(target->bytes + target->count, bytes, count);
  target->count += count;
  return 1;
}

static size_t on_header(char *bytes, size_t size, size_t count, void *context) {
  exchange *self = context;
  return append(&self->header, bytes, size * count) ? size * count : 0;
}

static size_t on_body(char *bytes, size_t size, size_t count, void *context) {
  exchange *self = context;
  if (self->body.count == 0) {
    curl_off_t length = -1;
    curl_easy_getinfo(self->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    if (length > 0 && (size_t)length > self->body.capacity) {
      self->body.bytes = realloc(self->body.bytes, (size_t)length);
      self->body.capacity = (size_t)length;
    }
  }
  return append(&self->body, bytes, size * count) ? size * count : 0;
}

// A connection stays registered for reading between its transfers; epoll forgets it by itself
// when it is closed, and the number's next owner starts afresh.
static curl_socket_t on_open(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)context, (void)purpose;
  int descriptor =
      socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  if (descriptor >= 0 && descriptor < 65536) registered[descriptor] = 0;
  return descriptor;
}

static int on_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *more) {
  (void)easy, (void)context, (void)more;
  unsigned char events = what == CURL_POLL_REMOVE ? 0 : (unsigned char)what;
  if (socket < 0 || socket >= 65536 || events == 0) return 0;
  if ((registered[socket] & events) == events) return 0;
  struct epoll_event event = {
      (events & CURL_POLL_IN ? EPOLLIN : 0) | (events & CURL_POLL_OUT ? EPOLLOUT : 0),
      {.fd = socket}};
  int operation = registered[socket] ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  if (epoll_ctl(epoll_descriptor, operation, socket, &event) != 0)
    epoll_ctl(
        epoll_descriptor, operation == EPOLL_CTL_ADD ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket,
        &event);
  registered[socket] = events;
  return 0;
}

static int on_timer(CURLM *handle, long milliseconds, void *context) {
  (void)handle, (void)context;
  timeout_milliseconds = milliseconds;
  return 0;
}

static void start(exchange *self) {
  char url[512];
  snprintf(url, sizeof url, "%s?n=%ld", base_url, started++);
  self->fields = curl_slist_append(NULL, "Accept: application/json");
  self->fields = curl_slist_append(self->fields, "User-Agent: bench/1.0");
  self->header.count = 0;
  memset(&self->body, 0, sizeof self->body);
  curl_easy_setopt(self->easy, CURLOPT_URL, url);
  curl_easy_setopt(self->easy, CURLOPT_HTTPGET, 1L);
  curl_easy_setopt(self->easy, CURLOPT_HTTPHEADER, self->fields);
  curl_easy_setopt(self->easy, CURLOPT_CONNECTTIMEOUT_MS, 30000L);
  curl_multi_add_handle(multi, self->easy);
}

static void prepare(exchange *self) {
  self->easy = curl_easy_init();
  curl_easy_setopt(self->easy, CURLOPT_PRIVATE, self);
  curl_easy_setopt(self->easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(self->easy, CURLOPT_ERRORBUFFER, self->error);
  curl_easy_setopt(self->easy, CURLOPT_WRITEFUNCTION, on_body);
  curl_easy_setopt(self->easy, CURLOPT_WRITEDATA, self);
  curl_easy_setopt(self->easy, CURLOPT_HEADERFUNCTION, on_header);
  curl_easy_setopt(self->easy, CURLOPT_HEADERDATA, self);
  curl_easy_setopt(self->easy, CURLOPT_OPENSOCKETFUNCTION, on_open);
  curl_easy_setopt(self->easy, CURLOPT_ACCEPT_ENCODING, "");
  curl_easy_setopt(self->easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
  curl_easy_setopt(self->easy, CURLOPT_PIPEWAIT, strncmp(base_url, "https", 5) == 0 ? 1L : 0L);
  if (authorities) curl_easy_setopt(self->easy, CURLOPT_CAINFO, authorities);
}

static void collect(void) {
  int left;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left))) {
    exchange *self;
    long status = 0;
    curl_off_t total = 0;
    CURLcode code = message->data.result;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&self);
    curl_easy_getinfo(self->easy, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(self->easy, CURLINFO_TOTAL_TIME_T, &total);
    if (code != CURLE_OK || status != 200) {
      fprintf(stderr, "failed: %d %ld %s\n", code, status, self->error);
      exit(1);
    }
    curl_multi_remove_handle(multi, self->easy);
    curl_slist_free_all(self->fields);
    received += self->body.count;
    free(self->body.bytes);
    finished++;
    if (started < wanted) start(self);
  }
}

static double cpu_seconds(struct rusage *usage) {
  getrusage(RUSAGE_SELF, usage);
  return usage->ru_utime.tv_sec + usage->ru_utime.tv_usec / 1e6 + usage->ru_stime.tv_sec +
         usage->ru_stime.tv_usec / 1e6;
}

int main(int count, char **arguments) {
  if (count < 4) return 2;
  base_url = arguments[1];
  int in_flight = atoi(arguments[2]);
  wanted = atol(arguments[3]);
  authorities = count > 4 ? arguments[4] : NULL;
  curl_global_init(CURL_GLOBAL_DEFAULT);
  multi = curl_multi_init();
  epoll_descriptor = epoll_create1(EPOLL_CLOEXEC);
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, 256L);
  exchange *exchanges = calloc((size_t)in_flight, sizeof *exchanges);
  for (int index = 0; index < in_flight; index++) prepare(&exchanges[index]);
  struct rusage usage;
  double begin = cpu_seconds(&usage);
  for (int index = 0; index < in_flight && started < wanted; index++) start(&exchanges[index]);
  struct epoll_event events[128];
  int running;
  while (finished < wanted) {
    while (timeout_milliseconds == 0) {
      timeout_milliseconds = -1;
      curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
      collect();
    }
    if (finished >= wanted) break;
    int ready = epoll_wait(epoll_descriptor, events, 128, (int)timeout_milliseconds);
    if (ready == 0) timeout_milliseconds = 0;
    for (int index = 0; index < ready; index++) {
      unsigned flags = events[index].events;
      int mask = (flags & (EPOLLIN | EPOLLHUP) ? CURL_CSELECT_IN : 0) |
                 (flags & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
                 (flags & EPOLLERR ? CURL_CSELECT_ERR : 0);
      curl_multi_socket_action(multi, events[index].data.fd, mask, &running);
    }
    collect();
  }
  double end = cpu_seconds(&usage);
  printf("%ld %.6f %ld %zu\n", finished, end - begin, usage.ru_maxrss, received);
  return 0;
}
#endif

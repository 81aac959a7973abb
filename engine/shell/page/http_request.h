/* The headers of a request to the server (http_server.h), and what is refused by them. Private to
 * the server. */
#ifndef SHELL_HTTP_REQUEST_H
#define SHELL_HTTP_REQUEST_H

#include "http_server.h"
#include "system/address.h"

enum {
    HTTP_STATUS_OK = 200,
    HTTP_STATUS_WRONG = 400,
    HTTP_STATUS_FORBIDDEN = 403,
    HTTP_STATUS_UNKNOWN = 404,
    HTTP_STATUS_METHOD = 405,
    HTTP_STATUS_NO_LENGTH = 411,
    HTTP_STATUS_TOO_LARGE = 413,
    HTTP_STATUS_BUSY = 503
};

/* The headers that matter; NULL: not given. */
typedef struct http_headers {
    const char *host, *origin, *site, *length;
    bool twice, chunked;
} http_headers;

/* An http_header (http_library.h): keeps what matters in the http_headers `user`. */
int http_take_header(void *user, int kind, const char *name, const char *value);

/* Says why a request is refused by its headers, and sets its status; NULL if it is not refused.
 * `own` is the address at which the server listens. */
const char *http_refusal(const http_headers *h, const char *path, const http_settings *settings,
                         const system_address *own, int *status);

/* Reads how long the body will be. Returns NULL, or why it is refused, and sets the status. */
const char *http_read_length(const http_headers *h, const http_route *route, size_t *length,
                             int *status);

#endif

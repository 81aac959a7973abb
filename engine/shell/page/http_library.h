/* The library libmicrohttpd (Debian: libmicrohttpd12), which is loaded when `morpho serve` begins.
 * Names, numbers and types are those of its interface, version 12; tests/shell/test_http_library.c
 * compares them with its header where that is installed. */
#ifndef SHELL_HTTP_LIBRARY_H
#define SHELL_HTTP_LIBRARY_H

#include <stdint.h>
#include <sys/types.h>

#include "system/library.h"

struct MHD_Daemon;
struct MHD_Connection;
struct MHD_Response;

/* What a function or a callback returns. */
enum { HTTP_NO = 0, HTTP_YES = 1 };

/* Flags of a daemon: a thread of its own that polls; connections can be suspended. */
enum { HTTP_OWN_THREAD = 8, HTTP_SIX = 16, HTTP_POLL = 64, HTTP_SUSPENDS = 8192 | 1024 };

/* Options of a daemon. */
enum {
    HTTP_OPTIONS_END = 0,
    HTTP_CONNECTION_MEMORY = 1, /* size_t */
    HTTP_CONNECTIONS_MAX = 2,   /* unsigned */
    HTTP_IDLE_SECONDS = 3,      /* unsigned */
    HTTP_ON_COMPLETED = 4,      /* http_completed *, void * */
    HTTP_ADDRESS = 6,           /* const struct sockaddr * */
    HTTP_STRICT = 29            /* int */
};

/* The headers of a request; the port of a daemon; the size of an answer that is not known; how the
 * bytes of an answer are kept; the end of an answer of unknown size. */
enum { HTTP_HEADERS = 1, HTTP_PORT = 6, HTTP_LASTING = 0, HTTP_COPIED = 2, HTTP_STREAM_ENDS = -1 };
#define HTTP_SIZE_UNKNOWN UINT64_MAX

typedef int http_access(void *user, struct MHD_Connection *connection, const char *path,
                        const char *method, const char *version, const char *upload, size_t *size,
                        void **exchange);
typedef void http_completed(void *user, struct MHD_Connection *connection, void **exchange,
                            int how);
typedef int http_header(void *user, int kind, const char *name, const char *value);
typedef ssize_t http_reader(void *user, uint64_t offset, char *bytes, size_t most);
typedef void http_freer(void *user);

typedef struct http_library {
    system_library loaded;
    struct MHD_Daemon *(*start)(unsigned flags, uint16_t port, void *accept, void *accept_user,
                                http_access *access, void *access_user, ...);
    void (*stop)(struct MHD_Daemon *daemon);
    const void *(*daemon_info)(struct MHD_Daemon *daemon, int kind, ...);
    int (*headers)(struct MHD_Connection *connection, int kind, http_header *each, void *user);
    struct MHD_Response *(*answer_of_bytes)(size_t size, void *bytes, int kept);
    struct MHD_Response *(*answer_of_reader)(uint64_t size, size_t block, http_reader *reader,
                                             void *user, http_freer *freer);
    int (*add_header)(struct MHD_Response *answer, const char *name, const char *value);
    int (*queue)(struct MHD_Connection *connection, unsigned status, struct MHD_Response *answer);
    void (*destroy)(struct MHD_Response *answer);
    void (*suspend)(struct MHD_Connection *connection);
    void (*resume)(struct MHD_Connection *connection);
} http_library;

/* Returns false and fills `why` if the library is missing or has not all of these functions.
 * http_library_close() releases it, also after a failure. */
bool http_library_open(http_library *l, failure *why);
void http_library_close(http_library *l);

#endif

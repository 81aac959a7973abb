/* A small server of HTTP for one page: routes, bodies with a limit, and a stream of events. It runs
 * on a thread of its own. All that comes from the net is hostile:
 *
 * - Host must be this machine: the address at which the server listens, localhost and the other
 *   loopback addresses if that is one, or any numeric address if it listens at all of them. So a
 *   page of another site whose name leads here (DNS rebinding) gets nothing.
 * - Origin, if there is one, must be that of the page, and Sec-Fetch-Site must not be another site,
 *   except that a link may lead to the page. So no other site gives commands.
 * - A body needs its Content-Length. Connections, their memory and their idle time are limited.
 *
 * An answer to what is refused says why, as plain text. */
#ifndef SHELL_HTTP_SERVER_H
#define SHELL_HTTP_SERVER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/failure.h"

typedef struct http_answer {
    int status;       /* 200 if the handler does not change it */
    const char *type; /* of the text, as in "text/html; charset=utf-8" */
    const char *text; /* must last as long as the server; NULL: the answer is `reason` */
    failure reason;   /* plain text; "" is an empty answer */
} http_answer;

/* Answers a request. The body ends with a NUL, and has no other. Called on the thread of the
 * server, one call at a time. */
typedef void http_handler(void *user, const char *body, http_answer *answer);

typedef struct http_route {
    const char *method, *path; /* GET or POST; a GET answers HEAD too */
    size_t body_max;           /* bytes; 0: it has no body */
    http_handler *handler;     /* NULL: the stream of events */
} http_route;

typedef struct http_settings {
    const char *address; /* numeric */
    int port;            /* 0: one that is free */
    const char *policy;  /* Content-Security-Policy of all answers */
    const http_route *routes;
    int route_count;
    void *user; /* of the handlers */
} http_settings;

typedef struct http_server http_server;

/* Starts the server. What the settings point to must outlast it. Returns NULL and fills
 * `why` if the library is missing, or if the system refuses address or port. http_server_stop()
 * ends it; NULL is fine. */
http_server *http_server_start(const http_settings *settings, failure *why);
void http_server_stop(http_server *server);

/* The port at which it listens. */
int http_server_port(const http_server *server);

/* The number of clients that read the stream of events. */
int http_server_watchers(http_server *server);

/* Sends an event to all that read the stream, and to each that comes before the next event. The
 * text has one line. A client that reads slowly misses events: after each it gets the newest one.
 * Returns false if memory is short. */
bool http_server_publish(http_server *server, const char *text, size_t size);

/* Sends a sign of life to all that read the stream, by which the server also finds out who is gone.
 */
void http_server_beat(http_server *server);

#endif

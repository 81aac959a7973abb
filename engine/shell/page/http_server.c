#include "http_server.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http_library.h"
#include "http_request.h"
#include "system/address.h"

enum { CONNECTIONS_MAX = 64, STREAMS_MAX = 16, IDLE_SECONDS = 30 };
enum { CONNECTION_BYTES = 32 << 10, BLOCK_BYTES = 32 << 10 };

static const char plain[] = "text/plain; charset=utf-8";

/* An event that streams send; freed with the last reference. */
typedef struct frame {
    int references;
    size_t size;
    char text[];
} frame;

/* An answer that is a stream of events. */
typedef struct stream {
    struct stream *next;
    http_server *server;
    struct MHD_Connection *connection;
    frame *now;  /* the event that is being sent, or NULL */
    size_t sent; /* bytes of it */
    unsigned long seen, beats;
    bool waits; /* suspended, until there is something to send */
} stream;

/* A request whose body is being read. */
typedef struct exchange {
    const http_route *route;
    size_t expected, size;
    char body[];
} exchange;

struct http_server {
    http_library library;
    http_settings settings;
    system_address address;
    struct MHD_Daemon *daemon;
    pthread_mutex_t lock; /* of all below */
    stream *streams;
    frame *newest;
    unsigned long number, beats; /* of the events and signs so far */
    bool ends;
};

static int send_answer(http_server *server, struct MHD_Connection *connection, int status,
                       const char *type, struct MHD_Response *answer)
{
    const http_library *l = &server->library;
    const char *const fields[][2] = {{"Content-Type", type},
                                     {"Content-Security-Policy", server->settings.policy},
                                     {"X-Content-Type-Options", "nosniff"},
                                     {"X-Frame-Options", "DENY"},
                                     {"Referrer-Policy", "no-referrer"},
                                     {"Cross-Origin-Resource-Policy", "same-origin"},
                                     {"Cross-Origin-Opener-Policy", "same-origin"},
                                     {"Cache-Control", "no-store"}};
    int done = answer != NULL ? HTTP_YES : HTTP_NO;
    for (size_t i = 0; i < sizeof fields / sizeof *fields && done == HTTP_YES; i++) {
        done = l->add_header(answer, fields[i][0], fields[i][1]);
    }
    if (done == HTTP_YES && status == HTTP_STATUS_METHOD) {
        done = l->add_header(answer, "Allow", "GET, HEAD, POST");
    }
    if (done == HTTP_YES) {
        done = l->queue(connection, (unsigned)status, answer);
    }
    if (answer != NULL) {
        l->destroy(answer);
    }
    return done;
}

static int send_text(http_server *server, struct MHD_Connection *connection, int status,
                     const char *type, const char *text, int kept)
{
    /* The library does not write to the bytes. */
    return send_answer(server, connection, status, type,
                       server->library.answer_of_bytes(strlen(text), (void *)text, kept));
}

static int refuse(http_server *server, struct MHD_Connection *connection, int status,
                  const char *reason)
{
    return send_text(server, connection, status, plain, reason, HTTP_COPIED);
}

static void drop_frame(frame *f)
{
    if (f != NULL && --f->references == 0) {
        free(f);
    }
}

/* What the stream sends next. */
static void take_newest(stream *s)
{
    if (s->now != NULL && s->sent == s->now->size) {
        drop_frame(s->now);
        s->now = NULL;
    }
    if (s->now == NULL && s->server->newest != NULL && s->seen != s->server->number) {
        s->now = s->server->newest;
        s->now->references++;
        s->sent = 0;
        s->seen = s->server->number;
    }
}

/* An http_reader. */
static ssize_t read_stream(void *user, uint64_t offset, char *bytes, size_t most)
{
    static const char sign[] = ":\n\n";
    stream *s = user;
    http_server *server = s->server;
    ssize_t got = 0;
    (void)offset;
    pthread_mutex_lock(&server->lock);
    take_newest(s);
    if (server->ends) {
        got = HTTP_STREAM_ENDS;
    } else if (s->now != NULL) {
        const size_t left = s->now->size - s->sent, size = left < most ? left : most;
        memcpy(bytes, s->now->text + s->sent, size);
        s->sent += size;
        got = (ssize_t)size;
    } else if (s->beats != server->beats && most >= strlen(sign)) {
        memcpy(bytes, sign, strlen(sign));
        got = (ssize_t)strlen(sign);
    } else {
        s->waits = true;
        server->library.suspend(s->connection);
    }
    s->beats = server->beats;
    pthread_mutex_unlock(&server->lock);
    return got;
}

/* An http_freer: the client is gone, or the server ends. */
static void free_stream(void *user)
{
    stream *s = user;
    http_server *server = s->server;
    pthread_mutex_lock(&server->lock);
    stream **place = &server->streams;
    while (*place != NULL && *place != s) {
        place = &(*place)->next;
    }
    if (*place != NULL) {
        *place = s->next;
    }
    drop_frame(s->now);
    pthread_mutex_unlock(&server->lock);
    free(s);
}

/* Lets all streams go on that wait. Called under the lock. */
static void wake_streams(http_server *server)
{
    for (stream *s = server->streams; s != NULL; s = s->next) {
        if (s->waits) {
            s->waits = false;
            server->library.resume(s->connection);
        }
    }
}

static int begin_stream(http_server *server, struct MHD_Connection *connection)
{
    if (http_server_watchers(server) >= STREAMS_MAX) {
        return refuse(server, connection, HTTP_STATUS_BUSY, "too many pages are open");
    }
    stream *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return refuse(server, connection, HTTP_STATUS_BUSY, "not enough memory for another page");
    }
    s->server = server;
    s->connection = connection;
    struct MHD_Response *answer = server->library.answer_of_reader(HTTP_SIZE_UNKNOWN, BLOCK_BYTES,
                                                                   read_stream, s, free_stream);
    if (answer == NULL) {
        free(s);
        return HTTP_NO;
    }
    pthread_mutex_lock(&server->lock);
    s->beats = server->beats;
    s->next = server->streams;
    server->streams = s;
    pthread_mutex_unlock(&server->lock);
    return send_answer(server, connection, HTTP_STATUS_OK, "text/event-stream", answer);
}

/* Finds the route of a request. Sets the status to what is wrong if there is none. */
static const http_route *find_route(const http_server *server, const char *path, const char *method,
                                    int *status)
{
    const char *asked = strcmp(method, "HEAD") == 0 ? "GET" : method;
    *status = HTTP_STATUS_UNKNOWN;
    for (int i = 0; i < server->settings.route_count; i++) {
        const http_route *route = &server->settings.routes[i];
        if (strcmp(route->path, path) == 0) {
            *status = HTTP_STATUS_METHOD;
            if (strcmp(route->method, asked) == 0) {
                return route;
            }
        }
    }
    return NULL;
}

/* Looks at the headers of a new request. */
static int begin_exchange(http_server *server, struct MHD_Connection *connection, const char *path,
                          const char *method, void **own)
{
    http_headers h = {.host = NULL};
    size_t length = 0;
    int status;
    server->library.headers(connection, HTTP_HEADERS, http_take_header, &h);
    const char *reason = http_refusal(&h, path, &server->settings, &server->address, &status);
    if (reason != NULL) {
        return refuse(server, connection, status, reason);
    }
    const http_route *route = find_route(server, path, method, &status);
    if (route == NULL) {
        return refuse(server, connection, status,
                      status == HTTP_STATUS_METHOD ? "the method is wrong"
                                                   : "there is no such page");
    }
    reason = http_read_length(&h, route, &length, &status);
    if (reason != NULL) {
        return refuse(server, connection, status, reason);
    }
    exchange *x = calloc(1, sizeof *x + length + 1);
    if (x == NULL) {
        return HTTP_NO;
    }
    x->route = route;
    x->expected = length;
    *own = x;
    return HTTP_YES;
}

/* Keeps a part of the body. */
static int take_body(exchange *x, const char *upload, size_t *size)
{
    if (*size > x->expected - x->size) {
        return HTTP_NO;
    }
    memcpy(x->body + x->size, upload, *size);
    x->size += *size;
    *size = 0;
    return HTTP_YES;
}

static int answer_exchange(http_server *server, struct MHD_Connection *connection,
                           const exchange *x)
{
    http_answer answer = {.status = HTTP_STATUS_OK, .type = plain};
    if (x->route->handler == NULL) {
        return begin_stream(server, connection);
    }
    if (x->size != x->expected || memchr(x->body, '\0', x->size) != NULL) {
        return refuse(server, connection, HTTP_STATUS_WRONG, "the body is not a text");
    }
    answer.reason.text[0] = '\0';
    x->route->handler(server->settings.user, x->body, &answer);
    return answer.text != NULL ? send_text(server, connection, answer.status, answer.type,
                                           answer.text, HTTP_LASTING)
                               : refuse(server, connection, answer.status, answer.reason.text);
}

/* An http_access: called with the headers, then with each part of the body, then at its end. */
static int take_request(void *user, struct MHD_Connection *connection, const char *path,
                        const char *method, const char *version, const char *upload, size_t *size,
                        void **own)
{
    http_server *server = user;
    (void)version;
    if (*own == NULL) {
        return begin_exchange(server, connection, path, method, own);
    }
    return *size > 0 ? take_body(*own, upload, size) : answer_exchange(server, connection, *own);
}

/* An http_completed. */
static void end_request(void *user, struct MHD_Connection *connection, void **own, int how)
{
    (void)user;
    (void)connection;
    (void)how;
    free(*own);
    *own = NULL;
}

static bool start_daemon(http_server *server, failure *why)
{
    const http_settings *s = &server->settings;
    unsigned flags = HTTP_OWN_THREAD | HTTP_POLL | HTTP_SUSPENDS;
    if (!system_address_read(&server->address, s->address, s->port, why)) {
        return false;
    }
    flags |= server->address.six ? HTTP_SIX : 0u;
    errno = 0;
    server->daemon = server->library.start(
        flags, (uint16_t)s->port, NULL, NULL, take_request, server, HTTP_ADDRESS,
        (const void *)server->address.socket.bytes, HTTP_CONNECTION_MEMORY,
        (size_t)CONNECTION_BYTES, HTTP_CONNECTIONS_MAX, (unsigned)CONNECTIONS_MAX,
        HTTP_IDLE_SECONDS, (unsigned)IDLE_SECONDS, HTTP_ON_COMPLETED, end_request, (void *)NULL,
        HTTP_STRICT, 1, HTTP_OPTIONS_END);
    return server->daemon != NULL ||
           fail(why, "address %s, port %d: %s", s->address, s->port,
                errno != 0 ? strerror(errno) : "the server cannot be started");
}

http_server *http_server_start(const http_settings *settings, failure *why)
{
    http_server *server = calloc(1, sizeof *server);
    if (server == NULL) {
        fail(why, "not enough memory for the server");
        return NULL;
    }
    server->settings = *settings;
    pthread_mutex_init(&server->lock, NULL);
    if (!http_library_open(&server->library, why) || !start_daemon(server, why)) {
        http_server_stop(server);
        return NULL;
    }
    return server;
}

void http_server_stop(http_server *server)
{
    if (server == NULL) {
        return;
    }
    if (server->daemon != NULL) {
        pthread_mutex_lock(&server->lock);
        server->ends = true;
        wake_streams(server);
        pthread_mutex_unlock(&server->lock);
        server->library.stop(server->daemon);
    }
    http_library_close(&server->library);
    drop_frame(server->newest);
    pthread_mutex_destroy(&server->lock);
    free(server);
}

int http_server_port(const http_server *server)
{
    const uint16_t *port = server->library.daemon_info(server->daemon, HTTP_PORT);
    return port != NULL ? *port : server->settings.port;
}

int http_server_watchers(http_server *server)
{
    int count = 0;
    pthread_mutex_lock(&server->lock);
    for (const stream *s = server->streams; s != NULL; s = s->next) {
        count++;
    }
    pthread_mutex_unlock(&server->lock);
    return count;
}

bool http_server_publish(http_server *server, const char *text, size_t size)
{
    static const char begin[] = "data: ", end[] = "\n\n";
    const size_t room = strlen(begin) + size + strlen(end);
    frame *next = malloc(sizeof *next + room);
    if (next == NULL) {
        return false;
    }
    next->references = 1;
    next->size = room;
    memcpy(next->text, begin, strlen(begin));
    memcpy(next->text + strlen(begin), text, size);
    memcpy(next->text + strlen(begin) + size, end, strlen(end));
    pthread_mutex_lock(&server->lock);
    drop_frame(server->newest);
    server->newest = next;
    server->number++;
    wake_streams(server);
    pthread_mutex_unlock(&server->lock);
    return true;
}

void http_server_beat(http_server *server)
{
    pthread_mutex_lock(&server->lock);
    server->beats++;
    wake_streams(server);
    pthread_mutex_unlock(&server->lock);
}

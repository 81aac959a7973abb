#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "http_server.h"
#include "page_html.h"
#include "page_session.h"
#include "system/address.h"
#include "system/clock.h"
#include "system/ending.h"
#include "system/memory_stream.h"
#include "uci/text.h"
#include "verbs.h"

enum { PORT_DEFAULT = 8064, PORT_MAX = 65535, STATUS_WRONG = 400 };
enum { GO_TEXT_MAX = 32, GO_SECONDS_MAX = 86400 };

/* The pause between two looks at what has changed, that between two events in proportion to their
 * size, and that between two signs of life. Searches that nobody watches end after a while. */
enum { TICK_MS = 50, EVENT_MS = 200, EVENT_MS_PER_MEGABYTE = 1000, BEAT_MS = 5000 };
enum { UNWATCHED_MS = 15000 };

static const char policy[] =
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'";

typedef struct service {
    page_session *session;
    http_server *server;
    char *page, *script; /* what GET gives */
    int64_t event_ms, event_pause_ms, beat_ms, watched_ms;
    const char *address;
    int port;
    search_limits limits;
} service;

static int64_t now_ms(void)
{
    return system_clock_ns() / 1000000;
}

/* ---- What the page asks for ---- */

static void refuse(http_answer *answer, const failure *why)
{
    answer->status = STATUS_WRONG;
    answer->reason = *why;
}

static void give_page(void *user, const char *body, http_answer *answer)
{
    const service *s = user;
    (void)body;
    answer->type = "text/html; charset=utf-8";
    answer->text = s->page;
}

static void give_script(void *user, const char *body, http_answer *answer)
{
    const service *s = user;
    (void)body;
    answer->type = "text/javascript; charset=utf-8";
    answer->text = s->script;
}

/* A position or a game, which both searches then look at. */
static void take_text(void *user, const char *body, http_answer *answer)
{
    service *s = user;
    failure why;
    if (!page_session_put(s->session, body, &why)) {
        refuse(answer, &why);
    }
}

/* The seconds for which they go on; an empty body: until they are stopped. */
static void go_on(void *user, const char *body, http_answer *answer)
{
    service *s = user;
    failure why;
    int64_t seconds = 0;
    const char *value = *body != '\0' ? body : NULL;
    if (!request_whole_number("seconds", value, 1, GO_SECONDS_MAX, &seconds, &why) ||
        !page_session_go(s->session, 1000 * seconds, &why)) {
        refuse(answer, &why);
    }
}

static void go_back(void *user, const char *body, http_answer *answer)
{
    service *s = user;
    failure why;
    (void)body;
    if (!page_session_back(s->session, &why)) {
        refuse(answer, &why);
    }
}

static void stop(void *user, const char *body, http_answer *answer)
{
    service *s = user;
    (void)body;
    (void)answer;
    page_session_stop(s->session);
}

static const http_route routes[] = {
    {"GET", "/", 0, give_page},           {"GET", "/page.js", 0, give_script},
    {"GET", "/events", 0, NULL},          {"POST", "/put", PAGE_SESSION_GAME_MAX, take_text},
    {"POST", "/go", GO_TEXT_MAX, go_on},  {"POST", "/back", GO_TEXT_MAX, go_back},
    {"POST", "/stop", GO_TEXT_MAX, stop},
};

/* ---- The work ---- */

/* Makes the texts of the page and of its script. */
static bool make_page(service *s, failure *why)
{
    memory_stream page, script;
    if (!memory_stream_open(&page)) {
        return fail(why, "not enough memory for the page");
    }
    bool made = page_html_write_live(policy, page.stream);
    made &= memory_stream_close(&page);
    s->page = page.text;
    if (made && memory_stream_open(&script)) {
        made = page_html_write_script(script.stream);
        made &= memory_stream_close(&script);
        s->script = script.text;
    }
    return (made && s->script != NULL) || fail(why, "not enough memory for the page");
}

static bool start(service *s, engine *e, failure *why)
{
    const http_settings http = {.address = s->address,
                                .port = s->port,
                                .policy = policy,
                                .routes = routes,
                                .route_count = sizeof routes / sizeof *routes,
                                .user = s};
    if (!make_page(s, why)) {
        return false;
    }
    system_ending_begin();
    s->session = page_session_new(e, &s->limits, why);
    s->server = s->session != NULL ? http_server_start(&http, why) : NULL;
    return s->server != NULL;
}

static void tell_begun(const service *s)
{
    system_address a;
    const bool known = system_address_read(&a, s->address, 0, NULL), six = known && a.six;
    printf("http://%s%s%s:%d/\n", six ? "[" : "", s->address, six ? "]" : "",
           http_server_port(s->server));
    fflush(stdout);
    if (known && !a.loopback) {
        fprintf(stderr, "morpho: serve: everyone who reaches this address can use the page\n");
    }
    fprintf(stderr, "morpho: serve: open this address in a browser; quit or Ctrl-C ends the "
                    "program\n");
}

/* Sends what has changed. Large events are rare. */
static void send_news(service *s, int64_t now)
{
    memory_stream news;
    if (now - s->event_ms < s->event_pause_ms || !page_session_write(s->session, &news)) {
        return;
    }
    if (!http_server_publish(s->server, news.text, news.size)) {
        page_session_write_again(s->session);
    }
    s->event_ms = now;
    s->event_pause_ms = EVENT_MS + (int64_t)(news.size >> 10) * EVENT_MS_PER_MEGABYTE / 1024;
    free(news.text);
}

static void tick(service *s)
{
    const int64_t now = now_ms();
    send_news(s, now);
    if (now - s->beat_ms >= BEAT_MS) {
        http_server_beat(s->server);
        s->beat_ms = now;
    }
    if (http_server_watchers(s->server) > 0) {
        s->watched_ms = now;
    } else if (now - s->watched_ms >= UNWATCHED_MS) {
        page_session_stop(s->session);
        s->watched_ms = now;
    }
}

static bool read_words(verb_call *call, service *s, failure *why)
{
    const char *port_text = NULL;
    const request_option options[] = {{"address", &s->address}, {"port", &port_text}};
    system_address a;
    int64_t port = PORT_DEFAULT;
    s->address = "127.0.0.1";
    s->limits = request_default().limits;
    if (!request_take_options(call->words, options, 2, why) ||
        !request_whole_number("--port", port_text, 0, PORT_MAX, &port, why) ||
        !system_address_read(&a, s->address, (int)port, why)) {
        return false;
    }
    s->port = (int)port;
    return verb_join(call, call->words, why) && request_read_limits(call->text, &s->limits, why);
}

bool serve_run(verb_call *call, failure *why)
{
    service s = {.session = NULL};
    const bool done = read_words(call, &s, why) && start(&s, call->engine, why);
    if (done) {
        tell_begun(&s);
        s.watched_ms = now_ms();
        while (!system_ending_wait(TICK_MS)) {
            tick(&s);
        }
    }
    http_server_stop(s.server);
    page_session_free(s.session);
    free(s.page);
    free(s.script);
    return done;
}

#include "http_request.h"

#include <string.h>
#include <strings.h>

#include "http_library.h"
#include "uci/text.h"

static void keep(http_headers *h, const char **place, const char *value)
{
    h->twice |= *place != NULL;
    *place = value != NULL ? value : "";
}

int http_take_header(void *user, int kind, const char *name, const char *value)
{
    http_headers *h = user;
    (void)kind;
    if (strcasecmp(name, "Host") == 0) {
        keep(h, &h->host, value);
    } else if (strcasecmp(name, "Origin") == 0) {
        keep(h, &h->origin, value);
    } else if (strcasecmp(name, "Sec-Fetch-Site") == 0) {
        keep(h, &h->site, value);
    } else if (strcasecmp(name, "Content-Length") == 0) {
        keep(h, &h->length, value);
    } else if (strcasecmp(name, "Transfer-Encoding") == 0) {
        h->chunked = true;
    }
    return HTTP_YES;
}

/* Copies the name or address of a Host, without its port and brackets. */
static bool take_host(const char *host, char name[TEXT_WORD_MAX])
{
    const bool bracket = host[0] == '[';
    const char *begin = host + bracket, *end = begin + strcspn(begin, bracket ? "]" : ":");
    const char *rest = end + (bracket && *end == ']');
    const size_t length = (size_t)(end - begin);
    int64_t port;
    if (length == 0 || length >= TEXT_WORD_MAX || (bracket && rest == end)) {
        return false;
    }
    memcpy(name, begin, length);
    name[length] = '\0';
    return *rest == '\0' || (*rest == ':' && text_integer(rest + 1, &port));
}

static bool is_this_machine(const http_settings *settings, const system_address *own,
                            const char *host)
{
    failure why;
    system_address a;
    char name[TEXT_WORD_MAX];
    if (!take_host(host, name)) {
        return false;
    }
    const bool numeric = system_address_read(&a, name, 0, &why);
    if (own->all) {
        return numeric || text_equal(name, "localhost");
    }
    if (own->loopback) {
        return numeric ? a.loopback : text_equal(name, "localhost");
    }
    return text_equal(name, settings->address);
}

static bool is_own_origin(const http_headers *h)
{
    static const char scheme[] = "http://";
    return h->origin == NULL || (strncmp(h->origin, scheme, strlen(scheme)) == 0 &&
                                 text_equal(h->origin + strlen(scheme), h->host));
}

/* Other sites may lead to the page by a link, and to nothing else. */
static bool is_own_site(const http_headers *h, const char *path)
{
    return h->site == NULL || strcmp(h->site, "same-origin") == 0 || strcmp(h->site, "none") == 0 ||
           strcmp(path, "/") == 0;
}

const char *http_refusal(const http_headers *h, const char *path, const http_settings *settings,
                         const system_address *own, int *status)
{
    *status = HTTP_STATUS_WRONG;
    if (h->twice) {
        return "a header is given twice";
    }
    if (h->host == NULL) {
        return "the header Host is missing";
    }
    *status = HTTP_STATUS_FORBIDDEN;
    if (!is_this_machine(settings, own, h->host)) {
        return "the header Host does not name this server by its address";
    }
    if (!is_own_origin(h) || !is_own_site(h, path)) {
        return "the request comes from another site";
    }
    return NULL;
}

const char *http_read_length(const http_headers *h, const http_route *route, size_t *length,
                             int *status)
{
    int64_t number = 0;
    *status = HTTP_STATUS_NO_LENGTH;
    if (h->chunked || (route->body_max > 0 && h->length == NULL)) {
        return "the body has no Content-Length";
    }
    *status = HTTP_STATUS_WRONG;
    if (h->length != NULL && (!text_integer(h->length, &number) || number < 0)) {
        return "the Content-Length is not a number";
    }
    *status = HTTP_STATUS_TOO_LARGE;
    if ((uint64_t)number > route->body_max) {
        return "the body is too large";
    }
    *length = (size_t)number;
    return NULL;
}

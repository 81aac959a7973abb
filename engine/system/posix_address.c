#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "system/address.h"

static_assert(sizeof(struct sockaddr_in6) <= sizeof((system_address *)0)->socket.bytes, "room");

static bool read_four(system_address *a, const char *text, uint16_t port)
{
    enum { LOOPBACK_NET = 127, NET_BIT = 24 };
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(port)};
    if (inet_pton(AF_INET, text, &in.sin_addr) != 1) {
        return false;
    }
    a->loopback = ntohl(in.sin_addr.s_addr) >> NET_BIT == LOOPBACK_NET;
    a->all = in.sin_addr.s_addr == htonl(INADDR_ANY);
    memcpy(a->socket.bytes, &in, sizeof in);
    return true;
}

static bool read_six(system_address *a, const char *text, uint16_t port)
{
    struct sockaddr_in6 in = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    if (inet_pton(AF_INET6, text, &in.sin6_addr) != 1) {
        return false;
    }
    a->six = true;
    a->loopback = IN6_IS_ADDR_LOOPBACK(&in.sin6_addr);
    a->all = IN6_IS_ADDR_UNSPECIFIED(&in.sin6_addr);
    memcpy(a->socket.bytes, &in, sizeof in);
    return true;
}

bool system_address_read(system_address *a, const char *text, int port, failure *why)
{
    *a = (system_address){.six = false};
    return read_four(a, text, (uint16_t)port) || read_six(a, text, (uint16_t)port) ||
           fail(why, "\"%.64s\" is no numeric address such as 127.0.0.1 or ::1", text);
}

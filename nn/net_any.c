#include <stdlib.h>

#include "base/array_room.h"
#include "files/gzip_input.h"
#include "net_file_internal.h"
#include "nn/lc0_pool.h"
#include "nn/net.h"

/* The bytes of a file, unpacked. */
typedef struct content {
    uint8_t *bytes;
    size_t size, room;
} content;

/* Reads until the end of the file. */
static bool read_all(gzip_input *in, content *c, const char *name, failure *why)
{
    enum { PORTION = 1 << 20 };
    failure reason;
    size_t got = 1;
    while (got > 0) {
        uint8_t *larger = array_room(c->bytes, 1, &c->room, c->size + PORTION);
        if (!larger) {
            return net_file_refuse(name, why, "not enough memory to read it");
        }
        c->bytes = larger;
        if (gzip_input_read(in, c->bytes + c->size, PORTION, &got, &reason) != GZIP_READ) {
            return net_file_refuse(name, why, "%s", reason.text);
        }
        c->size += got;
        if (c->size > LC0_BYTES_MAX) {
            return net_file_refuse(name, why, "it has more than %d bytes", LC0_BYTES_MAX);
        }
    }
    return true;
}

static nets *nets_of_lc0(const content *c, const char *name, failure *why)
{
    lc0_net *net = lc0_net_new(c->bytes, c->size, name, why);
    lc0_pool *pool = net ? lc0_pool_new(net, why) : NULL;
    if (!pool) {
        return NULL;
    }
    nets *n = calloc(1, sizeof *n);
    if (!n) {
        net_file_refuse(name, why, "not enough memory");
        lc0_pool_free(pool);
        return NULL;
    }
    n->lc0 = pool;
    return n;
}

nets *nets_load_any(const char *path, failure *why)
{
    failure reason;
    content c = {.bytes = NULL};
    nets *n = NULL;
    gzip_input *in = gzip_input_open(path, &reason);
    if (!in) {
        fail(why, "net file %s", reason.text);
    } else if (read_all(in, &c, path, why)) {
        n = lc0_is_net(c.bytes, c.size) ? nets_of_lc0(&c, path, why)
                                        : nets_load_bytes(c.bytes, c.size, path, why);
    }
    gzip_input_close(in);
    free(c.bytes);
    return n;
}

void nets_take_value(nets *n, nets *from)
{
    n->file = from->file;
    n->value = from->value;
    free(from);
}

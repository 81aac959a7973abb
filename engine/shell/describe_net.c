#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "nn/lc0_pool.h"
#include "verbs.h"

static const char *const type_names[TENSOR_TYPES] = {"int8", "int16", "int32", "float", "text"};

/* True if the tensor belongs to the net of this name: "value.input" to "value". */
static bool belongs(const tensor *t, const char *net)
{
    const size_t length = strlen(net);
    return strncmp(t->name, net, length) == 0 && t->name[length] == '.';
}

static void write_net(writer *out, const net_file *file, const char *name, const char *arch,
                      float centipawns)
{
    uint64_t weights = 0, bytes = 0;
    char scale[64] = "";
    for (int i = 0; i < net_file_count(file); i++) {
        const tensor *t = net_file_at(file, i);
        if (belongs(t, name) && t->type != TENSOR_TEXT) {
            weights += (uint64_t)t->rows * t->columns;
            bytes += net_file_tensor_bytes(t->type, t->rows, t->columns);
        }
    }
    if (centipawns > 0.0f) {
        snprintf(scale, sizeof scale, ", %.1f centipawns per unit of ln(q / (1 - q))",
                 (double)centipawns);
    }
    writer_line(out, "%-8s %s, %" PRIu64 " weights, %" PRIu64 " bytes%s", name, arch, weights,
                bytes, scale);
}

static void write_tensor(writer *out, const tensor *t)
{
    char scale[32] = "";
    if (t->type == TENSOR_I8 || t->type == TENSOR_I16 || t->type == TENSOR_I32) {
        snprintf(scale, sizeof scale, "  in units of %.6g", (double)t->scale);
    }
    writer_line(out, "%-16s %-6s %6" PRIu32 " x %-6" PRIu32 "%s", t->name, type_names[t->type],
                t->rows, t->columns, scale);
}

static void write_nets(writer *out, const nets *n)
{
    write_net(out, n->file, "value", n->value.arch, n->value.centipawns);
    write_net(out, n->file, "policy", n->policy.arch, 0.0f);
    for (int i = 0; i < net_file_count(n->file); i++) {
        write_tensor(out, net_file_at(n->file, i));
    }
}

static void write_lc0(writer *out, const nets *n)
{
    char text[LC0_TEXT_MAX];
    lc0_net_describe(lc0_pool_net(n->lc0), text);
    writer_line(out, "lc0      %s", text);
    writer_line(out, "value    the built-in net, for negamax: this file serves mcts only");
}

/* Writes the nets of a file, of WeightsFile or of the program: the architecture, the weights and
 * the score scale of each net, then the tensors; of a net of Lc0 blocks, filters and heads. */
bool describe_net_run(verb_call *call, failure *why)
{
    const char *path = call->words[0], *used = call->engine->settings.weights_file;
    nets *given = NULL;
    if (path != NULL && call->words[1] != NULL) {
        return fail(why, "unexpected word \"%.64s\"", call->words[1]);
    }
    if (path != NULL ? (given = nets_load_any(path, why)) == NULL
                     : !engine_load_nets(call->engine, why)) {
        return false;
    }
    const nets *n = path != NULL ? given : call->engine->nets;
    writer_line(call->out, "%s", path != NULL ? path : used[0] != '\0' ? used : "the built-in net");
    if (n->lc0 != NULL) {
        write_lc0(call->out, n);
    } else {
        write_nets(call->out, n);
    }
    nets_free(given);
    return true;
}

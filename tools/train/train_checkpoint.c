#include "train_checkpoint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "files/input_file.h"

/* The file, in the machine's byte order, because checkpoints are not exchanged between machines:
 *   char magic[8]  u32 version  u32 crc32 of the rest  train_state  w  m  v */
static const char magic[8] = "MORPHOCK";

enum { ARRAYS = 3 };

static float *array_of(const train_net *net, int i)
{
    float *const arrays[ARRAYS] = {net->w, net->m, net->v};
    return arrays[i];
}

typedef struct prefix {
    char magic[8];
    uint32_t version, checksum;
} prefix;

uint32_t train_checkpoint_sum(const train_state *state, const train_net *net)
{
    uLong sum = crc32_z(0, (const unsigned char *)state, sizeof *state);
    for (int i = 0; i < ARRAYS; i++) {
        sum = crc32_z(sum, (const unsigned char *)array_of(net, i), net->size * sizeof(float));
    }
    return (uint32_t)sum;
}

/* The data of a checkpoint. */
typedef struct content {
    const train_state *state;
    const train_net *net;
} content;

static bool write_content(const void *context, FILE *file)
{
    const content *c = context;
    const train_net *net = c->net;
    prefix head = {.version = TRAIN_CHECKPOINT_VERSION,
                   .checksum = train_checkpoint_sum(c->state, net)};
    memcpy(head.magic, magic, sizeof magic);
    bool good = fwrite(&head, sizeof head, 1, file) == 1 &&
                fwrite(c->state, sizeof *c->state, 1, file) == 1;
    for (int i = 0; good && i < ARRAYS; i++) {
        good = fwrite(array_of(net, i), sizeof(float), net->size, file) == net->size;
    }
    return good;
}

bool train_checkpoint_write(whole_file *file, const train_state *state, const train_net *net,
                            failure *why)
{
    return whole_file_replace(file, write_content, &(content){state, net}, why);
}

/* The numbers of a run that diverged cannot be repaired by later steps or stored as integers. */
static bool is_finite(const train_state *state, const train_net *net)
{
    bool good = isfinite(state->scale) && state->scale > 0.0f;
    for (int i = 0; good && i < ARRAYS; i++) {
        for (size_t k = 0; good && k < net->size; k++) {
            good = isfinite(array_of(net, i)[k]);
        }
    }
    return good;
}

/* Reads the rest of the file after the prefix into a new net. */
static train_net *read_body(FILE *file, const prefix *head, train_state *state, const char *path,
                            failure *why)
{
    architecture arch;
    failure reason;
    if (fread(state, sizeof *state, 1, file) != 1 || !memchr(state->arch, 0, sizeof state->arch)) {
        fail(why, "%s: the checkpoint is cut off or damaged", path);
        return NULL;
    }
    if (!architecture_read(&arch, state->arch, &reason)) {
        fail(why, "%s: %s", path, reason.text);
        return NULL;
    }
    train_net *net = train_net_new(&arch, 0, why);
    if (!net) {
        return NULL;
    }
    bool whole = true;
    for (int i = 0; whole && i < ARRAYS; i++) {
        whole = fread(array_of(net, i), sizeof(float), net->size, file) == net->size;
    }
    const char *fault =
        !whole || fgetc(file) != EOF ? "the checkpoint is cut off, or too long"
        : train_checkpoint_sum(state, net) != head->checksum
            ? "the checkpoint is damaged (checksum)"
        : !is_finite(state, net)
            ? "its numbers are not all finite: the run diverged (a lower --learning-rate?)"
            : NULL;
    if (fault) {
        fail(why, "%s: %s", path, fault);
        train_net_free(net);
        return NULL;
    }
    return net;
}

train_net *train_checkpoint_read(const char *path, train_state *state, failure *why)
{
    FILE *file = input_file_stream(path, why);
    if (!file) {
        return NULL;
    }
    prefix head;
    train_net *net = NULL;
    if (fread(&head, sizeof head, 1, file) != 1 || memcmp(head.magic, magic, sizeof magic) != 0) {
        fail(why, "%s: not a checkpoint", path);
    } else if (head.version != TRAIN_CHECKPOINT_VERSION) {
        fail(why, "%s: a checkpoint of version %lu; this program reads version %d only", path,
             (unsigned long)head.version, TRAIN_CHECKPOINT_VERSION);
    } else {
        net = read_body(file, &head, state, path, why);
    }
    fclose(file);
    return net;
}

train_net *train_checkpoint_read_kind(const char *path, net_kind kind, train_state *state,
                                      failure *why)
{
    train_net *net = train_checkpoint_read(path, state, why);
    if (net && net->arch.kind != kind) {
        fail(why, "%s: holds the net %s; expected a %s net", path, net->arch.text,
             architecture_kind_name(kind));
        train_net_free(net);
        return NULL;
    }
    return net;
}

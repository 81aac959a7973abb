/* Reads bytes as a trainer's checkpoint. The first byte says whether the fuzzer corrects the file's
 * length and its head: magic, version and checksum; the rest is the file. A file that is too short
 * is filled with zeros. A net that is read has only finite numbers and the architecture that the
 * file names. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "fuzz.h"
#include "train_checkpoint.h"

/* Bits of the first byte. */
enum { MEND_LENGTH = 1, MEND_HEAD = 2 };

/* A file begins with its magic, its version and the checksum of all that follows. */
enum { VERSION_AT = 8, CHECKSUM_AT = 12, STATE_AT = 16, ARRAYS = 3 };

/* Larger nets take too long to be tried often. */
enum { FILE_MAX = 1 << 21 };

/* The size of a file for the net that its state names; 0 if it names none, or one too large. */
static size_t wanted_size(const uint8_t *bytes, size_t size)
{
    train_state state;
    architecture arch;
    failure why;
    if (size < STATE_AT + sizeof state) {
        return 0;
    }
    memcpy(&state, bytes + STATE_AT, sizeof state);
    if (!memchr(state.arch, 0, sizeof state.arch) || !architecture_read(&arch, state.arch, &why) ||
        (size_t)arch.inputs * arch.sums * sizeof(float) * ARRAYS > FILE_MAX) {
        return 0;
    }
    train_net *net = train_net_new(&arch, 0, &why);
    const size_t wanted = net ? STATE_AT + sizeof state + ARRAYS * net->size * sizeof(float) : 0;
    train_net_free(net);
    return wanted <= FILE_MAX ? wanted : 0;
}

static void mend_head(uint8_t *bytes, size_t size)
{
    const uint32_t version = TRAIN_CHECKPOINT_VERSION;
    const uint32_t sum = (uint32_t)crc32_z(0, bytes + STATE_AT, size - STATE_AT);
    memcpy(bytes, "MORPHOCK", VERSION_AT);
    memcpy(bytes + VERSION_AT, &version, sizeof version);
    memcpy(bytes + CHECKSUM_AT, &sum, sizeof sum);
}

static bool is_finite(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) {
            return false;
        }
    }
    return true;
}

static void check_net(const train_net *net, const train_state *state, const char *path)
{
    train_state again;
    failure why;
    fuzz_expect(strcmp(net->arch.text, state->arch) == 0, "the net is the one that the file names");
    fuzz_expect(is_finite(net->w, net->size) && is_finite(net->m, net->size) &&
                    is_finite(net->v, net->size),
                "all numbers are finite");
    for (int kind = 0; kind < NET_KINDS; kind++) {
        train_net *same = train_checkpoint_read_kind(path, (net_kind)kind, &again, &why);
        fuzz_expect((same != NULL) == (net->arch.kind == (net_kind)kind),
                    "the checkpoint is read as its own kind only");
        train_net_free(same);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    train_state state;
    failure why = {""};
    if (size == 0) {
        return 0;
    }
    const uint8_t how = *data++;
    size--;
    const size_t wanted = how & MEND_LENGTH ? wanted_size(data, size) : 0;
    const size_t whole = wanted ? wanted : size;
    uint8_t *bytes = calloc(1, whole + 1);
    if (!bytes) {
        abort();
    }
    memcpy(bytes, data, size < whole ? size : whole);
    if (how & MEND_HEAD && whole >= STATE_AT) {
        mend_head(bytes, whole);
    }
    const char *path = fuzz_file("checkpoint", bytes, whole);
    train_net *net = train_checkpoint_read(path, &state, &why);
    if (net) {
        check_net(net, &state, path);
    } else {
        fuzz_expect(why.text[0] != '\0', "a refusal has its reason");
    }
    train_net_free(net);
    free(bytes);
    return 0;
}

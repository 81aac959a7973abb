/* Reads bytes as a net file, and as the content of a net file that the fuzzer packs. The first byte
 * of the content says whether the fuzzer corrects sizes, and magic, version and checksum, which
 * random bytes would never match. Header, directory and payload follow. A payload that is too short
 * is filled with zeros. A net that is loaded gives the same values with all kernels. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "fuzz.h"
#include "net_file_internal.h"
#include "nn/policy_net.h"
#include "nn/value_net.h"

/* Bits of the first byte. */
enum { MEND_SIZES = 1, MEND_HEADER = 2 };

/* Larger nets take too long to be tried often. */
enum { PAYLOAD_MAX = 1 << 20 };

/* The content of a net file, unpacked, with zeros behind it. */
static union {
    struct {
        net_file_header header;
        net_file_entry entries[NET_FILE_TENSORS_MAX];
    } head;
    uint8_t bytes[sizeof(net_file_header) + NET_FILE_TENSORS_MAX * sizeof(net_file_entry) +
                  PAYLOAD_MAX];
} content;

/* Sets the tensors' offsets and sizes by their shapes. Returns the size of the content; `size` if
 * it would be too large. */
static size_t mend_sizes(size_t size)
{
    net_file_header *header = &content.head.header;
    const size_t begin = sizeof *header + header->tensors * sizeof(net_file_entry);
    uint64_t end = 0;
    if (header->tensors > NET_FILE_TENSORS_MAX) {
        return size;
    }
    for (uint32_t i = 0; i < header->tensors; i++) {
        net_file_entry *e = &content.head.entries[i];
        e->offset = end;
        e->bytes = net_file_tensor_bytes(e->type, e->rows, e->columns);
        if (e->bytes > PAYLOAD_MAX - end) {
            return size;
        }
        const uint64_t used = end + e->bytes;
        end = net_file_align(used);
        memset(content.bytes + begin + used, 0, (size_t)(end - used));
    }
    header->payload_bytes = end;
    return begin + (size_t)end;
}

static void mend_header(size_t size)
{
    net_file_header *header = &content.head.header;
    memcpy(header->magic, NET_FILE_MAGIC, sizeof header->magic);
    header->version = NET_FILE_VERSION;
    header->crc = (uint32_t)crc32_z(0, content.bytes + sizeof *header, size - sizeof *header);
}

static void find_all(const net_file *file)
{
    failure why;
    for (int i = 0; i < net_file_count(file); i++) {
        const tensor *t = net_file_at(file, i);
        fuzz_expect(net_file_find(file, t->name, t->type, t->rows, t->columns, &why) == t,
                    "a tensor is found by its name");
    }
}

/* The outputs of all nets for one position. */
typedef struct opinion {
    float logits[QUERY_ROWS_MAX];
    int score;
} opinion;

static void judge(opinion *o, const nets *n, const kernels *k, const position *pos)
{
    static policy_query query;
    _Alignas(KERNEL_ALIGNMENT) static int16_t sums[2][NET_SUMS_MAX];
    move moves[MOVES_MAX];
    uint16_t rows[FEATURES_MAX];
    const int count = gen_legal(pos, moves);
    const bool classes = n->policy.rows == POLICY_ROWS_CLASSED;
    memset(o, 0, sizeof *o);
    const int active =
        feature_policy_inputs(&query, rows, pos, n->policy.pins, moves, count, classes);
    policy_evaluate(&n->policy, k, rows, active, query.rows, query.count, o->logits, NULL);
    for (unsigned i = 0; i < 2; i++) {
        const int pieces = value_rows(pos, (colour)(pos->to_move ^ i), n->value.places, rows);
        value_sum(&n->value, k, sums[i], rows, pieces);
    }
    o->score = value_evaluate(&n->value, k, sums[0], sums[1], bb_count(pos_occupied(pos)));
}

static void evaluate(const nets *n)
{
    static opinion slow, fast;
    position pos;
    fuzz_expect(fen_parse(&pos, FEN_START, NULL, NULL), "the start is a position");
    judge(&slow, n, kernels_by_name("scalar"), &pos);
    judge(&fast, n, kernels_best(), &pos);
    fuzz_expect(memcmp(&slow, &fast, sizeof slow) == 0, "all kernels give the same values");
    fuzz_expect(abs(slow.score) <= NET_SCORE_MAX, "a score is bounded");
}

static void try_packed(const uint8_t *packed, size_t size)
{
    failure why;
    net_file *file = net_file_unpack(packed, size, "fuzz", &why);
    if (file) {
        find_all(file);
        nets *n = nets_load_bytes(packed, size, "fuzz", &why);
        if (n) {
            evaluate(n);
        }
        nets_free(n);
    }
    net_file_free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t packed_size, used = size - 1;
    try_packed(data, size);
    if (size == 0 || used > sizeof content) {
        return 0;
    }
    memset(&content, 0, sizeof content);
    memcpy(&content, data + 1, used);
    if (data[0] & MEND_SIZES) {
        used = mend_sizes(used);
    }
    if (data[0] & MEND_HEADER && used >= sizeof(net_file_header)) {
        mend_header(used);
    }
    uint8_t *packed = fuzz_pack(&content, used, &packed_size);
    try_packed(packed, packed_size);
    free(packed);
    return 0;
}

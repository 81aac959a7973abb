/* Reads bytes as a net file, and as the contents of a net file that the fuzzer packs. The first
 * byte of the contents says whether the fuzzer corrects sizes and checksum, which random bytes
 * would never match. Header, directory and payload follow. A payload that is too short is filled
 * with zeros. A net that is loaded gives the same values with all kernels. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "fuzz.h"
#include "net_file_internal.h"
#include "nn/negamax_net.h"

/* Bits of the first byte. */
enum { MEND_SIZES = 1, MEND_CHECKSUM = 2 };

/* Larger nets take too long to be tried often. */
enum { PAYLOAD_MAX = 1 << 20 };

/* The content of a net file, unpacked. */
typedef struct net_content {
    uint8_t *bytes;
    size_t size;
} net_content;

static void *allocate(size_t size)
{
    void *memory = calloc(1, size ? size : 1);
    if (!memory) {
        abort();
    }
    return memory;
}

/* Where the payload begins; 0 if the bytes end before it. */
static size_t payload_at(const net_content *content)
{
    net_file_header header;
    if (content->size < sizeof header) {
        return 0;
    }
    memcpy(&header, content->bytes, sizeof header);
    const size_t at = sizeof header + (size_t)header.tensors * sizeof(net_file_entry);
    return header.tensors <= NET_FILE_TENSORS_MAX && at <= content->size ? at : 0;
}

/* Sets the tensors' offsets and sizes by their shapes; false if the payload would be too large. */
static bool mend_entries(net_file_entry *entries, uint32_t count, uint64_t *payload_bytes)
{
    *payload_bytes = 0;
    for (uint32_t i = 0; i < count; i++) {
        net_file_entry *e = &entries[i];
        e->bytes = net_file_tensor_bytes(e->type, e->rows, e->columns);
        e->offset = *payload_bytes;
        *payload_bytes = net_file_align(e->offset + e->bytes);
        if (*payload_bytes > PAYLOAD_MAX) {
            return false;
        }
    }
    return true;
}

static void mend_sizes(net_content *content)
{
    net_file_header header;
    net_file_entry entries[NET_FILE_TENSORS_MAX];
    const size_t begin = payload_at(content);
    if (!begin) {
        return;
    }
    memcpy(&header, content->bytes, sizeof header);
    memcpy(entries, content->bytes + sizeof header, begin - sizeof header);
    if (!mend_entries(entries, header.tensors, &header.payload_bytes)) {
        return;
    }
    const size_t had = content->size - begin, wanted = (size_t)header.payload_bytes;
    net_content mended = {allocate(begin + wanted), begin + wanted};
    memcpy(mended.bytes, &header, sizeof header);
    memcpy(mended.bytes + sizeof header, entries, begin - sizeof header);
    memcpy(mended.bytes + begin, content->bytes + begin, had < wanted ? had : wanted);
    for (uint32_t i = 0; i < header.tensors; i++) {
        const uint64_t end = entries[i].offset + entries[i].bytes;
        memset(mended.bytes + begin + end, 0, (size_t)(net_file_align(end) - end));
    }
    free(content->bytes);
    *content = mended;
}

static void mend_checksum(net_content *content)
{
    if (content->size >= sizeof(net_file_header)) {
        const uint8_t *after = content->bytes + sizeof(net_file_header);
        const uint32_t sum =
            (uint32_t)crc32(0, after, (uInt)(content->size - sizeof(net_file_header)));
        memcpy(content->bytes + offsetof(net_file_header, crc), &sum, sizeof sum);
    }
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
    win_draw_loss value;
    float logits[QUERY_ROWS_MAX];
    int score;
} opinion;

static void judge(opinion *o, const nets *n, const kernels *k, const position *pos)
{
    static policy_query query;
    move moves[MOVES_MAX];
    uint16_t rows[FEATURES_MAX];
    const int count = gen_legal(pos, moves);
    const bool classes = n->policy.rows == POLICY_ROWS_CLASSED;
    memset(o, 0, sizeof *o);
    const int seen = feature_rows(pos, n->value.pins, rows);
    o->value = value_evaluate(&n->value, k, rows, seen);
    const int active =
        feature_policy_inputs(&query, rows, pos, n->policy.pins, moves, count, classes);
    policy_evaluate(&n->policy, k, rows, active, query.rows, query.count, o->logits);
    if (n->has_negamax) {
        _Alignas(KERNEL_ALIGNMENT) static int16_t sums[2][NET_SUMS_MAX];
        negamax_refresh(&n->negamax, k, sums[0], pos, pos->to_move);
        negamax_refresh(&n->negamax, k, sums[1], pos, pos->to_move ^ 1);
        o->score = negamax_evaluate(&n->negamax, k, sums[0], sums[1], bb_count(pos_occupied(pos)));
    }
}

static void evaluate(const nets *n)
{
    static opinion slow, fast;
    position pos;
    fuzz_expect(fen_parse(&pos, FEN_START, NULL, NULL), "the start is a position");
    judge(&slow, n, kernels_by_name("scalar"), &pos);
    judge(&fast, n, kernels_best(), &pos);
    fuzz_expect(memcmp(&slow, &fast, sizeof slow) == 0, "all kernels give the same values");
    const float sum = slow.value.win + slow.value.draw + slow.value.loss;
    fuzz_expect(sum > 0.999f && sum < 1.001f, "win, draw and loss add up to one");
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
    try_packed(data, size);
    if (size == 0) {
        return 0;
    }
    net_content content = {(uint8_t *)fuzz_text(data + 1, size - 1), size - 1};
    if (data[0] & MEND_SIZES) {
        mend_sizes(&content);
    }
    if (data[0] & MEND_CHECKSUM) {
        mend_checksum(&content);
    }
    size_t packed_size;
    uint8_t *packed = fuzz_pack(content.bytes, content.size, &packed_size);
    try_packed(packed, packed_size);
    free(packed);
    free(content.bytes);
    return 0;
}

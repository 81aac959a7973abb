#include "nn/recent_sums.h"

#include <assert.h>
#include <string.h>

#include "nn/architecture.h"
#include "system/memory.h"

/* 8 are less alike, and the sums of 32 need more cache: both cost a tenth more time (Zen 1, two
 * nets of 1024 sums). */
enum { POSITIONS = 16 };

/* The bits of a row's number above the square. */
enum { PLANES = 6 };
static_assert(FEATURE_ROWS <= SQUARES << PLANES, "a row is a square and the planes' bits");

/* The rows of a position, also as sets of squares: `plane[i]` has the squares whose row has bit i
 * above the square. */
typedef struct row_set {
    bitboard occupied, plane[PLANES];
    uint16_t rows[FEATURES_MAX]; /* by square */
} row_set;

struct recent_sums {
    int used, next; /* positions, and the place of the next one */
    row_set set[POSITIONS];
    _Alignas(KERNEL_ALIGNMENT) int16_t sums[POSITIONS][NET_SUMS_MAX];
};

recent_sums *recent_sums_new(void)
{
    recent_sums *recent = system_aligned_take(KERNEL_ALIGNMENT, sizeof *recent);
    if (recent) {
        recent_sums_clear(recent);
    }
    return recent;
}

void recent_sums_free(recent_sums *recent)
{
    system_aligned_give(recent);
}

void recent_sums_clear(recent_sums *recent)
{
    recent->used = recent->next = 0;
}

static row_set set_of(const uint16_t *rows, int count)
{
    row_set set = {.occupied = 0};
    memcpy(set.rows, rows, (size_t)count * sizeof *rows);
    for (int i = 0; i < count; i++) {
        const unsigned s = rows[i] % SQUARES, above = rows[i] / SQUARES;
        set.occupied |= bb_of((square)s);
        for (unsigned p = 0; p < PLANES; p++) {
            set.plane[p] |= (bitboard)(above >> p & 1) << s;
        }
    }
    return set;
}

/* The squares whose rows differ. */
static bitboard difference(const row_set *a, const row_set *b)
{
    bitboard differ = a->occupied ^ b->occupied;
    for (int p = 0; p < PLANES; p++) {
        differ |= a->plane[p] ^ b->plane[p];
    }
    return differ;
}

/* The position with the fewest rows to change; -1 if a start from scratch changes fewer. */
static int nearest(const recent_sums *recent, const row_set *set)
{
    int best = -1, fewest = bb_count(set->occupied);
    for (int i = 0; i < recent->used; i++) {
        const bitboard differ = difference(&recent->set[i], set);
        const int changes =
            bb_count(differ & set->occupied) + bb_count(differ & recent->set[i].occupied);
        best = changes < fewest ? i : best;
        fewest = changes < fewest ? changes : fewest;
    }
    return best;
}

/* Lists the rows of a set on some of its squares. */
static int list_rows(uint16_t list[], const row_set *set, bitboard squares)
{
    int count = 0;
    for (bitboard left = squares & set->occupied; left;) {
        const bitboard below = bb_of(bb_pop(&left)) - 1;
        list[count++] = set->rows[bb_count(set->occupied & below)];
    }
    return count;
}

const int16_t *recent_sums_of(recent_sums *recent, const kernels *k, const sums_layer *layer,
                              const uint16_t *rows, int count)
{
    assert(count <= FEATURES_MAX && layer->sums <= NET_SUMS_MAX);
    const row_set set = set_of(rows, count);
    const int from = nearest(recent, &set), to = recent->next;
    const int16_t *base = from < 0 ? layer->bias : recent->sums[from];
    bitboard differ = set.occupied;
    row_changes changes = {.removed_count = 0};
    if (from >= 0) {
        differ = difference(&recent->set[from], &set);
        changes.removed_count = list_rows(changes.removed, &recent->set[from], differ);
    }
    changes.added_count = list_rows(changes.added, &set, differ);
    k->change_byte_rows(recent->sums[to], base, layer->weights, layer->sums, &changes);
    recent->set[to] = set;
    recent->next = (to + 1) % POSITIONS;
    recent->used += recent->used < POSITIONS;
    return recent->sums[to];
}

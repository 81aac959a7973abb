#include "transposition.h"

#include <limits.h>
#include <string.h>

#include "system/memory.h"
#include "system/threads.h"

enum {
    CLEAR_PIECE = 2 << 20,      /* a huge page */
    CLEAR_THREADS_MAX = 64,     /* memory bandwidth is saturated far below */
    CLEAR_BYTES_MIN = 32 << 20, /* least share of a thread for which starting it pays */
    HASHFULL_BUCKETS = 1000 / TT_BUCKET_ENTRIES
};

/* SCALES: in plies. */
enum {
    AGE_WEIGHT = 4, /* penalty of an entry for each search of age */
    FAR_DEEPER = 4  /* an entry this much deeper is not replaced by a new bound of its position */
};

/* The lowest bit of each field in an entry's data. */
enum {
    SCORE_SHIFT = 16,
    EVALUATION_SHIFT = 32,
    DEPTH_SHIFT = 48,
    BOUND_SHIFT = 56,
    AGE_SHIFT = 58
};

/* Stored depths begin at 1, which keeps the data from being 0. */
enum { DEPTH_OFFSET = 1 - TT_DEPTH_MIN };

static_assert(TT_DEPTH_MAX + DEPTH_OFFSET <= UINT8_MAX, "a depth takes 8 bits");
static_assert(TT_AGES == 1 << (64 - AGE_SHIFT), "an age takes the bits that are left");
static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "words are atomic without locks");

static uint64_t pack(const tt_data *known, unsigned age)
{
    return (uint64_t)known->move | (uint64_t)(uint16_t)known->score << SCORE_SHIFT |
           (uint64_t)(uint16_t)known->evaluation << EVALUATION_SHIFT |
           (uint64_t)(known->depth + DEPTH_OFFSET) << DEPTH_SHIFT |
           (uint64_t)known->bound << BOUND_SHIFT | (uint64_t)age << AGE_SHIFT;
}

static int depth_of(uint64_t data)
{
    return (int)(data >> DEPTH_SHIFT & UINT8_MAX) - DEPTH_OFFSET;
}

static unsigned age_of(uint64_t data)
{
    return (unsigned)(data >> AGE_SHIFT);
}

static tt_data unpack(uint64_t data)
{
    return (tt_data){
        .move = (move)(data & UINT16_MAX),
        .score = (int16_t)(data >> SCORE_SHIFT & UINT16_MAX),
        .evaluation = (int16_t)(data >> EVALUATION_SHIFT & UINT16_MAX),
        .depth = (int8_t)depth_of(data),
        .bound = (tt_bound)(data >> BOUND_SHIFT & 3),
    };
}

/* The two words are loaded and stored separately. Only the check connects them. */
static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void write_entry(tt_entry *e, uint64_t data, uint64_t check)
{
    atomic_store_explicit(&e->data, data, memory_order_relaxed);
    atomic_store_explicit(&e->check, check, memory_order_relaxed);
}

/* The entries that may hold the key, and their number. */
static tt_entry *entries_of(const tt *table, uint64_t key, int *count)
{
    size_t half = tt_half_bucket(table, key);
    assert(half / 2 < table->bucket_count);
    tt_entry *entries = table->buckets[half / 2].entry;
    *count = TT_BUCKET_ENTRIES;
    if (table->rule == TT_TWO_DEEP) {
        *count = TT_BUCKET_ENTRIES / 2;
        entries += half % 2 * (TT_BUCKET_ENTRIES / 2);
    }
    return entries;
}

/* The key's own entry and its data; NULL if there is none. */
static tt_entry *find(tt_entry *entries, int count, uint64_t key, uint64_t *data)
{
    for (int i = 0; i < count; i++) {
        *data = load(&entries[i].data);
        if ((load(&entries[i].check) ^ *data) == key && *data != 0) {
            return &entries[i];
        }
    }
    return NULL;
}

bool tt_probe(const tt *table, uint64_t key, tt_data *out)
{
    int count;
    uint64_t data;
    tt_entry *entries = entries_of(table, key, &count);
    if (!find(entries, count, key, &data)) {
        return false;
    }
    *out = unpack(data);
    out->now = age_of(data) == table->age;
    return true;
}

/* Merges a new result into the entry of its position. A deep result of an earlier search gives way:
 * it did not suffice now, and it would keep out the result of every iteration. */
static uint64_t merge(uint64_t old, const tt_data *known, unsigned age)
{
    uint64_t data = pack(known, age);
    bool keep = known->bound != TT_EXACT && age_of(old) == age &&
                known->depth + FAR_DEEPER <= depth_of(old);
    uint64_t moved = known->move != MOVE_NONE ? data : old;
    uint64_t rest = keep ? old : data;
    return (rest & ~(uint64_t)UINT16_MAX) | (moved & UINT16_MAX);
}

static int worth(const tt *table, uint64_t data)
{
    unsigned searches = (table->age - age_of(data)) % TT_AGES;
    return data != 0 ? depth_of(data) - AGE_WEIGHT * (int)searches : INT_MIN;
}

static tt_entry *least_worth(const tt *table, tt_entry *entries, int count)
{
    tt_entry *least = entries;
    int least_worth = INT_MAX;
    for (int i = 0; i < count; i++) {
        int entry_worth = worth(table, load(&entries[i].data));
        if (entry_worth < least_worth) {
            least_worth = entry_worth;
            least = &entries[i];
        }
    }
    return least;
}

/* Keeps one old entry: the second if the first belongs to the position itself, else the first. The
 * deeper of the new result and the kept entry becomes the first; the new result wins ties. */
static void store_two_deep(tt_entry *pair, const tt_entry *own, uint64_t key, uint64_t data)
{
    const tt_entry *stays = own == &pair[0] ? &pair[1] : &pair[0];
    uint64_t other = load(&stays->data), other_check = load(&stays->check);
    bool first = other == 0 || depth_of(data) >= depth_of(other);
    if (stays != &pair[first]) {
        write_entry(&pair[first], other, other_check);
    }
    write_entry(&pair[!first], data, key ^ data);
}

void tt_store(tt *table, uint64_t key, const tt_data *known)
{
    assert(known->depth >= TT_DEPTH_MIN);
    assert(known->score >= -SCORE_NONE && known->score <= SCORE_NONE);
    int count;
    uint64_t old;
    tt_entry *entries = entries_of(table, key, &count);
    tt_entry *own = find(entries, count, key, &old);
    uint64_t data = own ? merge(old, known, table->age) : pack(known, table->age);
    if (table->rule == TT_TWO_DEEP) {
        store_two_deep(entries, own, key, data);
    } else {
        write_entry(own ? own : least_worth(table, entries, count), data, key ^ data);
    }
}

typedef struct stripe {
    unsigned char *from;
    size_t bytes;
} stripe;

static void *clear_stripe(void *argument)
{
    const stripe *part = argument;
    memset(part->from, 0, part->bytes);
    return NULL;
}

/* The calling thread clears the stripes of threads that cannot be started. */
void tt_clear(tt *table, int threads)
{
    assert(threads >= 1);
    unsigned char *memory = (unsigned char *)table->buckets;
    size_t bytes = table->bucket_count * sizeof(tt_bucket), shares = bytes / CLEAR_BYTES_MIN;
    size_t count = (size_t)(threads < CLEAR_THREADS_MAX ? threads : CLEAR_THREADS_MAX);
    count = count < shares ? count : shares;
    /* Shares are whole huge pages, so that no two threads wait for one page. */
    size_t share = bytes / (count + !count) / CLEAR_PIECE * CLEAR_PIECE, done = 0;
    stripe parts[CLEAR_THREADS_MAX];
    pthread_t started[CLEAR_THREADS_MAX];
    size_t running = 0;
    for (; running + 1 < count; running++, done += share) {
        parts[running] = (stripe){memory + done, share};
        if (!system_thread_start(&started[running], clear_stripe, &parts[running])) {
            break;
        }
    }
    memset(memory + done, 0, bytes - done);
    for (size_t i = 0; i < running; i++) {
        pthread_join(started[i], NULL);
    }
    table->age = 0;
}

bool tt_init(tt *table, size_t bytes, int threads, failure *why)
{
    assert(bytes >= sizeof(tt_bucket));
    memset(table, 0, sizeof *table);
    table->buckets = system_memory_take(bytes, why);
    if (!table->buckets) {
        return false;
    }
    table->bucket_count = bytes / sizeof(tt_bucket);
    tt_clear(table, threads);
    return true;
}

void tt_free(tt *table)
{
    system_memory_give(table->buckets);
    memset(table, 0, sizeof *table);
}

void tt_new_search(tt *table)
{
    table->age = (uint8_t)((table->age + 1) % TT_AGES);
}

int tt_hashfull(const tt *table)
{
    size_t sampled =
        table->bucket_count < HASHFULL_BUCKETS ? table->bucket_count : HASHFULL_BUCKETS;
    size_t current = 0;
    for (size_t i = 0; i < sampled * TT_BUCKET_ENTRIES; i++) {
        const tt_entry *e = &table->buckets[i / TT_BUCKET_ENTRIES].entry[i % TT_BUCKET_ENTRIES];
        uint64_t data = load(&e->data);
        current += data != 0 && age_of(data) == table->age;
    }
    return (int)(current * 1000 / (sampled * TT_BUCKET_ENTRIES));
}

#include "table_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "checksum.h"
#include "system/files.h"

enum { NAME_SHOWN_MAX = 256 };

/* ORDER: that of table_pieces. */
static const char letters[TABLE_KINDS + 1] = "QRBNP";
enum { PAWNS = TABLE_KINDS - 1 };

/* The kinds of tables, with the ends of their names and their first bytes. */
typedef struct table_kind {
    const char *suffix;
    unsigned char magic[4];
} table_kind;

static const table_kind wdl_kind = {".rtbw", {0x71, 0xe8, 0x23, 0x5d}};
static const table_kind dtz_kind = {".rtbz", {0xd7, 0x66, 0x0c, 0xa5}};

table_pieces table_pieces_of(const position *pos)
{
    static const piece_type kinds[TABLE_KINDS] = {QUEEN, ROOK, BISHOP, KNIGHT, PAWN};
    table_pieces p;
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < TABLE_KINDS; k++) {
            p.of[side][k] = (int8_t)bb_count(pos->side[side] & pos->kind[kinds[k]]);
        }
    }
    return p;
}

/* The number of pieces that a side has made of its pawns on the way, or -1 if there is no way;
 * `lost` grows by the number of its pieces that were captured. */
static int made_on_the_way(const int8_t *from, const int8_t *to, int *lost)
{
    int made = 0;
    for (int k = 0; k < TABLE_KINDS; k++) {
        *lost += from[k] - to[k];
        made += k != PAWNS && to[k] > from[k] ? to[k] - from[k] : 0;
    }
    return made + to[PAWNS] <= from[PAWNS] ? made : -1;
}

bool table_pieces_lead(const table_pieces *from, const table_pieces *to, int promotions)
{
    for (int swapped = 0; swapped < 2; swapped++) {
        int lost = 0;
        const int first = made_on_the_way(from->of[0], to->of[swapped], &lost);
        const int second = made_on_the_way(from->of[1], to->of[!swapped], &lost);
        if (first >= 0 && second >= 0 && first + second <= lost + promotions) {
            return true;
        }
    }
    return false;
}

/* Reads the pieces of one side, such as "KRP", and moves the cursor past them. Returns their
 * number; 0 if they are not a king and then other pieces from strong to weak. */
static int read_side(const char **cursor, int8_t of[TABLE_KINDS])
{
    int count = 1, least = 0;
    if (*(*cursor)++ != 'K') {
        return 0;
    }
    for (const char *found; **cursor && (found = strchr(letters, **cursor)) != NULL; ++*cursor) {
        const int k = (int)(found - letters);
        if (k < least || ++count > SYZYGY_PIECES_MAX) {
            return 0;
        }
        of[least = k]++;
    }
    return count;
}

/* True if the first side is the stronger one: of the first kind that differs it has more. */
static bool is_stronger(const table_pieces *p)
{
    int k = 0;
    while (k < PAWNS && p->of[0][k] == p->of[1][k]) {
        k++;
    }
    return p->of[0][k] >= p->of[1][k];
}

bool table_file_read_name(table_file *f, const char *name)
{
    *f = (table_file){.path = NULL};
    const int more = read_side(&name, f->pieces.of[0]);
    if (!more || *name++ != 'v') {
        return false;
    }
    const int less = read_side(&name, f->pieces.of[1]);
    f->count = more + less;
    f->is_dtz = strcmp(name, dtz_kind.suffix) == 0;
    return less && f->count > 2 && f->count <= SYZYGY_PIECES_MAX &&
           (more > less || (more == less && is_stronger(&f->pieces))) &&
           (f->is_dtz || strcmp(name, wdl_kind.suffix) == 0);
}

/* ---- Whether a file is whole ---- */

static bool blame(const table_file *f, const char *fault, failure *why)
{
    return fail(why, "%.*s: %s", NAME_SHOWN_MAX, f->path, fault);
}

/* Reads a part of a file. */
static bool read_part(const table_file *f, int file, uint8_t *bytes, size_t size, int64_t at,
                      failure *why)
{
    while (size > 0) {
        const ssize_t got = system_read_at(file, bytes, size, at);
        if (got < 0) {
            return blame(f, strerror(errno), why);
        }
        if (got == 0) {
            return blame(f, "it has become shorter", why);
        }
        bytes += got;
        size -= (size_t)got;
        at += got;
    }
    return true;
}

/* What the check of a file needs. */
typedef struct check_room {
    checksum_remainders remainders;
    checksum_hash *hashes; /* of all parts */
    uint8_t part[CHECKSUM_PART];
} check_room;

static void check_room_free(check_room *room)
{
    if (room) {
        free(room->hashes);
        free(room);
    }
}

static check_room *check_room_new(int64_t bytes)
{
    check_room *room = malloc(sizeof *room);
    if (room) {
        checksum_prepare(&room->remainders);
        room->hashes = malloc((size_t)(bytes / CHECKSUM_PART + 1) * sizeof *room->hashes);
    }
    if (!room || !room->hashes) {
        check_room_free(room);
        return NULL;
    }
    return room;
}

/* Size and first bytes. */
static bool check_form(const table_file *f, int file, failure *why)
{
    enum { BLOCK = 64 }; /* the bytes before the checksum are a multiple */
    const table_kind *kind = f->is_dtz ? &dtz_kind : &wdl_kind;
    uint8_t magic[sizeof kind->magic];
    if (f->bytes < BLOCK || f->bytes % BLOCK != CHECKSUM_BYTES) {
        return fail(why, "%.*s: it is cut off or no Syzygy table: no table has %lld bytes",
                    NAME_SHOWN_MAX, f->path, (long long)f->bytes);
    }
    return read_part(f, file, magic, sizeof magic, 0, why) &&
           (memcmp(magic, kind->magic, sizeof magic) == 0 ||
            blame(f, "it is no Syzygy table: its first bytes are wrong", why));
}

static bool check_sum(const table_file *f, int file, check_room *room, const atomic_bool *quit,
                      table_progress *done, void *user, failure *why)
{
    const int64_t end = f->bytes - CHECKSUM_BYTES;
    uint8_t sum[CHECKSUM_BYTES], wanted[CHECKSUM_BYTES];
    size_t count = 0;
    for (int64_t at = 0; at < end; at += CHECKSUM_PART) {
        const size_t size = (size_t)(end - at < CHECKSUM_PART ? end - at : CHECKSUM_PART);
        if (atomic_load(quit) || !read_part(f, file, room->part, size, at, why)) {
            return false;
        }
        room->hashes[count++] = checksum_of_part(&room->remainders, room->part, size);
        if (done) {
            done(user, (int64_t)size);
        }
    }
    checksum_of_hashes(&room->remainders, room->hashes, count, sum);
    return read_part(f, file, wanted, sizeof wanted, end, why) &&
           (memcmp(sum, wanted, sizeof sum) == 0 ||
            blame(f, "it is damaged: its checksum is wrong", why));
}

bool table_file_check(const table_file *f, const atomic_bool *quit, table_progress *done,
                      void *user, failure *why)
{
    const int file = system_open(f->path, SYSTEM_READ);
    if (file < 0) {
        return blame(f, strerror(errno), why);
    }
    check_room *room = check_room_new(f->bytes);
    const bool good =
        room ? check_form(f, file, why) && check_sum(f, file, room, quit, done, user, why)
             : blame(f, "not enough memory to check it", why);
    check_room_free(room);
    close(file);
    return good;
}

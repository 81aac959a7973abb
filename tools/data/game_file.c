#include "game_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "chess/array_room.h"
#include "chess/plural.h"
#include "files/gzip_input.h"

static const char magic[8] = "MORPHOGM";

enum { DEVIATION_BIT = 0x8000, RANDOM_BIT = 0x8000 };

struct game_reader {
    gzip_input *file;
    char *path;
    long games;
    bool cut;        /* the compressed stream is incomplete */
    uint8_t *record; /* GAME_RECORD_MAX bytes */
};

struct game_writer {
    gzFile file;
    char *path;
    long games;
    uint8_t *record;
};

void game_free(game *g)
{
    free(g->plies);
    free(g->visits);
    *g = (game){0};
}

game_ply *game_add_ply(game *g)
{
    game_ply *plies =
        array_room(g->plies, sizeof *plies, &g->ply_capacity, (size_t)g->ply_count + 1);
    if (!plies) {
        return NULL;
    }
    g->plies = plies;
    game_ply *ply = &plies[g->ply_count++];
    *ply = (game_ply){.score = GAME_SCORE_NONE, .visit_first = g->visit_count};
    return ply;
}

game_visit *game_add_visit(game *g)
{
    game_visit *visits =
        array_room(g->visits, sizeof *visits, &g->visit_capacity, (size_t)g->visit_count + 1);
    if (!visits) {
        return NULL;
    }
    g->visits = visits;
    return &visits[g->visit_count++];
}

static unsigned get_u16(const uint8_t *at)
{
    return (unsigned)(at[0] | at[1] << 8);
}

static uint32_t get_u32(const uint8_t *at)
{
    return get_u16(at) | (uint32_t)get_u16(at + 2) << 16;
}

game_reader *game_reader_open(const char *path, failure *why)
{
    game_reader *r = calloc(1, sizeof *r);
    char *name = r ? strdup(path) : NULL;
    uint8_t *record = name ? malloc(GAME_RECORD_MAX) : NULL;
    if (!record) {
        free(name);
        free(r);
        fail(why, "%s: not enough memory to read it", path);
        return NULL;
    }
    r->path = name;
    r->record = record;
    r->file = gzip_input_open(path, why);
    if (!r->file) {
        game_reader_close(r);
        return NULL;
    }
    return r;
}

void game_reader_close(game_reader *r)
{
    if (r) {
        gzip_input_close(r->file);
        free(r->record);
        free(r->path);
        free(r);
    }
}

long game_reader_count(const game_reader *r)
{
    return r->games;
}

int64_t game_reader_bytes(const game_reader *r)
{
    return gzip_input_bytes(r->file);
}

/* Reads `size` bytes, or fewer at the end of the file. Returns -1 and fills `why` if the stream is
 * corrupt. */
static long read_bytes(game_reader *r, void *to, unsigned size, failure *why)
{
    size_t got;
    failure reason;
    const gzip_status status = gzip_input_read(r->file, to, size, &got, &reason);
    r->cut |= status == GZIP_CUT;
    if (status == GZIP_BAD) {
        fail(why, "%s: game %ld: the file is corrupt: %s", r->path, r->games + 1, reason.text);
        return -1;
    }
    return (long)got;
}

static game_status cut_off(const game_reader *r, failure *why)
{
    fail(why, "%s: the file is cut off in game %ld; %ld whole %s read", r->path, r->games + 1,
         r->games, plural((uint64_t)r->games, "game was", "games were"));
    return GAME_CUT;
}

/* Reads the rest of a header, whose first four bytes were read as the length of a record. */
static game_status read_header(game_reader *r, failure *why)
{
    uint8_t rest[GAME_HEADER_BYTES - 4];
    long got = read_bytes(r, rest, sizeof rest, why);
    if (got < (long)sizeof rest) {
        return got < 0 ? GAME_BAD : cut_off(r, why);
    }
    if (memcmp(rest, magic + 4, 4) != 0) {
        fail(why, "%s: game %ld: neither a header nor a game", r->path, r->games + 1);
        return GAME_BAD;
    }
    if (get_u16(rest + 4) != GAME_FILE_VERSION || get_u16(rest + 6) || get_u32(rest + 8)) {
        fail(why, "%s: version %u with flags %u is not understood (version 1 with flags 0 is)",
             r->path, get_u16(rest + 4), get_u16(rest + 6));
        return GAME_BAD;
    }
    return GAME_READ;
}

/* A record that is being decoded. */
typedef struct cursor {
    const uint8_t *at, *end;
} cursor;

static bool has(const cursor *c, ptrdiff_t bytes)
{
    return c->end - c->at >= bytes;
}

static unsigned take_u8(cursor *c)
{
    return *c->at++;
}

static unsigned take_u16(cursor *c)
{
    unsigned value = get_u16(c->at);
    c->at += 2;
    return value;
}

static bool score_in_range(int score)
{
    int size = abs(score);
    return score == GAME_SCORE_NONE || size <= GAME_SCORE_MAX ||
           (size >= GAME_SCORE_MATE && size <= GAME_SCORE_MATE_NOW);
}

static bool move_in_range(unsigned code)
{
    return code >> 12 <= 4;
}

/* Reads the visit shares of the last ply. Returns NULL, or the error. */
static const char *decode_visits(cursor *c, game *g, game_ply *ply)
{
    if (!has(c, 1)) {
        return "the record ends before its visits";
    }
    unsigned count = take_u8(c);
    if (!has(c, 4 * (ptrdiff_t)count)) {
        return "the record ends within its visits";
    }
    for (unsigned i = 0; i < count; i++) {
        game_visit *visit = game_add_visit(g);
        if (!visit) {
            return "not enough memory";
        }
        visit->code = (uint16_t)take_u16(c);
        visit->share = (uint16_t)take_u16(c);
        if (!move_in_range(visit->code)) {
            return "a visited move has an unknown promotion";
        }
    }
    ply->visit_count = (uint8_t)count;
    return NULL;
}

/* Reads what a ply has if it deviates. Returns NULL, or the error. */
static const char *decode_deviation(cursor *c, const game *g, game_ply *ply)
{
    const bool replies = g->flags & GAME_REPLIES;
    if (!has(c, replies ? 4 : 2)) {
        return "the record ends before the move played";
    }
    const unsigned played = take_u16(c);
    ply->random = g->flags & GAME_RELABELLED && played & RANDOM_BIT;
    ply->played = (uint16_t)(played & ~(ply->random ? (unsigned)RANDOM_BIT : 0));
    ply->reply = (uint16_t)(replies ? take_u16(c) : 0);
    return NULL;
}

/* Reads one ply. Returns NULL, or the error. */
static const char *decode_ply(cursor *c, game *g)
{
    if (!has(c, 4)) {
        return "the record ends before it";
    }
    game_ply *ply = game_add_ply(g);
    if (!ply) {
        return "not enough memory";
    }
    unsigned best = take_u16(c);
    ply->score = (int16_t)take_u16(c);
    ply->deviates = best & DEVIATION_BIT;
    ply->best = (uint16_t)(best & ~(unsigned)DEVIATION_BIT);
    ply->played = ply->best;
    const char *wrong = ply->deviates ? decode_deviation(c, g, ply) : NULL;
    if (wrong) {
        return wrong;
    }
    if (!move_in_range(ply->best) || !move_in_range(ply->played) || !move_in_range(ply->reply)) {
        return "a move has an unknown promotion";
    }
    if (!score_in_range(ply->score)) {
        return "its score is out of range";
    }
    return g->flags & GAME_VISITS ? decode_visits(c, g, ply) : NULL;
}

/* Decodes the part before the plies. Returns NULL, or the error. */
static const char *decode_start(cursor *c, game *g, unsigned *plies)
{
    if (!has(c, 3)) {
        return "the record is too short";
    }
    unsigned result = take_u8(c), flags = take_u8(c), length = take_u8(c);
    if (result >= GAME_RESULTS) {
        return "the result is none of 0, 1, 2";
    }
    if (flags & ~(unsigned)GAME_FLAGS) {
        return "it has unknown flags";
    }
    if (!has(c, (ptrdiff_t)length + 2)) {
        return "the record ends within its FEN";
    }
    if (memchr(c->at, 0, length)) {
        return "its FEN contains a zero byte";
    }
    g->result = (game_result)result;
    g->flags = (uint8_t)flags;
    memcpy(g->fen, c->at, length);
    g->fen[length] = 0;
    c->at += length;
    *plies = take_u16(c);
    return NULL;
}

/* Decodes a record without its length. */
static bool decode(const uint8_t *record, size_t size, game *g, failure *why)
{
    cursor c = {record, record + size};
    unsigned plies = 0;
    g->ply_count = 0;
    g->visit_count = 0;
    const char *wrong = decode_start(&c, g, &plies);
    if (wrong) {
        return fail(why, "%s", wrong);
    }
    for (unsigned i = 0; i < plies; i++) {
        wrong = decode_ply(&c, g);
        if (wrong) {
            return fail(why, "ply %u: %s", i + 1, wrong);
        }
    }
    return c.at == c.end || fail(why, "%ld %s its last ply", (long)(c.end - c.at),
                                 plural((uint64_t)(c.end - c.at), "byte follows", "bytes follow"));
}

bool game_decode(const uint8_t *record, size_t size, game *g, failure *why)
{
    return (size >= 4 && get_u32(record) == size - 4) ? decode(record + 4, size - 4, g, why)
                                                      : fail(why, "not the length of a record");
}

game_status game_reader_next(game_reader *r, game *g, failure *why)
{
    bool first = r->games == 0;
    for (;;) {
        uint8_t word[4];
        long got = read_bytes(r, word, sizeof word, why);
        if (got < (long)sizeof word) {
            bool ended = got == 0 && !r->cut && !first;
            return got < 0 ? GAME_BAD : ended ? GAME_END : cut_off(r, why);
        }
        if (memcmp(word, magic, sizeof word) == 0) {
            game_status status = read_header(r, why);
            if (status != GAME_READ) {
                return status;
            }
            first = false;
            continue;
        }
        uint32_t length = get_u32(word);
        if (first || length > GAME_RECORD_MAX) {
            fail(why,
                 first ? "%s: not a game file (it does not begin with MORPHOGM)"
                       : "%s: game %ld: a record of %lu bytes is over the limit of 1 MiB",
                 r->path, r->games + 1, (unsigned long)length);
            return GAME_BAD;
        }
        got = read_bytes(r, r->record, length, why);
        if (got < (long)length) {
            return got < 0 ? GAME_BAD : cut_off(r, why);
        }
        failure reason;
        if (!decode(r->record, length, g, &reason)) {
            fail(why, "%s: game %ld: %s", r->path, r->games + 1, reason.text);
            return GAME_BAD;
        }
        r->games++;
        return GAME_READ;
    }
}

static void put_u16(uint8_t *at, unsigned value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static bool write_bytes(game_writer *w, const void *bytes, size_t size, failure *why)
{
    int code = Z_OK;
    if (gzwrite(w->file, bytes, (unsigned)size) == (int)size) {
        return true;
    }
    const char *text = gzerror(w->file, &code);
    return fail(why, "%s: cannot be written: %s", w->path,
                code == Z_ERRNO ? strerror(errno) : text);
}

void game_header(uint8_t header[GAME_HEADER_BYTES])
{
    memset(header, 0, GAME_HEADER_BYTES);
    memcpy(header, magic, sizeof magic);
    put_u16(header + 8, GAME_FILE_VERSION);
}

game_writer *game_writer_open(int fd, const char *path, failure *why)
{
    game_writer *w = calloc(1, sizeof *w);
    if (w) {
        w->path = strdup(path);
        w->record = malloc(GAME_RECORD_MAX + 4);
    }
    if (!w || !w->path || !w->record) {
        close(fd);
        fail(why, "%s: not enough memory to write it", path);
        game_writer_close(w, NULL);
        return NULL;
    }
    w->file = gzdopen(fd, "wb");
    uint8_t header[GAME_HEADER_BYTES];
    game_header(header);
    if (!w->file) {
        close(fd);
        fail(why, "%s: not enough memory to write it", path);
    } else if (write_bytes(w, header, sizeof header, why)) {
        return w;
    }
    game_writer_close(w, NULL);
    return NULL;
}

/* The size of a game's record without its length field. */
static size_t encoded_size(const game *g)
{
    size_t size = 3 + strlen(g->fen) + 2;
    for (int i = 0; i < g->ply_count; i++) {
        const game_ply *ply = &g->plies[i];
        size += !ply->deviates ? 4 : g->flags & GAME_REPLIES ? 8 : 6;
        size += g->flags & GAME_VISITS ? 1 + 4 * (size_t)ply->visit_count : 0;
    }
    return size;
}

static uint8_t *encode_ply(uint8_t *at, const game *g, const game_ply *ply)
{
    put_u16(at, ply->best | (ply->deviates ? DEVIATION_BIT : 0u));
    put_u16(at + 2, (uint16_t)ply->score);
    at += 4;
    if (ply->deviates) {
        put_u16(at, ply->played | (g->flags & GAME_RELABELLED && ply->random ? RANDOM_BIT : 0u));
        at += 2;
        if (g->flags & GAME_REPLIES) {
            put_u16(at, ply->reply);
            at += 2;
        }
    }
    if (g->flags & GAME_VISITS) {
        *at++ = ply->visit_count;
        for (unsigned i = 0; i < ply->visit_count; i++) {
            const game_visit *visit = &g->visits[ply->visit_first + i];
            put_u16(at, visit->code);
            put_u16(at + 2, visit->share);
            at += 4;
        }
    }
    return at;
}

size_t game_encode(const game *g, uint8_t record[GAME_RECORD_MAX + 4], failure *why)
{
    size_t size = encoded_size(g), fen = strlen(g->fen);
    if (size > GAME_RECORD_MAX || g->ply_count > GAME_PLIES_MAX) {
        fail(why, "%d plies in %zu bytes are too long for a record", g->ply_count, size);
        return 0;
    }
    uint8_t *at = record;
    put_u16(at, (unsigned)size & 0xffff);
    put_u16(at + 2, (unsigned)(size >> 16));
    at[4] = (uint8_t)g->result;
    at[5] = g->flags;
    at[6] = (uint8_t)fen;
    memcpy(at + 7, g->fen, fen);
    at += 7 + fen;
    put_u16(at, (unsigned)g->ply_count);
    at += 2;
    for (int i = 0; i < g->ply_count; i++) {
        at = encode_ply(at, g, &g->plies[i]);
    }
    return size + 4;
}

bool game_writer_add(game_writer *w, const game *g, failure *why)
{
    failure reason;
    size_t size = game_encode(g, w->record, &reason);
    w->games++;
    return size ? write_bytes(w, w->record, size, why)
                : fail(why, "%s: game %ld: %s", w->path, w->games, reason.text);
}

bool game_writer_close(game_writer *w, failure *why)
{
    bool written = true;
    if (w) {
        if (w->file && gzclose_w(w->file) != Z_OK) {
            written = fail(why, "%s: cannot be written to its end: %s", w->path, strerror(errno));
        }
        free(w->record);
        free(w->path);
        free(w);
    }
    return written;
}

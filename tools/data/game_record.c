#include "game_record.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/plural.h"

static const char magic[8] = "MORPHOGM";

enum { DEVIATION_BIT = 0x8000, RANDOM_BIT = 0x8000 };

void game_free(game *g)
{
    free(g->plies);
    free(g->visits);
    free(g->lines);
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
    *ply = (game_ply){
        .score = GAME_SCORE_NONE, .visit_first = g->visit_count, .line_first = g->line_count};
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

game_line *game_add_line(game *g)
{
    game_line *lines =
        array_room(g->lines, sizeof *lines, &g->line_capacity, (size_t)g->line_count + 1);
    if (!lines) {
        return NULL;
    }
    g->lines = lines;
    return &lines[g->line_count++];
}

bool game_ply_is_judged(const game *g, const game_ply *ply)
{
    return !(g->flags & GAME_RELABELLED) || ply->score != GAME_SCORE_NONE || ply->visit_count > 0;
}

bool game_ply_is_random(const game *g, const game_ply *ply)
{
    return ply->deviates && (!(g->flags & GAME_RELABELLED) || ply->random);
}

int game_next_random(const game *g, int ply)
{
    while (ply < g->ply_count && !game_ply_is_random(g, &g->plies[ply])) {
        ply++;
    }
    return ply;
}

static unsigned get_u16(const uint8_t *at)
{
    return (unsigned)(at[0] | at[1] << 8);
}

static uint32_t get_u32(const uint8_t *at)
{
    return get_u16(at) | (uint32_t)get_u16(at + 2) << 16;
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

/* Reads the further lines of the last ply. Returns NULL, or the error. */
static const char *decode_lines(cursor *c, game *g, game_ply *ply)
{
    if (!has(c, 1)) {
        return "the record ends before its lines";
    }
    unsigned count = take_u8(c);
    if (!has(c, 4 * (ptrdiff_t)count)) {
        return "the record ends within its lines";
    }
    for (unsigned i = 0; i < count; i++) {
        game_line *line = game_add_line(g);
        if (!line) {
            return "not enough memory";
        }
        line->code = (uint16_t)take_u16(c);
        line->score = (int16_t)take_u16(c);
        if (!move_in_range(line->code)) {
            return "the move of a line has an unknown promotion";
        }
        if (line->score == GAME_SCORE_NONE || !score_in_range(line->score)) {
            return "the score of a line is out of range";
        }
    }
    ply->line_count = (uint8_t)count;
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
    wrong = g->flags & GAME_VISITS ? decode_visits(c, g, ply) : NULL;
    return wrong || !(g->flags & GAME_LINES) ? wrong : decode_lines(c, g, ply);
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
    g->line_count = 0;
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

uint32_t game_record_length(const uint8_t record[4])
{
    return get_u32(record);
}

bool game_decode(const uint8_t *record, size_t size, game *g, failure *why)
{
    return (size >= 4 && get_u32(record) == size - 4) ? decode(record + 4, size - 4, g, why)
                                                      : fail(why, "not the length of a record");
}

static void put_u16(uint8_t *at, unsigned value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

void game_header(uint8_t header[GAME_HEADER_BYTES])
{
    memset(header, 0, GAME_HEADER_BYTES);
    memcpy(header, magic, sizeof magic);
    put_u16(header + 8, GAME_FILE_VERSION);
}

bool game_header_begins(const uint8_t bytes[4])
{
    return memcmp(bytes, magic, 4) == 0;
}

bool game_header_check(const uint8_t header[GAME_HEADER_BYTES], failure *why)
{
    if (memcmp(header, magic, sizeof magic) != 0) {
        return fail(why, "neither a header nor a game");
    }
    const unsigned version = get_u16(header + 8), flags = get_u16(header + 10);
    return (version == GAME_FILE_VERSION && !flags && !get_u32(header + 12)) ||
           fail(why, "version %u with flags %u is not understood (version 1 with flags 0 is)",
                version, flags);
}

/* The size of a game's record without its length field. */
static size_t encoded_size(const game *g)
{
    size_t size = 3 + strlen(g->fen) + 2;
    for (int i = 0; i < g->ply_count; i++) {
        const game_ply *ply = &g->plies[i];
        size += !ply->deviates ? 4 : g->flags & GAME_REPLIES ? 8 : 6;
        size += g->flags & GAME_VISITS ? 1 + 4 * (size_t)ply->visit_count : 0;
        size += g->flags & GAME_LINES ? 1 + 4 * (size_t)ply->line_count : 0;
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
    if (g->flags & GAME_LINES) {
        *at++ = ply->line_count;
        for (unsigned i = 0; i < ply->line_count; i++) {
            const game_line *line = &g->lines[ply->line_first + i];
            put_u16(at, line->code);
            put_u16(at + 2, (uint16_t)line->score);
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

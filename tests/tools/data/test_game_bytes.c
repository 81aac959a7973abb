/* Tests the bytes of game files, which are laid one by one: both codings of castling, joined files,
 * and that no bytes do harm. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "train_fixture.h"

static void start(void)
{
    attacks_init(true);
}

TestSuite(game_bytes, .init = start, .fini = fixture_remove_all);

/* Raw bytes of a file under construction. */
typedef struct bytes {
    uint8_t at[4096];
    size_t size;
} bytes;

static void add(bytes *b, const void *from, size_t size)
{
    cr_assert(b->size + size <= sizeof b->at);
    memcpy(b->at + b->size, from, size);
    b->size += size;
}

static void add_u8(bytes *b, unsigned value)
{
    add(b, &(uint8_t){(uint8_t)value}, 1);
}

static void add_u16(bytes *b, unsigned value)
{
    add_u8(b, value);
    add_u8(b, value >> 8);
}

static void add_u32(bytes *b, uint32_t value)
{
    add_u16(b, value & 0xffff);
    add_u16(b, value >> 16);
}

#define HEADER "MORPHOGM\1\0\0\0\0\0\0\0"

static void add_header(bytes *b)
{
    add(b, HEADER, GAME_HEADER_BYTES);
}

/* A game of one ply with the parts that a test wants to break. */
static void add_record(bytes *b, unsigned result, unsigned flags, const char *fen, unsigned best,
                       int score)
{
    add_u32(b, (uint32_t)(3 + strlen(fen) + 2 + 4));
    add_u8(b, result);
    add_u8(b, flags);
    add_u8(b, (unsigned)strlen(fen));
    add(b, fen, strlen(fen));
    add_u16(b, 1);
    add_u16(b, best);
    add_u16(b, (unsigned)score & 0xffff);
}

enum { E2E4 = 12 | 28 << 6 };

static void add_good(bytes *b)
{
    add_record(b, GAME_DRAWN, 0, FEN_START, E2E4, 25);
}

static void write_raw(const char *path, const bytes *b, bool packed)
{
    gzFile file = gzopen(path, packed ? "wb" : "wbT");
    cr_assert(file);
    cr_assert(gzwrite(file, b->at, (unsigned)b->size) == (int)b->size);
    cr_assert(gzclose(file) == Z_OK);
}

static game_status replay_bytes(const bytes *b, long *games, failure *why)
{
    char path[FIXTURE_PATH_MAX];
    fixture_path(path, "raw.games.gz");
    write_raw(path, b, true);
    return fixture_replay(path, games, why);
}

static void expect_refused(const bytes *b, const char *reason)
{
    long games;
    failure why = {""};
    cr_expect(replay_bytes(b, &games, &why) == GAME_BAD);
    cr_expect(strstr(why.text, reason), "\"%s\" does not say \"%s\"", why.text, reason);
}

Test(game_bytes, castling_in_both_codings)
{
    static const char *const fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    enum { E1G1 = 4 | 6 << 6, E1H1 = 4 | 7 << 6, E1C1 = 4 | 2 << 6, E1A1 = 4 };
    static const struct {
        unsigned flags, code;
        bool legal;
    } cases[] = {{0, E1G1, true},
                 {0, E1C1, true},
                 {0, E1H1, true},
                 {GAME_CHESS960, E1H1, true},
                 {GAME_CHESS960, E1A1, true},
                 {GAME_CHESS960, E1G1, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bytes b = {.size = 0};
        long games;
        failure why;
        add_header(&b);
        add_record(&b, 1, cases[i].flags, fen, cases[i].code, 0);
        game_status status = replay_bytes(&b, &games, &why);
        cr_expect(status == (cases[i].legal ? GAME_END : GAME_BAD), "case %zu", i);
    }
}

Test(game_bytes, joined_files_and_plain_bytes)
{
    char path[FIXTURE_PATH_MAX];
    long games;
    failure why;
    bytes b = {.size = 0};
    for (int i = 0; i < 3; i++) {
        add_header(&b);
        add_good(&b);
        add_good(&b);
    }
    add_header(&b);
    cr_expect(replay_bytes(&b, &games, &why) == GAME_END && games == 6);
    fixture_path(path, "plain.games");
    write_raw(path, &b, false);
    cr_expect(fixture_replay(path, &games, &why) == GAME_END && games == 6);
    /* Two gzip members, as cat makes them. */
    fixture_path(path, "two.games.gz");
    write_raw(path, &b, true);
    FILE *file = fopen(path, "r+b");
    static uint8_t member[4096];
    size_t size = fread(member, 1, sizeof member, file);
    fseek(file, 0, SEEK_END);
    cr_assert(fwrite(member, 1, size, file) == size);
    fclose(file);
    cr_expect(fixture_replay(path, &games, &why) == GAME_END && games == 12);
}

Test(game_bytes, cut_off_at_every_byte)
{
    bytes whole = {.size = 0};
    add_header(&whole);
    add_good(&whole);
    size_t one = whole.size;
    add_good(&whole);
    for (size_t size = 0; size < whole.size; size++) {
        bytes b = whole;
        long games;
        failure why = {""};
        b.size = size;
        game_status status = replay_bytes(&b, &games, &why);
        bool at_end = size == 16 || size == one;
        cr_expect(status == (at_end ? GAME_END : GAME_CUT), "%zu bytes", size);
        cr_expect(games == (size >= one), "%zu bytes", size);
        cr_expect(at_end || strstr(why.text, "cut off"), "%s", why.text);
    }
}

Test(game_bytes, hostile_inputs)
{
    static const struct {
        size_t size;
        const char *text, *reason;
    } cases[] = {
        {16, "NOTMORPHGAMES...", "not a game file"},
        {16, "MORPHOGM\2\0\0\0\0\0\0\0", "version 2"},
        {16, "MORPHOGM\1\0\1\0\0\0\0\0", "flags 1"},
        {16, "MORPxxxxxxxxxxxx", "neither a header nor a game"},
        {32, HEADER "MORPxxxxxxxxxxxx", "game 1: neither a header nor a game"},
        {20, HEADER "\1\0\x10\0", "game 1: a record of 1048577 bytes"},
        {22, HEADER "\2\0\0\0\0\0", "game 1: the record is too short"},
    };
    bytes b = {.size = 0};
    add_good(&b);
    expect_refused(&b, "not a game file");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        b.size = 0;
        add(&b, cases[i].text, cases[i].size);
        expect_refused(&b, cases[i].reason);
    }
}

/* A ply that deviates and has a reply. */
static void add_reply(bytes *b, unsigned reply)
{
    enum { D2D4 = 11 | 27 << 6 };
    add_record(b, GAME_DRAWN, GAME_REPLIES, FEN_START, E2E4 | 0x8000, 25);
    b->at[b->size - 4 - 2 - strlen(FEN_START) - 3 - 4] += 4;
    add_u16(b, D2D4);
    add_u16(b, reply);
}

Test(game_bytes, hostile_replies)
{
    static const struct {
        unsigned reply, kept;
        const char *reason;
    } cases[] = {{12 | 20 << 6, 0, "ply 1: the reply e2e3 is not legal"},
                 {52 | 36 << 6 | 5 << 12, 0, "ply 1: a move has an unknown promotion"},
                 {52 | 36 << 6, 2, "cut off in game 1"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bytes b = {.size = 0};
        long games;
        failure why = {""};
        add_header(&b);
        add_reply(&b, cases[i].reply);
        b.size -= cases[i].kept;
        cr_expect(replay_bytes(&b, &games, &why) != GAME_END);
        cr_expect(strstr(why.text, cases[i].reason), "\"%s\" does not say \"%s\"", why.text,
                  cases[i].reason);
    }
    bytes good = {.size = 0};
    long games;
    failure why = {""};
    add_header(&good);
    add_reply(&good, 52 | 36 << 6);
    cr_expect(replay_bytes(&good, &games, &why) == GAME_END && games == 1, "%s", why.text);
}

Test(game_bytes, hostile_records)
{
    static const struct {
        unsigned result, flags, best;
        int score;
        const char *fen, *reason;
    } cases[] = {
        {3, 0, E2E4, 0, FEN_START, "game 2: the result"},
        {1, GAME_FLAGS + 1, E2E4, 0, FEN_START, "game 2: it has unknown flags"},
        {1, 0, E2E4, 20001, FEN_START, "game 2: ply 1: its score"},
        {1, 0, E2E4, -32767, FEN_START, "game 2: ply 1: its score"},
        {1, 0, E2E4 | 5 << 12, 0, FEN_START, "game 2: ply 1: a move has an unknown promotion"},
        /* The walk judges legality and FEN, and its messages name neither file nor game. */
        {1, 0, E2E4 | 4 << 12, 0, FEN_START, "ply 1: the move e2e4q is not legal"},
        {1, 0, 12 | 36 << 6, 0, FEN_START, "ply 1: the move e2e5 is not legal"},
        {1, 0, E2E4 | 0x8000, 0, FEN_START,
         "game 2: ply 1: the record ends before the move played"},
        {1, GAME_REPLIES, E2E4 | 0x8000, 0, FEN_START,
         "game 2: ply 1: the record ends before the move played"},
        {1, GAME_VISITS, E2E4, 0, FEN_START, "game 2: ply 1: the record ends before its visits"},
        {1, 0, E2E4, 0, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1",
         "White has 0 kings"},
        {1, 0, E2E4, 0, "", "FEN '': the board is missing"},
        {1, 0, E2E4, 0, "nonsense", "FEN 'nonsense': the board has 1 rank"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bytes b = {.size = 0};
        long games;
        failure why = {""};
        add_header(&b);
        add_good(&b);
        add_record(&b, cases[i].result, cases[i].flags, cases[i].fen, cases[i].best,
                   cases[i].score);
        game_status status = replay_bytes(&b, &games, &why);
        cr_expect(status == GAME_BAD && games == 1, "case %zu", i);
        cr_expect(strstr(why.text, cases[i].reason), "case %zu: \"%s\" does not say \"%s\"", i,
                  why.text, cases[i].reason);
    }
}

/* Only a relabelled game can mark a move as random. */
Test(game_bytes, marks_of_random_moves)
{
    enum { D2D4 = 11 | 27 << 6 };
    for (int relabelled = 0; relabelled < 2; relabelled++) {
        bytes b = {.size = 0};
        long games;
        failure why = {""};
        add_header(&b);
        add_record(&b, 1, relabelled ? GAME_RELABELLED : 0, FEN_START, E2E4 | 0x8000, 25);
        b.at[GAME_HEADER_BYTES] += 2;
        add_u16(&b, D2D4 | 0x8000);
        if (!relabelled) {
            expect_refused(&b, "game 1: ply 1: a move has an unknown promotion");
            continue;
        }
        char path[FIXTURE_PATH_MAX];
        game g = {0};
        cr_expect(replay_bytes(&b, &games, &why) == GAME_END && games == 1, "%s", why.text);
        fixture_path(path, "raw.games.gz");
        game_reader *reader = game_reader_open(path, &why);
        cr_assert(game_reader_next(reader, &g, &why) == GAME_READ);
        cr_expect(g.plies[0].played == D2D4 && g.plies[0].random && g.plies[0].deviates);
        game_reader_close(reader);
        game_free(&g);
    }
}

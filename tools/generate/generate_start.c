#include "generate_start.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/random_numbers.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "data_path.h"
#include "openings/opening.h"

enum { ARRANGEMENTS = 960 };

bool start_books_load(start_books *books, const generate_plan *plan, failure *why)
{
    *books = (start_books){.sum = (uint32_t)crc32(0, NULL, 0)};
    for (int i = 0; i < plan->book_count; i++) {
        char path[DATA_PATH_MAX];
        book *b =
            data_path_find(plan->books[i], plan->folder, path, why) ? book_load(path, why) : NULL;
        if (!b) {
            start_books_free(books);
            return false;
        }
        books->book[books->count++] = b;
        books->positions += book_count(b);
        for (uint32_t k = 0; k < book_count(b); k++) {
            position pos;
            book_position(b, k, &pos);
            const uint64_t parts[] = {pos.key, (uint64_t)pos.halfmove_clock,
                                      (uint64_t)pos.fullmove_number, (uint64_t)i};
            books->sum = (uint32_t)crc32_z(books->sum, (const Bytef *)parts, sizeof parts);
        }
    }
    return true;
}

void start_books_free(start_books *books)
{
    for (int i = 0; i < books->count; i++) {
        book_free(books->book[i]);
    }
    books->count = 0;
}

/* The n-th empty square of a rank. */
static int nth_empty(const char rank[8], int n)
{
    int file = 0;
    while (rank[file] || n-- > 0) {
        file++;
    }
    return file;
}

/* Scharnagl's numbering: bishops, queen, then the knights; rook, king and rook fill the rest. */
static void arrange(int number, char rank[8])
{
    static const char knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                        {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    assert(number >= 0 && number < ARRANGEMENTS);
    memset(rank, 0, 8);
    rank[2 * (number % 4) + 1] = 'b';
    rank[2 * (number / 4 % 4)] = 'b';
    rank[nth_empty(rank, number / 16 % 6)] = 'q';
    const char *pair = knights[number / 96];
    int first = nth_empty(rank, pair[0]), second = nth_empty(rank, pair[1]);
    rank[first] = rank[second] = 'n';
    for (const char *rest = "rkr"; *rest; rest++) {
        rank[nth_empty(rank, 0)] = *rest;
    }
}

static void draw_chess960(position *pos, uint64_t *random)
{
    char ranks[2][8], text[FEN_TEXT_MAX];
    const int white = (int)random_below(random, ARRANGEMENTS);
    const bool twice = random_below(random, 2);
    arrange(white, ranks[WHITE]);
    arrange(twice ? (int)random_below(random, ARRANGEMENTS) : white, ranks[BLACK]);
    for (int file = 0; file < 8; file++) {
        ranks[WHITE][file] = (char)(ranks[WHITE][file] + 'A' - 'a');
    }
    snprintf(text, sizeof text, "%.8s/pppppppp/8/8/8/8/PPPPPPPP/%.8s w KQkq - 0 1", ranks[BLACK],
             ranks[WHITE]);
    const bool good = fen_parse(pos, text, NULL, NULL);
    assert(good);
    (void)good;
}

int start_draw_source(const start_books *books, const generate_plan *plan, uint64_t *random)
{
    if (random_uniform(random) < plan->chess960_share) {
        return START_CHESS960;
    }
    return books->count ? (int)random_below(random, (uint64_t)books->count) : START_STANDARD;
}

bool start_draw(position *pos, const start_books *books, int source, const generate_plan *plan,
                uint64_t *random)
{
    if (source == START_CHESS960) {
        draw_chess960(pos, random);
    } else {
        opening_root(pos, source == START_STANDARD ? NULL : books->book[source], random);
    }
    long plies = plan->random_plies;
    if (plies && source != START_STANDARD) {
        plies = random_below(random, 2) ? 1 + (long)random_below(random, (uint64_t)plies) : 0;
    }
    for (int i = 0; i < plies; i++) {
        move moves[MOVES_MAX];
        int count = gen_legal(pos, moves);
        if (!count) {
            return false;
        }
        pos_make(pos, moves[random_below(random, (uint64_t)count)]);
    }
    return true;
}

#include "generate_start.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "array_room.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "data_path.h"
#include "gzip_input.h"
#include "random_numbers.h"

enum { ARRANGEMENTS = 960, BOOK_BYTES_MAX = 1 << 30, READ_BYTES = 1 << 20, LINE_MAX_BYTES = 1024 };

/* A book: its text with lines ended by NULs, and the offsets of its positions. */
typedef struct book {
    char *text;
    size_t size;
    uint32_t *begins;
    uint32_t count;
} book;

struct start_books {
    int count;
    book book[GENERATE_BOOKS_MAX];
};

/* Reads six fields, or four fields with the operations of an EPD record. */
static bool read_position(position *pos, const char *text, failure *why)
{
    const char *operations;
    return fen_parse(pos, text, NULL, NULL) || fen_parse_epd(pos, text, &operations, why);
}

/* Reads and unpacks a whole file, and adds a NUL. */
static bool read_text(book *b, const char *path, failure *why)
{
    gzFile file = gzip_input_open(path, why);
    size_t capacity = 0;
    int got = 1, code = Z_OK;
    if (!file) {
        return false;
    }
    while (got > 0 && b->size < BOOK_BYTES_MAX) {
        char *text = array_room(b->text, 1, &capacity, b->size + READ_BYTES);
        if (!text) {
            gzclose_r(file);
            return fail(why, "%s: not enough memory to read it", path);
        }
        b->text = text;
        size_t room = capacity - b->size - 1;
        got = gzread(file, b->text + b->size, room < READ_BYTES ? (unsigned)room : READ_BYTES);
        b->size += got > 0 ? (size_t)got : 0;
    }
    const char *text = gzerror(file, &code);
    bool good = got == 0 && code == Z_OK;
    if (!good) {
        fail(why, "%s: %s", path,
             got > 0           ? "over 1 GiB is too long for a book"
             : code == Z_ERRNO ? strerror(errno)
                               : text);
    }
    gzclose_r(file);
    b->text[b->size] = 0;
    return good;
}

/* Ends each line with a NUL and collects the offsets of the positions. */
static bool index_lines(book *b, const char *path, failure *why)
{
    long number = 0;
    size_t capacity = 0;
    for (char *at = b->text, *end = b->text + b->size; at < end; number++) {
        size_t length = strcspn(at, "\r\n");
        char *next = at + length;
        bool windows = next[0] == '\r' && next[1] == '\n';
        *next = 0;
        if (length > 0 && *at != '#') {
            position pos;
            failure reason;
            if (length > LINE_MAX_BYTES || !read_position(&pos, at, &reason)) {
                return fail(why, "%s: line %ld: %s", path, number + 1,
                            length > LINE_MAX_BYTES ? "too long for a position" : reason.text);
            }
            uint32_t *begins =
                array_room(b->begins, sizeof *begins, &capacity, (size_t)b->count + 1);
            if (!begins) {
                return fail(why, "%s: not enough memory to read it", path);
            }
            b->begins = begins;
            b->begins[b->count++] = (uint32_t)(at - b->text);
        }
        at = next + (windows ? 2 : 1);
    }
    return b->count || fail(why, "%s: it holds no position", path);
}

start_books *start_books_load(const char *const *names, int count, const char *folder, failure *why)
{
    assert(count <= GENERATE_BOOKS_MAX);
    start_books *books = calloc(1, sizeof *books);
    if (!books) {
        fail(why, "not enough memory for books");
        return NULL;
    }
    books->count = count;
    for (int i = 0; i < count; i++) {
        book *b = &books->book[i];
        char path[DATA_PATH_MAX];
        if (!data_path_find(names[i], folder, path, why) || !read_text(b, path, why) ||
            !index_lines(b, path, why)) {
            start_books_free(books);
            return NULL;
        }
    }
    return books;
}

void start_books_free(start_books *books)
{
    if (books) {
        for (int i = 0; i < books->count; i++) {
            free(books->book[i].text);
            free(books->book[i].begins);
        }
        free(books);
    }
}

uint64_t start_books_positions(const start_books *books)
{
    uint64_t sum = 0;
    for (int i = 0; i < books->count; i++) {
        sum += books->book[i].count;
    }
    return sum;
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

void start_chess960(position *pos, int white, int black)
{
    char ranks[2][8], text[FEN_TEXT_MAX], letters[5] = "";
    int count = 0;
    arrange(white, ranks[WHITE]);
    arrange(black, ranks[BLACK]);
    for (int side = WHITE; side <= BLACK; side++) {
        for (int file = 7; file >= 0; file--) {
            if (ranks[side][file] == 'r') {
                letters[count++] = (char)((side == WHITE ? 'A' : 'a') + file);
            }
        }
    }
    for (int file = 0; file < 8; file++) {
        ranks[WHITE][file] = (char)(ranks[WHITE][file] + 'A' - 'a');
    }
    snprintf(text, sizeof text, "%.8s/pppppppp/8/8/8/8/PPPPPPPP/%.8s w %s - 0 1", ranks[BLACK],
             ranks[WHITE], letters);
    bool good = fen_parse(pos, text, NULL, NULL);
    assert(good);
    (void)good;
}

static uint64_t below(uint64_t *random, uint64_t bound)
{
    return random_next(random) % bound;
}

int start_draw_source(const start_books *books, const generate_plan *plan, uint64_t *random)
{
    if (random_uniform(random) < plan->chess960_share) {
        return START_CHESS960;
    }
    return books->count ? (int)below(random, (uint64_t)books->count) : START_STANDARD;
}

static void draw_chess960(position *pos, uint64_t *random)
{
    int white = (int)below(random, ARRANGEMENTS);
    bool twice = below(random, 2);
    start_chess960(pos, white, twice ? (int)below(random, ARRANGEMENTS) : white);
}

bool start_draw(position *pos, const start_books *books, int source, const generate_plan *plan,
                uint64_t *random)
{
    if (source == START_CHESS960) {
        draw_chess960(pos, random);
    } else {
        const book *b = source == START_STANDARD ? NULL : &books->book[source];
        bool good =
            read_position(pos, b ? b->text + b->begins[below(random, b->count)] : FEN_START, NULL);
        assert(good);
        (void)good;
    }
    int plies = plan->random_plies;
    if (plies && source != START_STANDARD) {
        plies = below(random, 2) ? 1 + (int)below(random, (uint64_t)plies) : 0;
    }
    for (int i = 0; i < plies; i++) {
        move moves[MOVES_MAX];
        int count = gen_legal(pos, moves);
        if (!count) {
            return false;
        }
        pos_make(pos, moves[below(random, (uint64_t)count)]);
    }
    return true;
}

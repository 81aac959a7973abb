#include "syzygy/tables.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "chess/movegen.h"
#include "folders.h"
#include "system/files.h"
#include "system/library.h"

enum { LIBRARY_INTERFACE = 1 };

/* Fathom's interface. The result of a move has in bits 0-3 a syzygy_result, in 4-9 the target, in
 * 10-15 the origin, in 16-18 the promotion (1 queen ... 4 knight), and from 20 on the plies. */
enum { TO_BIT = 4, FROM_BIT = 10, PROMOTION_BIT = 16, PLIES_BIT = 20, RESULTS_MAX = 193 };
#define NO_RESULT 0xffffffffu

typedef bool fathom_init(const char *path);
typedef unsigned fathom_probe(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
                              uint64_t rooks, uint64_t bishops, uint64_t knights, uint64_t pawns,
                              unsigned en_passant, bool white_to_move);
typedef unsigned fathom_probe_root(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
                                   uint64_t rooks, uint64_t bishops, uint64_t knights,
                                   uint64_t pawns, unsigned halfmove_clock, unsigned en_passant,
                                   bool white_to_move, unsigned results[RESULTS_MAX]);

struct syzygy_tables {
    system_library library;
    fathom_init *init;
    fathom_probe *probe;
    fathom_probe_root *probe_root;
    unsigned *largest; /* the library's number of pieces; above 0 while tables are open */
    syzygy_found found;
};

static bool load_library(syzygy_tables *t, failure *why)
{
    failure reason;
    if (!system_library_open(&t->library, "fathom", LIBRARY_INTERFACE, &reason)) {
        return fail(why, "Fathom cannot be loaded: %s", reason.text);
    }
    return system_library_find(&t->library, "tb_init", &t->init, why) &&
           system_library_find(&t->library, "tb_probe_wdl_impl", &t->probe, why) &&
           system_library_find(&t->library, "tb_probe_root_impl", &t->probe_root, why) &&
           system_library_find(&t->library, "TB_LARGEST", &t->largest, why);
}

/* Calls tb_init() with the folders of a path, one separator between two, because the library reads
 * beyond a path that ends with one. */
static bool init(const syzygy_tables *t, const char *path, failure *why)
{
    syzygy_folders f;
    bool good = syzygy_folders_split(&f, path, why);
    char *joined = good ? calloc(1, strlen(path) + 1) : NULL;
    if (good && !joined) {
        good = fail(why, "not enough memory for a path");
    }
    for (int i = 0; good && i < f.count; i++) {
        strcat(joined, i > 0 ? system_list_separator : "");
        strcat(joined, f.names[i]);
    }
    good = good && (t->init(joined) || fail(why, "%.256s: Fathom cannot open these tables", path));
    free(joined);
    syzygy_folders_free(&f);
    return good;
}

static bool open_tables(syzygy_tables *t, const char *path, failure *why)
{
    if (!load_library(t, why)) {
        return false;
    }
    if (*t->largest > 0) {
        return fail(why, "%.256s: this process has opened other endgame tables", path);
    }
    if (!syzygy_look(path, &t->found, why) || !init(t, path, why)) {
        return false;
    }
    t->found.pieces = (int)*t->largest;
    return t->found.pieces > 0 || fail(why, "%.256s: Fathom finds no endgame tables there", path);
}

syzygy_tables *syzygy_open(const char *path, failure *why)
{
    syzygy_tables *t = calloc(1, sizeof *t);
    if (!t) {
        fail(why, "not enough memory for endgame tables");
        return NULL;
    }
    if (!open_tables(t, path, why)) {
        if (t->library.handle) {
            system_library_close(&t->library);
        }
        free(t);
        return NULL;
    }
    return t;
}

/* Closes the tables in the library. It reports each success of munmap() as an error on standard
 * error, which goes nowhere meanwhile. */
static void close_quietly(const syzygy_tables *t)
{
    const int errors = fileno(stderr), kept = dup(errors);
    const int nowhere = system_open_nowhere();
    fflush(stderr);
    if (kept >= 0 && nowhere >= 0) {
        dup2(nowhere, errors);
    }
    (void)t->init("");
    fflush(stderr);
    if (kept >= 0) {
        dup2(kept, errors);
        close(kept);
    }
    if (nowhere >= 0) {
        close(nowhere);
    }
}

void syzygy_close(syzygy_tables *t)
{
    if (t) {
        close_quietly(t);
        *t->largest = 0; /* the library forgets to */
        system_library_close(&t->library);
        free(t);
    }
}

syzygy_found syzygy_found_in(const syzygy_tables *t)
{
    return t->found;
}

static bool may_know(const syzygy_tables *t, const position *pos)
{
    return !pos->castling && bb_count(pos_occupied(pos)) <= t->found.pieces;
}

/* The library's 0 is no square. */
static unsigned en_passant_of(const position *pos)
{
    return pos->en_passant == SQUARE_NONE ? 0 : pos->en_passant;
}

syzygy_result syzygy_probe(const syzygy_tables *t, const position *pos)
{
    if (!may_know(t, pos)) {
        return SYZYGY_UNKNOWN;
    }
    const unsigned result =
        t->probe(pos->side[WHITE], pos->side[BLACK], pos->kind[KING], pos->kind[QUEEN],
                 pos->kind[ROOK], pos->kind[BISHOP], pos->kind[KNIGHT], pos->kind[PAWN],
                 en_passant_of(pos), pos->to_move == WHITE);
    return result < SYZYGY_UNKNOWN ? (syzygy_result)result : SYZYGY_UNKNOWN;
}

/* The legal move of a result, or MOVE_NONE. */
static move move_of_result(const position *pos, unsigned result)
{
    static const move_kind kinds[8] = {MOVE_PLAIN, MOVE_TO_QUEEN, MOVE_TO_ROOK, MOVE_TO_BISHOP,
                                       MOVE_TO_KNIGHT};
    const square from = (square)(result >> FROM_BIT & 63), to = (square)(result >> TO_BIT & 63);
    move m = move_of(from, to, kinds[result >> PROMOTION_BIT & 7]);
    if (!gen_is_legal(pos, m)) {
        m = move_of(from, to, MOVE_EN_PASSANT);
    }
    return gen_is_legal(pos, m) ? m : MOVE_NONE;
}

static int plies_of(unsigned result)
{
    const int plies = (int)(result >> PLIES_BIT);
    const unsigned outcome = result & 15;
    return outcome > SYZYGY_DRAWN ? plies : outcome < SYZYGY_DRAWN ? -plies : 0;
}

/* Fills in the library's results of all legal moves, ended by NO_RESULT, and returns that of the
 * position, or NO_RESULT. */
static unsigned probe_root(const syzygy_tables *t, const position *pos,
                           unsigned results[RESULTS_MAX])
{
    enum { DTZ_PIECES_MAX = 6 };
    /* The library keeps the clock in a byte. From 100 on it makes no difference. */
    const unsigned clock = pos->halfmove_clock < 100 ? pos->halfmove_clock : 100;
    if (!may_know(t, pos) || bb_count(pos_occupied(pos)) > DTZ_PIECES_MAX) {
        return NO_RESULT;
    }
    return t->probe_root(pos->side[WHITE], pos->side[BLACK], pos->kind[KING], pos->kind[QUEEN],
                         pos->kind[ROOK], pos->kind[BISHOP], pos->kind[KNIGHT], pos->kind[PAWN],
                         clock, en_passant_of(pos), pos->to_move == WHITE, results);
}

int syzygy_probe_moves(const syzygy_tables *t, const position *pos, syzygy_move moves[MOVES_MAX])
{
    unsigned results[RESULTS_MAX];
    int count = 0;
    if (!gen_any(pos) || probe_root(t, pos, results) == NO_RESULT) {
        return 0;
    }
    for (; results[count] != NO_RESULT; count++) {
        moves[count] = (syzygy_move){move_of_result(pos, results[count]), plies_of(results[count])};
        assert(moves[count].move != MOVE_NONE);
    }
    return count;
}

/* The result of a move with the position's clock. */
static int result_of(const position *pos, const syzygy_move *m)
{
    const int size = abs(m->plies);
    return size == 0 || size + pos->halfmove_clock > 100 ? 0 : m->plies > 0 ? 1 : -1;
}

/* True if `a` is better than `b`: a sooner win, a draw, a later loss. */
static bool is_better(const syzygy_move *a, const syzygy_move *b)
{
    if ((a->plies > 0) != (b->plies > 0) || a->plies == 0 || b->plies == 0) {
        return a->plies > b->plies;
    }
    return a->plies < b->plies;
}

bool syzygy_judge(const syzygy_tables *t, const position *pos, syzygy_verdict *verdict)
{
    syzygy_move moves[MOVES_MAX];
    const int count = syzygy_probe_moves(t, pos, moves);
    const syzygy_move *best = moves;
    for (int i = 1; i < count; i++) {
        best = is_better(&moves[i], best) ? &moves[i] : best;
    }
    if (count == 0) {
        return false;
    }
    *verdict = (syzygy_verdict){.result = result_of(pos, best), .best = best->move};
    for (int i = 0; i < count; i++) {
        if (result_of(pos, &moves[i]) == verdict->result) {
            verdict->keeping[verdict->count++] = moves[i].move;
        }
    }
    return true;
}

#include "syzygy/tablebases.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "checker.h"
#include "chess/movegen.h"
#include "fathom.h"
#include "system/files.h"

/* Fathom's interface. The result of a move has in bits 0-3 a syzygy_result, in 4-9 the target, in
 * 10-15 the origin, in 16-18 the promotion (1 queen ... 4 knight), and from 20 on the plies. */
enum { TO_BIT = 4, FROM_BIT = 10, PROMOTION_BIT = 16, PLIES_BIT = 20 };
#define NO_RESULT 0xffffffffu

struct syzygy_tables {
    fathom fathom;
    syzygy_found found;
    checker *checker;
    bool in_use; /* the library has opened them */
};

/* Sends what is written to a stream nowhere, while other threads that write to it wait. Returns a
 * descriptor of the file where it went before; -1: it could not be sent elsewhere. */
static int mute(FILE *stream)
{
    system_hold_stream(stream);
    fflush(stream);
    const int kept = system_duplicate(fileno(stream)), nowhere = system_open_nowhere();
    if (kept >= 0 && nowhere >= 0) {
        dup2(nowhere, fileno(stream));
    }
    if (nowhere >= 0) {
        close(nowhere);
    }
    return kept;
}

static void unmute(FILE *stream, int kept)
{
    fflush(stream);
    if (kept >= 0) {
        dup2(kept, fileno(stream));
        close(kept);
    }
    system_release_stream(stream);
}

/* Opens the tables of a path in the library, or closes those that are open if it is empty. The
 * library prints there which files have a wrong size, and reports each success of munmap() as an
 * error. */
static bool init_quietly(const syzygy_tables *t, const char *path)
{
    const int output = mute(stdout), errors = mute(stderr);
    const bool good = t->fathom.init(path);
    unmute(stderr, errors);
    unmute(stdout, output);
    return good;
}

syzygy_tables *syzygy_find(const char *path, const syzygy_checking *how, failure *why)
{
    syzygy_tables *t = calloc(1, sizeof *t);
    if (!t) {
        fail(why, "not enough memory for endgame tables");
        return NULL;
    }
    t->checker = fathom_load(&t->fathom, why) ? checker_new(path, how, &t->found, why) : NULL;
    if (!t->checker) {
        syzygy_close(t);
        return NULL;
    }
    return t;
}

bool syzygy_use(syzygy_tables *t, failure *why)
{
    /* Separators are between two folders only, because the library reads beyond a path that ends
     * with one. */
    const char *path = t->checker->found.path;
    if (*t->fathom.largest > 0) {
        return fail(why, "%.256s: this process has opened other endgame tables", path);
    }
    t->in_use = init_quietly(t, path);
    return t->in_use || fail(why, "%.256s: Fathom cannot open these tables", path);
}

syzygy_tables *syzygy_open(const char *path, failure *why)
{
    static const syzygy_checking all = {.pieces_at_once = SYZYGY_PIECES_MAX};
    syzygy_tables *t = syzygy_find(path, &all, why);
    if (t && !syzygy_use(t, why)) {
        syzygy_close(t);
        return NULL;
    }
    return t;
}

void syzygy_close(syzygy_tables *t)
{
    if (!t) {
        return;
    }
    if (t->in_use) {
        (void)init_quietly(t, "");
        *t->fathom.largest = 0; /* the library forgets to */
    }
    checker_free(t->checker);
    fathom_unload(&t->fathom);
    free(t);
}

syzygy_found syzygy_found_in(const syzygy_tables *t)
{
    return t->found;
}

bool syzygy_next_problem(syzygy_tables *t, failure *why)
{
    return checker_next_problem(t->checker, why);
}

static bool may_know(const syzygy_tables *t, const position *pos, bool moves)
{
    return !pos->castling && bb_count(pos_occupied(pos)) <= t->found.pieces &&
           checker_allows(t->checker, pos, moves);
}

/* The library's 0 is no square. */
static unsigned en_passant_of(const position *pos)
{
    return pos->en_passant == SQUARE_NONE ? 0 : pos->en_passant;
}

syzygy_result syzygy_probe(const syzygy_tables *t, const position *pos)
{
    if (!may_know(t, pos, false)) {
        return SYZYGY_UNKNOWN;
    }
    const unsigned result =
        t->fathom.probe(pos->side[WHITE], pos->side[BLACK], pos->kind[KING], pos->kind[QUEEN],
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
                           unsigned results[FATHOM_RESULTS_MAX])
{
    enum { DTZ_PIECES_MAX = 6 };
    /* The library keeps the clock in a byte. From 100 on it makes no difference. */
    const unsigned clock = pos->halfmove_clock < 100 ? pos->halfmove_clock : 100;
    if (bb_count(pos_occupied(pos)) > DTZ_PIECES_MAX || !may_know(t, pos, true)) {
        return NO_RESULT;
    }
    return t->fathom.probe_root(pos->side[WHITE], pos->side[BLACK], pos->kind[KING],
                                pos->kind[QUEEN], pos->kind[ROOK], pos->kind[BISHOP],
                                pos->kind[KNIGHT], pos->kind[PAWN], clock, en_passant_of(pos),
                                pos->to_move == WHITE, results);
}

int syzygy_probe_moves(const syzygy_tables *t, const position *pos, syzygy_move moves[MOVES_MAX])
{
    unsigned results[FATHOM_RESULTS_MAX];
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

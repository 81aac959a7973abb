#include "endgame_tables.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"

/* The dynamic linker's name; the number is that of the interface. */
static const char *const library_name = "libfathom.so.1";

/* Fathom's interface. The result of a move has in bits 0-3 one of LOSS to WIN (LATE: a draw by the
 * fifty-move rule), in 4-9 the target, in 10-15 the origin, in 16-18 the promotion (1 queen ... 4
 * knight). */
enum { LOSS, LOSS_LATE, DRAW, WIN_LATE, WIN };
enum { TO_BIT = 4, FROM_BIT = 10, PROMOTION_BIT = 16, RESULTS_MAX = 193 };
#define NO_RESULT 0xffffffffu

typedef bool fathom_init(const char *path);
typedef unsigned fathom_probe(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
                              uint64_t rooks, uint64_t bishops, uint64_t knights, uint64_t pawns,
                              unsigned halfmove_clock, unsigned en_passant, bool white_to_move,
                              unsigned results[RESULTS_MAX]);

struct endgame_tables {
    void *library;
    fathom_probe *probe;
    int pieces;
};

static_assert(sizeof(void *) == sizeof(void (*)(void)), "POSIX: dlsym finds functions, too");

/* Sets a pointer. C does not allow the cast from an object pointer to a function pointer. */
static bool find(void *library, const char *name, void *pointer, failure *why)
{
    void *address = dlsym(library, name);
    memcpy(pointer, &address, sizeof address);
    return address != NULL || fail(why, "%s has no %s", library_name, name);
}

static bool load(endgame_tables *t, const char *folder, failure *why)
{
    fathom_init *init;
    const unsigned *largest;
    t->library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!t->library) {
        return fail(why, "Fathom cannot be loaded (Debian: apt install libfathom1): %s", dlerror());
    }
    if (!find(t->library, "tb_init", &init, why) ||
        !find(t->library, "tb_probe_root_impl", &t->probe, why) ||
        !find(t->library, "TB_LARGEST", &largest, why)) {
        return false;
    }
    /* Its tb_free() leaves dangling pointers, and so would a second tb_init(). */
    if (*largest > 0) {
        return fail(why, "%s: this process has opened other endgame tables", folder);
    }
    const bool opened = init(folder);
    t->pieces = opened ? (int)*largest : 0;
    return t->pieces > 0 || fail(why, "%s: no endgame tables (.rtbw and .rtbz) are there", folder);
}

endgame_tables *endgame_tables_open(const char *folder, failure *why)
{
    endgame_tables *t = calloc(1, sizeof *t);
    if (!t) {
        fail(why, "not enough memory for endgame tables");
        return NULL;
    }
    if (!load(t, folder, why)) {
        endgame_tables_close(t);
        return NULL;
    }
    return t;
}

void endgame_tables_close(endgame_tables *t)
{
    if (t) {
        if (t->library) {
            dlclose(t->library);
        }
        free(t);
    }
}

int endgame_tables_pieces(const endgame_tables *t)
{
    return t->pieces;
}

static endgame_result result_of(unsigned result)
{
    const unsigned outcome = result & 15;
    return outcome == WIN ? ENDGAME_WON : outcome == LOSS ? ENDGAME_LOST : ENDGAME_DRAWN;
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

bool endgame_tables_ask(const endgame_tables *t, const position *pos, endgame_verdict *verdict)
{
    unsigned results[RESULTS_MAX];
    if (pos->castling || bb_count(pos_occupied(pos)) > t->pieces) {
        return false;
    }
    const unsigned en_passant = pos->en_passant == SQUARE_NONE ? 0 : (unsigned)pos->en_passant;
    const unsigned root =
        t->probe(pos->side[WHITE], pos->side[BLACK], pos->kind[KING], pos->kind[QUEEN],
                 pos->kind[ROOK], pos->kind[BISHOP], pos->kind[KNIGHT], pos->kind[PAWN],
                 pos->halfmove_clock, en_passant, pos->to_move == WHITE, results);
    if (root == NO_RESULT) {
        return false;
    }
    verdict->result = result_of(root);
    verdict->best = move_of_result(pos, root);
    verdict->count = 0;
    for (int i = 0; i < RESULTS_MAX && results[i] != NO_RESULT; i++) {
        const move m = move_of_result(pos, results[i]);
        if (m != MOVE_NONE && result_of(results[i]) == verdict->result) {
            verdict->keeping[verdict->count++] = m;
        }
    }
    return verdict->best != MOVE_NONE && verdict->count > 0;
}

#include "endgames.h"

#include <stdlib.h>

#include "chess/movegen.h"

/* The ranks of root moves: a higher rank is a better move. All sure wins have RANK_SURE. Other wins
 * have RANK_SURE less the fifty-move clock at the next capture or pawn move, so from RANK_WINS on
 * the rule does not end them. RANK_LATE is any win that it ends. A loss has the negative of the
 * opponent's win, and a draw 0. */
enum { RANK_SURE = 10000, RANK_WINS = RANK_SURE - 100, RANK_LATE = RANK_WINS - 1 };

int endgames_pieces(const search_endgames *use)
{
    const int most = use->tables ? syzygy_found_in(use->tables).pieces : 0;
    return most < use->pieces_max ? most : use->pieces_max;
}

bool endgames_equal(const search_endgames *a, const search_endgames *b)
{
    const int pieces = endgames_pieces(a);
    return pieces == endgames_pieces(b) &&
           (pieces == 0 || (a->tables == b->tables && a->fifty_moves == b->fifty_moves));
}

endgame_result endgames_ask(const search_endgames *use, const position *pos)
{
    switch (syzygy_probe(use->tables, pos)) {
    case SYZYGY_LOST:
        return ENDGAME_LOST;
    case SYZYGY_LOST_LATE:
        return use->fifty_moves ? ENDGAME_DRAWN : ENDGAME_LOST;
    case SYZYGY_DRAWN:
        return ENDGAME_DRAWN;
    case SYZYGY_WON_LATE:
        return use->fifty_moves ? ENDGAME_DRAWN : ENDGAME_WON;
    case SYZYGY_WON:
        return ENDGAME_WON;
    default:
        return ENDGAME_UNKNOWN;
    }
}

typedef struct ranked_move {
    move move;
    int rank;
} ranked_move;

/* The rank of a move by the plies of syzygy_probe_moves(). `repeated`: a position has occurred
 * twice since the last capture or pawn move. */
static int rank_of_plies(int plies, int clock, bool repeated)
{
    if (plies > 0) {
        /* The plies may be one too small. */
        const bool sure = plies + clock <= 99 && !repeated;
        return sure ? RANK_SURE : RANK_SURE - (plies + clock);
    }
    if (plies < 0) {
        /* Where the rule is far, the search chooses the defence. */
        const bool sure = -2 * plies + clock < 100;
        return sure ? -RANK_SURE : -RANK_SURE + (-plies + clock);
    }
    return 0;
}

/* Ranks all legal moves by the DTZ tables. Returns their number; 0 if one is not known. */
static int rank_by_plies(const search_endgames *use, const position *root, bool repeated,
                         ranked_move ranked[])
{
    syzygy_move moves[MOVES_MAX];
    const int count = syzygy_probe_moves(use->tables, root, moves);
    /* The rule ended the game long ago where the clock is beyond its limit. */
    const int clock = root->halfmove_clock < 100 ? root->halfmove_clock : 100;
    for (int i = 0; i < count; i++) {
        ranked[i] = (ranked_move){moves[i].move, rank_of_plies(moves[i].plies, clock, repeated)};
    }
    return count;
}

/* The same by the WDL tables. */
static int rank_by_results(const search_endgames *use, const position *root, ranked_move ranked[])
{
    static const int ranks[] = {[SYZYGY_LOST] = RANK_SURE,
                                [SYZYGY_LOST_LATE] = RANK_LATE,
                                [SYZYGY_DRAWN] = 0,
                                [SYZYGY_WON_LATE] = -RANK_LATE,
                                [SYZYGY_WON] = -RANK_SURE};
    move moves[MOVES_MAX];
    const int count = gen_legal(root, moves);
    for (int i = 0; i < count; i++) {
        position after = *root;
        pos_make(&after, moves[i]);
        const syzygy_result result = syzygy_probe(use->tables, &after);
        if (result == SYZYGY_UNKNOWN) {
            return 0;
        }
        ranked[i] = (ranked_move){moves[i], ranks[result]};
    }
    return count;
}

/* True if a position of the game has occurred twice since the last capture or pawn move. */
static bool has_repeated(const position *root, const line *game)
{
    const int last = game->length - 1;
    const int first = root->halfmove_clock < last ? last - root->halfmove_clock : 0;
    for (int i = first; i <= last; i++) {
        for (int k = i + 4; k <= last; k += 2) {
            if (game->key[i] == game->key[k]) {
                return true;
            }
        }
    }
    return false;
}

search_score endgames_score_of(bool won, int plies)
{
    const int value = SCORE_CP_TABLES - plies;
    return won ? (search_score){SCORE_CENTIPAWNS, value, 1.0f, 0.0f, 0.0f}
               : (search_score){SCORE_CENTIPAWNS, -value, 0.0f, 0.0f, 1.0f};
}

/* The score of a rank. A draw that only the fifty-move rule gives is a centipawn off. */
static search_score score_of(int rank, bool fifty_moves)
{
    const int least = fifty_moves ? RANK_WINS : 1;
    if (abs(rank) >= least) {
        return endgames_score_of(rank > 0, 0);
    }
    return (search_score){SCORE_CENTIPAWNS, (rank > 0) - (rank < 0), 0.0f, 1.0f, 0.0f};
}

/* Keeps the allowed moves of the highest rank, and returns it. */
static int keep_best(endgame_root *found, const ranked_move ranked[], int count,
                     const search_limits *limits)
{
    int best = -2 * RANK_SURE, allowed = 0;
    for (int i = 0; i < count; i++) {
        if (!search_allows(limits, ranked[i].move)) {
            continue;
        }
        allowed++;
        if (ranked[i].rank > best) {
            best = ranked[i].rank;
            found->count = 0;
        }
        if (ranked[i].rank == best) {
            found->moves[found->count++] = ranked[i].move;
        }
    }
    found->restricts = found->count < allowed;
    return best;
}

void endgames_ask_root(endgame_root *found, const search_endgames *use, const position *root,
                       const line *game, const search_limits *limits)
{
    ranked_move ranked[MOVES_MAX];
    *found = (endgame_root){.asks = endgames_pieces(use) > 0 && limits->mate == 0};
    if (root->castling || bb_count(pos_occupied(root)) > endgames_pieces(use)) {
        return;
    }
    /* A search for a mate plays no game that could repeat. */
    const bool repeated = limits->mate == 0 && has_repeated(root, game);
    int count = rank_by_plies(use, root, repeated, ranked);
    const bool by_plies = count > 0;
    if (!by_plies) {
        count = rank_by_results(use, root, ranked);
    }
    if (count == 0) {
        return;
    }
    const int best = keep_best(found, ranked, count, limits);
    found->known = true;
    found->hits = (uint64_t)count;
    found->score = score_of(best, use->fifty_moves);
    found->asks = found->asks && !by_plies && best > 0;
}

search_score endgames_score(const endgame_root *found, search_score searched)
{
    return found->known && searched.kind != SCORE_MATE ? found->score : searched;
}

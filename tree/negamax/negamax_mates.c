#include "negamax_parts.h"

/* From this score on a side is far enough ahead for a mate, which is sought up to MOVES_SOUGHT
 * moves. */
enum { SCORE_FAR_AHEAD = 500, MOVES_SOUGHT = 3 };

/* The nodes of the mate search: at first, and then one for each NODES_A_MATE_NODE nodes of the
 * search. */
enum { MATE_NODES_MIN = 512, NODES_A_MATE_NODE = 1 };

/* Finds the shortest mate of the side to move, if it has at most `most` moves. Returns MATE_NONE
 * if there is none. */
static mate_answer find_win(ab_worker *w, int most, uint64_t end, mate_line *found)
{
    ab_mates *mates = &w->shared->mates;
    mate_answer answer = MATE_NONE;
    for (; answer == MATE_NONE && mates->wins < most; mates->wins += answer == MATE_NONE) {
        for (int i = 0; i < w->stage.root_count && answer == MATE_NONE; i++) {
            answer = mate_by_move(&mates->search, w->stage.roots[i].move, mates->wins + 1,
                                  MATE_ALL_MOVES, end, found);
        }
    }
    return answer;
}

/* Finds the shortest mate of the opponent after a root move, if it has at most `most` moves. */
static mate_answer find_defeat(ab_worker *w, move first, int most, uint64_t end, mate_line *found)
{
    mate_answer answer = MATE_NONE;
    for (int moves = 1; answer == MATE_NONE && moves <= most; moves++) {
        answer =
            mate_after_move(&w->shared->mates.search, first, moves, MATE_ALL_MOVES, end, found);
    }
    return answer;
}

/* Finds the shortest mate of the opponent after each root move, if it mates in at most `most` moves
 * whatever is played. Returns MATE_NONE if it does not. */
static mate_answer find_loss(ab_worker *w, int most, uint64_t end, mate_line found[])
{
    ab_mates *mates = &w->shared->mates;
    mate_answer answer = MATE_NONE;
    for (; answer == MATE_NONE && mates->losses < most; mates->losses += answer == MATE_NONE) {
        answer = MATE_FOUND;
        for (int i = 0; i < w->stage.root_count && answer == MATE_FOUND; i++) {
            answer = find_defeat(w, w->stage.roots[i].move, mates->losses + 1, end, &found[i]);
        }
    }
    return answer;
}

/* Solves as many lines as are reported, the longest first. */
static void solve_losses(ab_worker *w, mate_line found[])
{
    const int count = w->stage.root_count;
    for (int lines = 0; lines < w->shared->multi_pv && lines < count; lines++) {
        int longest = 0;
        for (int i = 1; i < count; i++) {
            longest = found[i].length > found[longest].length ? i : longest;
        }
        ab_stage_solve(w, &found[longest]);
        found[longest].length = 0;
    }
}

void ab_mates_begin(negamax *n, const position *root, const line *game)
{
    mate_search_begin(&n->mates.search, root, game, n->control);
    n->mates.wins = n->mates.losses = 0;
}

void ab_look_for_mates(ab_worker *w)
{
    ab_mates *mates = &w->shared->mates;
    const int score = w->stage.roots[0].known;
    const int moves = score_is_mate(score) ? (score_plies(score) + 1) / 2 : 0;
    const uint64_t end = MATE_NODES_MIN + ab_nodes(w->shared) / NODES_A_MATE_NODE;
    mate_line found[MOVES_MAX];
    if (w->stage.solved || mates->search.nodes >= end) {
        return;
    }
    if (score >= SCORE_FAR_AHEAD) {
        const int shorter = moves <= MATE_MOVES_MAX ? moves - 1 : MATE_MOVES_MAX;
        if (find_win(w, moves ? shorter : MOVES_SOUGHT, end, found) == MATE_FOUND) {
            ab_stage_solve(w, found);
        }
    } else if (score <= -SCORE_FAR_AHEAD && score > -SCORE_INFINITE) {
        const int most = moves < MATE_MOVES_MAX ? moves : MATE_MOVES_MAX;
        if (find_loss(w, most > MOVES_SOUGHT ? most : MOVES_SOUGHT, end, found) == MATE_FOUND) {
            solve_losses(w, found);
        }
    }
}

#include "move_picker.h"

#include <string.h>

#include "chess/see.h"

/* The worth of a centipawn of the victim, in units of the capture history. */
enum { VICTIM_WEIGHT = 12, UNDERPROMOTION = -100000 };

/* A unit of a capture history in the scores of hist_order(). */
enum { ORDER_UNIT = 1024 };

void picker_begin(move_picker *p, const pick_source *from)
{
    p->from = *from;
    if (!gen_is_legal_given(from->pos, from->checks, from->table_move)) {
        p->from.table_move = MOVE_NONE;
    }
    p->step = PICK_TABLE_MOVE;
    p->noisy_only = false;
    p->least = 0;
    p->losing_count = p->refutation = p->next = p->end = 0;
}

void picker_begin_noisy(move_picker *p, const pick_source *from, int least)
{
    picker_begin(p, from);
    p->noisy_only = true;
    p->least = least;
    const move m = p->from.table_move;
    if (m != MOVE_NONE && (!move_is_noisy(from->pos, m) || !see_at_least(from->pos, m, least))) {
        p->from.table_move = MOVE_NONE;
    }
}

/* `history` is the score of the move in the capture history. */
static int noisy_score(move m, const hist_move *described, int history)
{
    int worth = described->victim < HIST_PROMOTION ? see_value[described->victim] : 0;
    if (move_is_promotion(m)) {
        if (move_kind_of(m) != MOVE_TO_QUEEN) {
            return UNDERPROMOTION;
        }
        worth += see_value[QUEEN] - see_value[PAWN];
    }
    return VICTIM_WEIGHT * worth + history;
}

/* True if a move is the table move or one of the first `count` refutations. */
static bool came_before(const pick_source *from, int count, move m)
{
    bool came = m == from->table_move;
    for (int i = 0; i < count; i++) {
        came |= m == from->refutations[i];
    }
    return came;
}

/* Removes the table move and the first `refutations` refutations from a list, because they come
 * before it, and describes the other moves. Returns their number. */
static int sift(const pick_source *from, int refutations, move moves[], int count,
                hist_move described[])
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (!came_before(from, refutations, moves[i])) {
            moves[kept] = moves[i];
            described[kept++] = hist_move_of(from->pos, from->threats, moves[i]);
        }
    }
    return kept;
}

static void make_noisy(move_picker *p)
{
    const pick_source *from = &p->from;
    move moves[MOVES_MAX];
    hist_move described[MOVES_MAX];
    int scores[MOVES_MAX];
    const int kept = sift(from, 0, moves, gen_noisy(from->pos, from->checks, moves), described);
    hist_order(from->history, from->context, described, kept, scores);
    p->next = 0;
    p->end = kept;
    for (int i = 0; i < kept; i++) {
        const int score = noisy_score(moves[i], &described[i], scores[i] / ORDER_UNIT);
        p->list[i] = (scored_move){moves[i], score};
    }
}

static void add_priors(const pick_source *from, const move moves[], int count, int scores[])
{
    float logs[MOVES_MAX];
    priors_fill(from->priors, &from->policy->net, from->pos);
    for (int i = 0; i < count; i++) {
        logs[i] = priors_log(from->priors, moves[i]);
    }
    hist_add_priors(from->history, logs, count, scores);
}

/* Quiet moves are stored after the losing captures, which wait at the front. */
static void make_quiet(move_picker *p)
{
    const pick_source *from = &p->from;
    move moves[MOVES_MAX];
    hist_move described[MOVES_MAX];
    int scores[MOVES_MAX];
    const int kept =
        sift(from, REFUTATIONS, moves, gen_quiet(from->pos, from->checks, moves), described);
    if (from->policy && from->policy->order == AB_POLICY_INSTEAD) {
        memset(scores, 0, (size_t)kept * sizeof scores[0]);
    } else {
        hist_order(from->history, from->context, described, kept, scores);
    }
    if (from->policy) {
        add_priors(from, moves, kept, scores);
    }
    p->next = p->losing_count;
    p->end = p->losing_count + kept;
    for (int i = 0; i < kept; i++) {
        p->list[p->next + i] = (scored_move){moves[i], scores[i]};
    }
}

/* Takes the best move of a step, which must have one, and moves it to the front. Equal scores keep
 * the order of generation. */
static move take_best(move_picker *p)
{
    int best = p->next;
    for (int i = p->next + 1; i < p->end; i++) {
        best = p->list[i].score > p->list[best].score ? i : best;
    }
    const scored_move chosen = p->list[best];
    for (int i = best; i > p->next; i--) {
        p->list[i] = p->list[i - 1];
    }
    p->list[p->next++] = chosen;
    return chosen.move;
}

/* The next capture that does not lose material, or MOVE_NONE. Losing captures are put aside. */
static move next_noisy(move_picker *p)
{
    while (p->next < p->end) {
        const move m = take_best(p);
        if (see_at_least(p->from.pos, m, p->least)) {
            return m;
        }
        p->list[p->losing_count++] = p->list[p->next - 1];
    }
    return MOVE_NONE;
}

/* The next killer or counter move that is legal and quiet here and did not come before, or
 * MOVE_NONE. */
static move next_refutation(move_picker *p)
{
    const pick_source *from = &p->from;
    while (p->refutation < REFUTATIONS) {
        const move m = from->refutations[p->refutation++];
        if (m != MOVE_NONE && !came_before(from, p->refutation - 1, m) &&
            gen_is_legal_given(from->pos, from->checks, m) && !move_is_noisy(from->pos, m)) {
            return m;
        }
    }
    return MOVE_NONE;
}

move picker_next(move_picker *p, bool skip_quiets)
{
    const pick_source *from = &p->from;
    move m;
    skip_quiets |= p->noisy_only;
    switch (p->step) {
    case PICK_TABLE_MOVE:
        p->step = PICK_NOISY_MAKE;
        if (from->table_move != MOVE_NONE) {
            return from->table_move;
        }
        /* fall through */
    case PICK_NOISY_MAKE:
        make_noisy(p);
        p->step = PICK_NOISY;
        /* fall through */
    case PICK_NOISY:
        m = next_noisy(p);
        if (m != MOVE_NONE) {
            return m;
        }
        if (p->noisy_only) {
            p->step = PICK_DONE;
            return MOVE_NONE;
        }
        p->step = PICK_REFUTATIONS;
        /* fall through */
    case PICK_REFUTATIONS:
        m = skip_quiets ? MOVE_NONE : next_refutation(p);
        if (m != MOVE_NONE) {
            return m;
        }
        p->step = PICK_QUIET_MAKE;
        /* fall through */
    case PICK_QUIET_MAKE:
        if (!skip_quiets) {
            make_quiet(p);
        } else {
            p->next = p->end = p->losing_count;
        }
        p->step = PICK_QUIET;
        /* fall through */
    case PICK_QUIET:
        if (!skip_quiets && p->next < p->end) {
            return take_best(p);
        }
        p->step = PICK_LOSING;
        p->next = 0;
        p->end = p->losing_count;
        /* fall through */
    case PICK_LOSING:
        if (p->next < p->end) {
            return p->list[p->next++].move;
        }
        p->step = PICK_DONE;
        /* fall through */
    case PICK_DONE:
        break;
    }
    return MOVE_NONE;
}

#include "mate_search.h"

#include "chess/checks.h"
#include "chess/movegen.h"
#include "tree/move_clock.h"

/* The nodes between two looks at the clock and the signals: well under a millisecond. */
enum { NODES_BETWEEN_CHECKS = 512 };

void mate_search_begin(mate_search *s, const position *root, const line *game,
                       search_control *control)
{
    *s = (mate_search){.control = control, .root = *root, .path = *game};
}

static bool is_mated(mate_search *s, const position *pos, int moves, int ply);

static void put_first(move moves[], int count, move first)
{
    for (int i = 1; i < count; i++) {
        if (moves[i] == first) {
            moves[i] = moves[0];
            moves[0] = first;
        }
    }
}

static bool must_end(const mate_search *s)
{
    return control_stopped(s->control) ||
           (!control_endless(s->control) && clock_is_over(s->control));
}

/* Plays a move and asks whether the other side is mated then, or mates then. Once the search is
 * out, the answer means nothing. */
static bool ask_after(mate_search *s, const position *pos, move played, int moves, int ply,
                      bool (*ask)(mate_search *, const position *, int, int))
{
    position next = *pos;
    pos_make(&next, played);
    line_push(&s->path, next.key);
    s->nodes++;
    s->is_out |= s->nodes >= s->end || (s->nodes % NODES_BETWEEN_CHECKS == 0 && must_end(s));
    const bool answer = !s->is_out && ask(s, &next, moves, ply + 1);
    line_cut(&s->path, s->path.length - 1);
    return answer;
}

/* Puts the checks first, and the killer first among them or among the others. Returns the number of
 * checks. */
static int sort_attack(const position *pos, move killer, move moves[], int count)
{
    const check_squares squares = pos_check_squares(pos);
    int checks = 0;
    for (int i = 0; i < count; i++) {
        const move m = moves[i];
        if (pos_gives_check(pos, &squares, m)) {
            moves[i] = moves[checks];
            moves[checks++] = m;
        }
    }
    put_first(moves, checks, killer);
    put_first(moves + checks, count - checks, killer);
    return checks;
}

static bool is_drawn(const mate_search *s, const position *pos)
{
    return pos->halfmove_clock >= 100 || line_repeats(&s->path, pos->halfmove_clock);
}

/* Does the side to move mate in at most `moves` moves? The last move of a mate gives check. */
static bool does_mate(mate_search *s, const position *pos, int moves, int ply)
{
    move list[MOVES_MAX];
    if (is_drawn(s, pos)) {
        return false;
    }
    const int all = gen_legal(pos, list);
    const int checks = sort_attack(pos, s->killer[ply], list, all);
    const int count = moves == 1 || s->width == MATE_CHECKS_ONLY ? checks : all;
    for (int i = 0; i < count && !s->is_out; i++) {
        if (ask_after(s, pos, list[i], moves - 1, ply, is_mated)) {
            s->killer[ply] = list[i];
            return true;
        }
    }
    return false;
}

/* Positions are reached by several orders of moves. A question is the key of a position with one to
 * move and the number of moves; an answer is a question whose last bit is set if the side is mated.
 * 0: none. That a position of the path repeats is no part of it: that would make the mate longer.
 */
static uint64_t question_of(const mate_search *s, const position *pos, int moves)
{
    const uint64_t number = (uint64_t)(2 * moves + (s->width == MATE_ALL_MOVES));
    return (pos->key ^ number * 0x9e3779b97f4a7c15) & ~UINT64_C(1);
}

static uint64_t *place_of(mate_search *s, uint64_t question)
{
    return &s->known[question >> 1 & (MATE_KNOWN - 1)];
}

static bool recall(mate_search *s, uint64_t question, bool *mated)
{
    const uint64_t answer = *place_of(s, question);
    *mated = (answer & 1) != 0 || (answer & ~UINT64_C(1)) != question;
    return (answer & ~UINT64_C(1)) == question;
}

static void remember(mate_search *s, uint64_t question, bool mated)
{
    if (!s->is_out) {
        *place_of(s, question) = question | mated;
    }
}

/* Is the side to move mated in at most `moves` moves, whatever it plays? */
static bool is_mated(mate_search *s, const position *pos, int moves, int ply)
{
    move list[MOVES_MAX];
    const int count = moves ? gen_legal(pos, list) : gen_any(pos);
    if (!count) {
        return pos_in_check(pos);
    }
    if (!moves || is_drawn(s, pos)) {
        return false;
    }
    const uint64_t question = question_of(s, pos, moves);
    bool mated = true;
    if (recall(s, question, &mated)) {
        return mated;
    }
    put_first(list, count, s->killer[ply]);
    for (int i = 0; i < count && mated && !s->is_out; i++) {
        mated = ask_after(s, pos, list[i], moves, ply, does_mate);
        s->killer[ply] = mated ? s->killer[ply] : list[i];
    }
    remember(s, question, mated);
    return mated;
}

/* Plays a move of a line. */
static void follow(mate_search *s, position *pos, move played, mate_line *found)
{
    found->moves[found->length++] = played;
    pos_make(pos, played);
    line_push(&s->path, pos->key);
}

/* The reply that is mated last: in `moves` moves and not in fewer. */
static move longest_defence(mate_search *s, const position *pos, int moves)
{
    move list[MOVES_MAX];
    const int count = gen_legal(pos, list);
    for (int i = 0; i < count && moves > 1; i++) {
        if (!ask_after(s, pos, list[i], moves - 1, 0, does_mate)) {
            return list[i];
        }
    }
    return list[0];
}

/* Adds the line in which the side to move is mated in at most `moves` moves, as was just proven.
 * That takes about as many nodes as the proof. Where the line would repeat a position, there is no
 * answer. */
static void add_defeat(mate_search *s, position pos, int moves, mate_line *found)
{
    s->end = UINT64_MAX;
    for (int left = moves; left > 0 && !s->is_out && gen_any(&pos); left--) {
        follow(s, &pos, longest_defence(s, &pos, left), found);
        if (!does_mate(s, &pos, left, 0)) {
            s->is_out = true;
            return;
        }
        follow(s, &pos, s->killer[0], found);
    }
}

/* Plays the first move. */
static position begin(mate_search *s, move first, mate_width width, uint64_t end, mate_line *found)
{
    position pos = s->root;
    s->end = end;
    s->is_out = false;
    s->width = width;
    found->length = 0;
    follow(s, &pos, first, found);
    return pos;
}

static mate_answer finish(mate_search *s, bool mates)
{
    line_cut(&s->path, s->path.root + 1);
    return s->is_out ? MATE_UNKNOWN : mates ? MATE_FOUND : MATE_NONE;
}

mate_answer mate_by_move(mate_search *s, move first, int moves, mate_width width, uint64_t end,
                         mate_line *found)
{
    const position pos = begin(s, first, width, end, found);
    const bool left_out = width == MATE_CHECKS_ONLY && !pos_in_check(&pos);
    const bool mates = !left_out && is_mated(s, &pos, moves - 1, 0);
    if (mates && !s->is_out) {
        add_defeat(s, pos, moves - 1, found);
    }
    return finish(s, mates);
}

mate_answer mate_after_move(mate_search *s, move first, int moves, mate_width width, uint64_t end,
                            mate_line *found)
{
    position pos = begin(s, first, width, end, found);
    const bool mates = does_mate(s, &pos, moves, 0);
    if (mates && !s->is_out) {
        follow(s, &pos, s->killer[0], found);
        add_defeat(s, pos, moves - 1, found);
    }
    return finish(s, mates);
}

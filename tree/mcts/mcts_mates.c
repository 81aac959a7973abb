#include "mcts_mates.h"

#include "mcts_playout.h"
#include "mcts_report.h"
#include "mcts_threads.h"

/* Each playout allows the mate search a part of a node, so that it takes little time. A question
 * that needs more nodes than there are waits until they have doubled. */
enum { PLAYOUTS_A_NODE = 2, NODES_WANTED_MIN = 64 };

/* The nodes that a search for a mate may spend to find that the side to move is mated itself. */
enum { DEFEAT_NODES = 1 << 20 };

/* The questions. Mates that nothing has proven yet are sought by the first SOUGHT. Before a move is
 * played, the first OF_CHOICE are asked about it. */
enum { SOUGHT = 6, OF_CHOICE = 2, QUESTIONS = 11 };

static const struct {
    int moves;
    mate_width width;
} questions[QUESTIONS] = {
    {1, MATE_ALL_MOVES},
    {2, MATE_ALL_MOVES},
    {3, MATE_CHECKS_ONLY},
    {4, MATE_CHECKS_ONLY},
    {3, MATE_ALL_MOVES},
    {5, MATE_CHECKS_ONLY},
    {4, MATE_ALL_MOVES},
    {5, MATE_ALL_MOVES},
    {6, MATE_ALL_MOVES},
    {7, MATE_ALL_MOVES},
    {MATE_MOVES_MAX, MATE_ALL_MOVES},
};

void mcts_mates_begin(mcts *m, search_control *control)
{
    mcts_mates *mates = &m->mates;
    mate_search_begin(&mates->search, &m->tree.position, &m->tree.game, control);
    mates->wanted = NODES_WANTED_MIN;
    mates->own = 0;
    for (int i = 0; i < MOVES_MAX; i++) {
        mates->own_after[i] = mates->opponent[i] = mates->found[i].length = 0;
    }
}

const mate_line *mcts_mate_line(const mcts *m, int number)
{
    const mcts_node *child = tree_child(&m->tree, &m->tree.root, number);
    const mate_line *found = &m->mates.found[number];
    const bool is_known =
        found->length && node_is_proven(child) && TREE_LOAD(child->distance) == found->length - 1;
    return is_known ? found : NULL;
}

/* Makes an unvisited root move the first unvisited one, and returns its number. */
static int bring_forward(mcts *m, int number)
{
    mcts_tree *t = &m->tree;
    mcts_pause_helpers(m);
    const int visited = tree_visited(t, &t->root);
    if (number > visited) {
        mcts_node *first = tree_child(t, &t->root, visited),
                  *wanted = tree_child(t, &t->root, number);
        const mcts_node moved = *first;
        *first = *wanted;
        *wanted = moved;
        number = visited;
    }
    mcts_resume_helpers(m);
    return number;
}

/* Closes the node after a root move by a mate that was found. */
static void adopt(mcts *m, int number, const mate_line *found)
{
    const int place = bring_forward(m, number), distance = found->length - 1;
    m->mates.found[place] = *found;
    mcts_play_proven(m, m->walks[0], place, distance % 2 ? NODE_WON : NODE_LOST, distance);
}

static move move_of_number(const mcts *m, int number)
{
    return tree_child(&m->tree, &m->tree.root, number)->move;
}

/* Asks the next question about the opponent's mates after a root move. */
static mate_answer ask_opponent(mcts *m, int number, uint64_t end)
{
    int *q = &m->mates.opponent[number];
    mate_line found;
    const mate_answer answer =
        mate_after_move(&m->mates.search, move_of_number(m, number), questions[*q].moves,
                        questions[*q].width, end, &found);
    if (answer == MATE_FOUND) {
        adopt(m, number, &found);
    }
    *q += answer == MATE_NONE;
    return answer;
}

/* Asks question `q` about a root move: does the side to move mate by it? */
static mate_answer ask_own_move(mcts *m, int number, int q, uint64_t end)
{
    mate_line found;
    const mate_answer answer = mate_by_move(&m->mates.search, move_of_number(m, number),
                                            questions[q].moves, questions[q].width, end, &found);
    if (answer == MATE_FOUND) {
        adopt(m, number, &found);
    }
    return answer;
}

/* Asks the next question about the mates by one root move. */
static mate_answer ask_own_after(mcts *m, int number, uint64_t end)
{
    int *q = &m->mates.own_after[number];
    const mate_answer answer = ask_own_move(m, number, *q, end);
    *q += answer == MATE_NONE;
    return answer;
}

/* Asks the next question about the mates by any root move. */
static mate_answer ask_own(mcts *m, uint64_t end)
{
    const mcts_tree *t = &m->tree;
    const int count = tree_block(t, &t->root)->count;
    mate_answer answer = MATE_NONE;
    for (int i = 0; i < count && answer == MATE_NONE; i++) {
        if (tree_state(tree_child(t, &t->root, i)) != NODE_WON) {
            answer = ask_own_move(m, i, m->mates.own, end);
        }
    }
    m->mates.own += answer == MATE_NONE;
    return answer;
}

/* Passes over the questions about mates of more than `moves` moves. Returns true if one of the
 * first `count` questions is left. */
static bool has_question(int *q, int moves, int count)
{
    while (*q < count && questions[*q].moves > moves) {
        ++*q;
    }
    return *q < count;
}

/* The longest mate that is sought. */
static int moves_sought(const mcts *m)
{
    return m->mate_plies ? (m->mate_plies + 1) / 2 : MATE_MOVES_MAX;
}

/* Of the moves that would be reported, the one that was asked least about the opponent's mates, and
 * of equals the first; -1 if all are closed or were asked enough. */
static int least_asked(const mcts *m)
{
    int numbers[MOVES_MAX], found = -1;
    const int lines = mcts_best_lines(m, numbers, m->multi_pv);
    for (int i = 0; i < lines; i++) {
        const int asked = m->mates.opponent[numbers[i]];
        const mcts_node *child = tree_child(&m->tree, &m->tree.root, numbers[i]);
        if (!tree_is_closed(child) && asked < SOUGHT &&
            (found < 0 || asked < m->mates.opponent[found])) {
            found = numbers[i];
        }
    }
    return found;
}

/* Asks the next question. Returns false if none is left, or it needs more nodes. */
static bool ask_next(mcts *m, uint64_t end)
{
    mcts_mates *mates = &m->mates;
    const int number = m->mate_plies ? -1 : least_asked(m);
    const bool asks_own =
        has_question(&mates->own, moves_sought(m), SOUGHT) && !tree_is_closed(&m->tree.root);
    mate_answer answer = MATE_UNKNOWN;
    if (asks_own && (number < 0 || mates->own <= mates->opponent[number])) {
        answer = ask_own(m, end);
    } else if (number >= 0) {
        answer = ask_opponent(m, number, end);
    }
    return answer != MATE_UNKNOWN;
}

void mcts_look_for_mates(mcts *m)
{
    mcts_mates *mates = &m->mates;
    const int64_t earned = (int64_t)(mcts_all_counts(m).playouts / PLAYOUTS_A_NODE);
    const int64_t nodes = earned - (int64_t)mates->search.nodes;
    if (nodes < mates->wanted || !tree_visited(&m->tree, &m->tree.root)) {
        return;
    }
    const uint64_t end = mates->search.nodes + (uint64_t)nodes;
    mates->search.is_out = false;
    while (ask_next(m, end)) {
    }
    mates->wanted = mates->search.is_out ? 2 * mates->wanted : NODES_WANTED_MIN;
}

void mcts_check_choice(mcts *m)
{
    mcts_mates *mates = &m->mates;
    const uint64_t end =
        mates->search.nodes + NODES_WANTED_MIN + mcts_all_counts(m).playouts / PLAYOUTS_A_NODE;
    mate_answer answer = MATE_NONE;
    while (answer != MATE_UNKNOWN) {
        const int number = mcts_chosen_number(m);
        if (number < 0 || tree_is_closed(tree_child(&m->tree, &m->tree.root, number)) ||
            mates->opponent[number] >= OF_CHOICE) {
            return;
        }
        answer = ask_opponent(m, number, end);
    }
}

/* The plies to the mate that proves a node as `outcome`; 0 if it is not proven so, or by tables. */
static int plies_to_mate(const mcts_node *node, node_state outcome)
{
    const int distance = TREE_LOAD(node->distance);
    return tree_state(node) == outcome && distance < TREE_BY_TABLES ? distance : 0;
}

/* The moves of the longest mate that would shorten that of the root; 0: none. The root of a kept
 * tree may have a length whose first move was not looked at in the last search. */
static int shorter_than_won_root(const mcts *m)
{
    const mcts_tree *t = &m->tree;
    const int best = tree_best_child(t, &t->root);
    if (best >= 0 && tree_state(tree_child(t, &t->root, best)) == NODE_LOST) {
        return plies_to_mate(tree_child(t, &t->root, best), NODE_LOST) / 2;
    }
    return (plies_to_mate(&t->root, NODE_WON) + 1) / 2;
}

/* Asks whether the root is won by a shorter mate. Returns true if that was found. */
static bool shorten_root(mcts *m, uint64_t end)
{
    mcts_mates *mates = &m->mates;
    const int shorter = shorter_than_won_root(m);
    mate_answer answer = MATE_NONE;
    while (answer == MATE_NONE && has_question(&mates->own, shorter, QUESTIONS)) {
        answer = ask_own(m, end);
    }
    return answer == MATE_FOUND;
}

/* The same for a root move that mates, or allows the opponent to. */
static bool shorten_move(mcts *m, int number, uint64_t end)
{
    mcts_mates *mates = &m->mates;
    const mcts_node *child = tree_child(&m->tree, &m->tree.root, number);
    const bool wins = tree_state(child) == NODE_LOST;
    const int shorter =
        wins ? plies_to_mate(child, NODE_LOST) / 2 : (plies_to_mate(child, NODE_WON) - 1) / 2;
    int *asked = wins ? &mates->own_after[number] : &mates->opponent[number];
    mate_answer answer = MATE_NONE;
    while (answer == MATE_NONE && has_question(asked, shorter, QUESTIONS)) {
        answer = wins ? ask_own_after(m, number, end) : ask_opponent(m, number, end);
    }
    return answer == MATE_FOUND;
}

/* The same for the moves that would be reported. */
static bool shorten_any(mcts *m, uint64_t end)
{
    int numbers[MOVES_MAX];
    if (shorten_root(m, end)) {
        return true;
    }
    const int lines = mcts_best_lines(m, numbers, m->multi_pv);
    /* The first move of a won root has the root's length. */
    for (int i = tree_state(&m->tree.root) == NODE_WON; i < lines; i++) {
        if (shorten_move(m, numbers[i], end)) {
            return true;
        }
    }
    return false;
}

/* The nodes that may be spent to measure mates once playouts find nothing more: on a clock a
 * moment, else as much work as the limits leave. */
static uint64_t nodes_to_measure(const mcts *m)
{
    enum { AT_LEAST = 4096, PLAYOUT_NODES = 4, NO_LIMIT = 1 << 20 };
    const search_limits *l = &m->mates.search.control->limits;
    const uint64_t playouts = mcts_all_counts(m).playouts;
    if (m->on_clock) {
        return AT_LEAST + playouts / PLAYOUT_NODES;
    }
    if (l->nodes) {
        return AT_LEAST + (l->nodes > playouts ? PLAYOUT_NODES * (l->nodes - playouts) : 0);
    }
    return l->infinite || l->ponder || l->time_exact ? UINT64_MAX / 2 : NO_LIMIT;
}

void mcts_measure_mates(mcts *m)
{
    const uint64_t end = m->mates.search.nodes + nodes_to_measure(m);
    /* A shorter mate changes the order of the moves. */
    while (shorten_any(m, end)) {
    }
}

void mcts_look_for_defeat(mcts *m, int moves)
{
    const mcts_tree *t = &m->tree;
    mate_answer answer = MATE_FOUND;
    for (int i = 0; i < tree_block(t, &t->root)->count && answer == MATE_FOUND; i++) {
        answer = MATE_NONE;
        while (answer == MATE_NONE && has_question(&m->mates.opponent[i], moves, QUESTIONS)) {
            answer = ask_opponent(m, i, DEFEAT_NODES);
        }
    }
}

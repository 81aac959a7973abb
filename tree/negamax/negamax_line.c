#include "negamax_parts.h"

#include <string.h>

/* The largest number of moves that the table may add to a line, and of plies by which a mate may be
 * searched deeper than it is long. */
enum { RECALLED_MAX = 32, REDUCED_MAX = 6 };

void ab_keep_line(ab_node *node, move m)
{
    const ab_node *next = node + 1;
    node->pv[0] = m;
    memcpy(node->pv + 1, next->pv, (size_t)next->pv_length * sizeof(move));
    node->pv_length = next->pv_length + 1;
}

static bool is_among(const uint64_t keys[], int count, uint64_t key)
{
    for (int i = 0; i < count; i++) {
        if (keys[i] == key) {
            return true;
        }
    }
    return false;
}

void ab_recall_line(const ab_worker *w, ab_node *node)
{
    const int room = AB_PLY_MAX - 1 - ab_ply(w, node),
              most = room < RECALLED_MAX ? room : RECALLED_MAX;
    uint64_t seen[RECALLED_MAX];
    position pos = node->pos;
    tt_data known;
    node->pv_length = 0;
    while (node->pv_length < most && pos.halfmove_clock < 100 &&
           !is_among(seen, node->pv_length, pos.key) &&
           (node->pv_length == 0 || !is_among(w->path.key, w->path.length, pos.key)) &&
           tt_probe(&w->shared->table, pos.key, &known) && known.bound == TT_EXACT &&
           known.move != MOVE_NONE && gen_is_legal(&pos, known.move)) {
        seen[node->pv_length] = pos.key;
        node->pv[node->pv_length++] = known.move;
        pos_make(&pos, known.move);
    }
}

void ab_complete_line(ab_worker *w, ab_root_move *root)
{
    const int plies = score_plies(root->score);
    const int known = root->pv_length;
    if (!score_is_mate(root->score) || known >= plies) {
        return;
    }
    ab_node *node = ab_root(w);
    for (int i = 0; i < known; i++, node++) {
        node->described = hist_move_of(&node->pos, ab_threats(w, node), root->pv[i]);
        ab_make(w, node, root->pv[i]);
    }
    const int score = known % 2 ? -root->score : root->score;
    /* Reductions may hide the mate from a search that is just deep enough. */
    for (int more = 0; more <= REDUCED_MAX && root->pv_length < plies; more++) {
        const int found = ab_search(w, node, score - 1, score + 1, plies - known + more, false);
        if (w->stopped) {
            break;
        }
        if (found == score) {
            memcpy(root->pv + known, node->pv, (size_t)node->pv_length * sizeof(move));
            root->pv_length = known + node->pv_length;
        }
    }
    for (int i = 0; i < known; i++) {
        ab_unmake(w);
    }
}

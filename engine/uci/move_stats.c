#include "uci/move_stats.h"

#include <stdio.h>

enum { STATS_TEXT_MAX = 96, STATS_NUMBER_MAX = 16 };

/* An expected score from 0 to 1 as one from -1 to 1. */
static double two_sided(float score)
{
    return 2.0 * (double)score - 1.0;
}

/* Writes a number, or dashes if it is unknown. */
static const char *number(bool known, double value, int width, int digits,
                          char text[STATS_NUMBER_MAX])
{
    if (known) {
        snprintf(text, STATS_NUMBER_MAX, "%*.*f", width, digits, value);
    } else {
        snprintf(text, STATS_NUMBER_MAX, "%*s.%.*s", width - digits - 1, "-", digits, "------");
    }
    return text;
}

/* Writes move, visits, prior and means: what the lines of a move and of the root have in common.
 * Playouts under way (+) are among the visits. The moves left (M) are not known. */
static void write_head(const root_move *m, const char *name, int index, char *text, size_t size)
{
    char wins_less_losses[STATS_NUMBER_MAX], draws[STATS_NUMBER_MAX];
    const bool visited = m->visits > 0;
    snprintf(text, size, "%-5s (%-4d) N: %7u (+ 0) (P: %5.2f%%) (WL: %s) (D: %s) (M:  -.-)", name,
             index, m->visits, 100.0 * (double)m->prior,
             number(visited, two_sided(m->q), 8, 5, wins_less_losses),
             number(visited, (double)m->draw, 5, 3, draws));
}

static void write_move(writer *out, const root_move *m, int index, bool chess960)
{
    char name[MOVE_TEXT_MAX], head[2 * STATS_TEXT_MAX], net[STATS_NUMBER_MAX];
    const double q = two_sided(m->q), exploration = 2.0 * (double)m->exploration;
    move_to_uci(m->move, chess960, name);
    write_head(m, name, index, head, sizeof head);
    writer_line(out, "info string %s (Q: %8.5f) (U: %6.5f) (S: %8.5f) (V: %s)%s", head, q,
                exploration, q + exploration, number(m->net >= 0.0f, two_sided(m->net), 7, 4, net),
                m->proven ? " (T)" : "");
}

void move_stats_write(writer *out, const search *s, bool chess960)
{
    root_move moves[MOVES_MAX], root;
    char head[2 * STATS_TEXT_MAX], net[STATS_NUMBER_MAX];
    if (!search_root_stats(s, &root)) {
        return;
    }
    const int count = search_root_moves(s, moves, MOVES_MAX);
    for (int i = count - 1; i >= 0; i--) {
        write_move(out, &moves[i], i, chess960);
    }
    write_head(&root, "node", count, head, sizeof head);
    writer_line(out, "info string %s (Q: %8.5f) (V: %s)%s", head, two_sided(root.q),
                number(root.net >= 0.0f, two_sided(root.net), 7, 4, net),
                root.proven ? " (T)" : "");
}

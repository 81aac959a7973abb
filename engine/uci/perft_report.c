#include "uci/perft_report.h"

#include <assert.h>
#include <inttypes.h>

#include "chess/movegen.h"
#include "chess/perft.h"
#include "system/clock.h"

/* Deep enough that the checks cost nothing, shallow enough that an interrupt is noticed soon. */
enum { UNINTERRUPTED_DEPTH = 4 };

/* Adds the number of leaves to `leaves`. Returns false if interrupted. */
static bool count_leaves(const position *pos, int depth, const interrupt *stop, uint64_t *leaves)
{
    if (interrupt_wanted(stop)) {
        return false;
    }
    if (depth <= UNINTERRUPTED_DEPTH) {
        *leaves += perft(pos, depth);
        return true;
    }
    move moves[MOVES_MAX];
    int count = gen_legal(pos, moves);
    bool whole = true;
    for (int i = 0; i < count && whole; i++) {
        position next = *pos;
        pos_make(&next, moves[i]);
        whole = count_leaves(&next, depth - 1, stop, leaves);
    }
    return whole;
}

void perft_report(const position *root, int depth, bool chess960, writer *out,
                  const interrupt *stop)
{
    assert(depth >= 0 && depth <= PERFT_DEPTH_MAX);
    move moves[MOVES_MAX];
    int count = depth > 0 ? gen_legal(root, moves) : 0;
    uint64_t total = depth > 0 ? 0 : 1;
    int64_t begun = system_clock_ns();
    for (int i = 0; i < count; i++) {
        uint64_t leaves = 0;
        char text[MOVE_TEXT_MAX];
        position next = *root;
        pos_make(&next, moves[i]);
        if (!count_leaves(&next, depth - 1, stop, &leaves)) {
            writer_line(out, "info string perft: interrupted");
            return;
        }
        move_to_uci(moves[i], chess960, text);
        writer_line(out, "%s: %" PRIu64, text, leaves);
        total += leaves;
    }
    int64_t elapsed = system_clock_ns() - begun;
    writer_line(out, "nodes %" PRIu64, total);
    writer_line(out, "time %" PRId64 " ms", elapsed / 1000000);
    writer_line(out, "nps %" PRIu64, system_rate(total, elapsed));
}

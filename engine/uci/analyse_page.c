#include "analyse_page.h"

#include <inttypes.h>
#include <stdlib.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/plural.h"
#include "chess/san.h"
#include "san_line.h"
#include "uci/board_text.h"

/* A draft must fit a small terminal, or the next drawing would not replace all of it. */
enum { DRAFT_MOVES_MAX = 8, MEGABYTE = 1 << 20 };

static const char *const side_name[2] = {"White", "Black"};

bool analyse_page_begin(const analysis_request *request, bool symbols, FILE *out)
{
    const position *root = &request->root;
    char text[BOARD_LINE_MAX], fen[FEN_TEXT_MAX];
    for (int i = 0; i < BOARD_LINES; i++) {
        board_text_line(root, i, symbols, text);
        fprintf(out, "%s\n", text);
    }
    fen_write(root, false, fen);
    fprintf(out, "\n%s\n%s to move\n\n", fen, side_name[root->to_move]);
    if (request->notes != 0) {
        fprintf(out, "(Meaningless castling rights or en passant squares were dropped.)\n");
    }
    const bool moves = gen_any(root);
    if (!moves) {
        fprintf(out, "%s.\n", pos_in_check(root) ? "Checkmate" : "Stalemate");
    }
    fflush(out);
    return moves;
}

static int write_score(const analyse_page *page, const search_info *info, FILE *out)
{
    const char *own = side_name[page->root->to_move], *other = side_name[page->root->to_move ^ 1];
    const search_score *score = &info->score;
    if (score->kind == SCORE_MATE) {
        fprintf(out, "score   %s mates in %d\n", score->value > 0 ? own : other, abs(score->value));
    } else if (abs(score->value) > SCORE_CP_MAX) {
        fprintf(out, "score   %s wins by the endgame tables\n", score->value > 0 ? own : other);
    } else {
        fprintf(out, "score   %+.2f pawns for %s, who wins %.1f%%, draws %.1f%%, loses %.1f%%\n",
                score->value / 100.0, own, 100.0 * (double)score->win, 100.0 * (double)score->draw,
                100.0 * (double)score->loss);
    }
    return 1;
}

static int write_work(const analyse_page *page, const search *s, const search_info *info, FILE *out)
{
    fprintf(out,
            "work    %" PRIu64 " %s in %.2f s (%" PRIu64 "/s), depth %d, deepest %d, "
            "%.1f of %.0f MB",
            info->nodes,
            page->algorithm == SEARCH_MCTS ? plural(info->nodes, "playout", "playouts")
                                           : plural(info->nodes, "position", "positions"),
            (double)info->time_ms / 1000.0, info->nodes_per_second, info->depth, info->seldepth,
            (double)search_bytes_used(s) / MEGABYTE, (double)search_bytes_total(s) / MEGABYTE);
    if (info->table_hits > 0) {
        fprintf(out, ", %" PRIu64 " in endgame tables", info->table_hits);
    }
    fputc('\n', out);
    return 1;
}

static void write_move(const analyse_page *page, const root_move *m, double share, FILE *out)
{
    char san[SAN_TEXT_MAX], q[16] = "-";
    san_write(page->root, m->move, san);
    const bool known = m->q >= 0.0f;
    if (known) {
        snprintf(q, sizeof q, "%.4f", (double)m->q);
    }
    fprintf(out, "%-8s %10" PRIu32 "  %5.1f%%  %6s", san, m->visits, 100.0 * share, q);
    if (page->algorithm == SEARCH_MCTS) {
        fprintf(out, "  %5.2f%%  %+7.4f", 100.0 * (double)m->prior, (double)m->history);
    }
    fprintf(out, "%s\n", known && m->proven ? "  proven" : "");
}

static int write_moves(const analyse_page *page, const search *s, bool whole, FILE *out)
{
    root_move moves[MOVES_MAX];
    int count = search_root_moves(s, moves, MOVES_MAX);
    uint64_t visits = 0;
    for (int i = 0; i < count; i++) {
        visits += moves[i].visits;
    }
    int shown = whole || count < DRAFT_MOVES_MAX ? count : DRAFT_MOVES_MAX;
    fprintf(out, "\nmove     %10s   share       Q%s\n",
            page->algorithm == SEARCH_MCTS ? "visits" : "nodes",
            page->algorithm == SEARCH_MCTS ? "   prior  history" : "");
    for (int i = 0; i < shown; i++) {
        write_move(page, &moves[i], visits > 0 ? moves[i].visits / (double)visits : 0.0, out);
    }
    return shown + 2;
}

int analyse_page_write(const analyse_page *page, const search *s, const search_info lines[],
                       int count, FILE *out)
{
    const bool whole = lines[0].final;
    int written = 0;
    for (int i = 0; i < (whole ? count : 1); i++) {
        const search_info *info = &lines[i];
        written += write_score(page, info, out);
        written += san_line_write("line", page->root, info->pv, info->pv_length, whole, out);
    }
    written += write_work(page, s, &lines[0], out);
    return written + write_moves(page, s, whole, out);
}

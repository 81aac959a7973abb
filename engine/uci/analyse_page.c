#include "analyse_page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/san.h"
#include "uci/board_text.h"

/* A draft must fit a small terminal, or drawing over it fails. */
enum { DRAFT_MOVES_MAX = 8, LINE_COLUMNS = 76, LINE_INDENT = 8, MEGABYTE = 1 << 20 };

static const char *const side_name[2] = {"White", "Black"};

void analyse_page_write_board(const position *root, bool symbols, FILE *out)
{
    char text[BOARD_LINE_MAX], fen[FEN_TEXT_MAX];
    for (int i = 0; i < BOARD_LINES; i++) {
        board_text_line(root, i, symbols, text);
        fprintf(out, "%s\n", text);
    }
    fen_write(root, false, fen);
    fprintf(out, "\n%s\n%s to move\n\n", fen, side_name[root->to_move]);
}

static int write_score(const analyse_page *page, const search_info *info, FILE *out)
{
    const char *own = side_name[page->root->to_move], *other = side_name[page->root->to_move ^ 1];
    const search_score *score = &info->score;
    if (score->kind == SCORE_MATE) {
        fprintf(out, "score   %s mates in %d\n", score->value > 0 ? own : other, abs(score->value));
    } else {
        fprintf(out, "score   %+.2f pawns for %s, who wins %.1f%%, draws %.1f%%, loses %.1f%%\n",
                score->value / 100.0, own, 100.0 * (double)score->win, 100.0 * (double)score->draw,
                100.0 * (double)score->loss);
    }
    return 1;
}

static int write_work(const search *s, const search_info *info, FILE *out)
{
    fprintf(out,
            "work    %" PRIu64 " playouts in %.2f s (%" PRIu64 "/s), depth %d, deepest %d, "
            "%.1f of %.0f MB\n",
            info->nodes, (double)info->time_ms / 1000.0, info->nodes_per_second, info->depth,
            info->seldepth, (double)search_bytes_used(s) / MEGABYTE,
            (double)search_bytes_total(s) / MEGABYTE);
    return 1;
}

/* The number that stands before a move, or nothing. */
static void write_number(const position *pos, bool first, char *text, size_t size)
{
    text[0] = '\0';
    if (pos->to_move == WHITE || first) {
        snprintf(text, size, "%u.%s ", (unsigned)pos->fullmove_number,
                 pos->to_move == WHITE ? "" : "..");
    }
}

/* The best line in SAN, broken at the page's width; drafts keep to one line. */
static int write_line(const analyse_page *page, const search_info *info, FILE *out)
{
    position pos = *page->root;
    int lines = 1, column = LINE_INDENT;
    fprintf(out, "line   ");
    for (int i = 0; i < info->pv_length; i++) {
        char number[16], san[SAN_TEXT_MAX];
        write_number(&pos, i == 0, number, sizeof number);
        san_write(&pos, info->pv[i], san);
        int width = (int)(strlen(number) + strlen(san)) + 1;
        if (column + width > LINE_COLUMNS) {
            if (!info->final) {
                break;
            }
            fprintf(out, "\n%*s", LINE_INDENT - 1, "");
            column = LINE_INDENT;
            lines++;
        }
        fprintf(out, " %s%s", number, san);
        column += width;
        pos_make(&pos, info->pv[i]);
    }
    fputc('\n', out);
    return lines;
}

static int write_moves(const analyse_page *page, const search *s, const search_info *info,
                       FILE *out)
{
    root_move moves[MOVES_MAX];
    int count = search_root_moves(s, moves, MOVES_MAX);
    uint64_t visits = 0;
    for (int i = 0; i < count; i++) {
        visits += moves[i].visits;
    }
    int shown = info->final || count < DRAFT_MOVES_MAX ? count : DRAFT_MOVES_MAX;
    fprintf(out, "\nmove       visits   share       Q   prior  history\n");
    for (int i = 0; i < shown; i++) {
        char san[SAN_TEXT_MAX];
        const root_move *m = &moves[i];
        san_write(page->root, m->move, san);
        fprintf(out, "%-8s %8" PRIu32 "  %5.1f%%  %6.4f  %5.2f%%  %+7.4f%s\n", san, m->visits,
                visits > 0 ? 100.0 * m->visits / (double)visits : 0.0, (double)m->q,
                100.0 * (double)m->prior, (double)m->history, m->proven ? "  proven" : "");
    }
    return shown + 2;
}

int analyse_page_write(const analyse_page *page, const search *s, const search_info *info,
                       FILE *out)
{
    int lines = write_score(page, info, out);
    lines += write_line(page, info, out);
    lines += write_work(s, info, out);
    return lines + write_moves(page, s, info, out);
}

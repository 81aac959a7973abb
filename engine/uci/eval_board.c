#include "eval_board.h"

#include <stdio.h>
#include <string.h>

#include "chess/fen.h"
#include "tree/search.h"
#include "uci/board_text.h"

enum { CELL_WIDTH = 7, RANK_LINE_MAX = 8 * CELL_WIDTH + 8 };

static const char *const side_name[2] = {"White", "Black"};

/* In pawns, for the side to move. */
static double score_of(const position *pos, const backend *net)
{
    const win_draw_loss v = backend_value(net, pos);
    return value_centipawns(&net->nets->value, v.win + 0.5f * v.draw) / 100.0;
}

/* The position without the piece on `gone`. Returns false if that position is illegal. The value
 * net sees pieces and the side to move, so castling and en passant are left out. */
static bool without_piece(const position *pos, square gone, position *next)
{
    pos_clear(next);
    for (square s = 0; s < SQUARES; s++) {
        if (pos->board[s] != PIECE_NONE && s != gone) {
            pos_put(next, pos->board[s], s);
        }
    }
    if (pos->to_move == BLACK) {
        pos_make_null(next);
    }
    const colour waiting = (colour)(pos->to_move ^ 1);
    const square king = pos_king(next, waiting);
    return (pos_attackers(next, king, pos_occupied(next)) & next->side[pos->to_move]) == 0;
}

/* Writes the lower line of a square's cell. */
static void write_worth(const position *pos, square s, double score, const backend *net,
                        char text[CELL_WIDTH + 1])
{
    const piece p = pos->board[s];
    position next;
    if (p == PIECE_NONE || piece_kind(p) == KING) {
        text[0] = '\0';
    } else if (!without_piece(pos, s, &next)) {
        strcpy(text, "-");
    } else {
        const double lost = score - score_of(&next, net);
        snprintf(text, CELL_WIDTH + 1, "%+.2f",
                 piece_side(p) == (colour)pos->to_move ? lost : -lost);
    }
}

static void write_rank(const position *pos, int rank, double score, const backend *net, writer *out)
{
    char drawn[BOARD_LINE_MAX], pieces[RANK_LINE_MAX] = "", worths[RANK_LINE_MAX] = "";
    board_text_line(pos, 7 - rank, false, drawn);
    for (int file = 0; file < 8; file++) {
        const square s = square_at(file, rank);
        char worth[CELL_WIDTH + 1];
        write_worth(pos, s, score, net, worth);
        snprintf(pieces + strlen(pieces), CELL_WIDTH + 1, "%*c", CELL_WIDTH,
                 drawn[BOARD_FIRST_COLUMN + 2 * file]);
        snprintf(worths + strlen(worths), CELL_WIDTH + 1, "%*s", CELL_WIDTH, worth);
    }
    writer_line(out, " %d%s", rank + 1, pieces);
    writer_line(out, "  %s", worths);
}

void eval_board_write(const position *root, const backend *net, writer *out)
{
    char fen[FEN_TEXT_MAX];
    const win_draw_loss v = backend_value(net, root);
    const double score = score_of(root, net);
    fen_write(root, false, fen);
    writer_line(out, "%s", fen);
    writer_line(out,
                "value net: %+.2f pawns for %s to move, who wins %.1f%%, draws %.1f%%, loses "
                "%.1f%%",
                score, side_name[root->to_move], 100.0 * (double)v.win, 100.0 * (double)v.draw,
                100.0 * (double)v.loss);
    writer_line(out, "%s", "");
    writer_line(
        out, "The worth of each piece to its side, in pawns: the score that is lost without it.");
    writer_line(out, "%s", "");
    for (int rank = 7; rank >= 0; rank--) {
        write_rank(root, rank, score, net, out);
    }
    writer_line(out, "        a      b      c      d      e      f      g      h");
    writer_line(out, "%s", "");
}

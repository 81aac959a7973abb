#include "board_text.h"

#include <assert.h>
#include <string.h>

#include "chess/movegen.h"
#include "chess/san.h"
#include "paragraph.h"
#include "system/terminal.h"

const char *const side_names[2] = {"White", "Black"};

/* Writes the letter of a piece, or its chess symbol: U+2659 down to U+2654 for White, U+265F down
 * to U+265A for Black. ORDER: as piece_type. */
static void append_piece(char *text, piece p, bool symbols)
{
    static const char *const letters[2] = {"PNBRQK", "pnbrqk"};
    const int kind = (int)piece_kind(p), last = piece_side(p) == WHITE ? 0x99 : 0x9f;
    if (symbols) {
        sprintf(text + strlen(text), "\xe2\x99%c", (char)(last - kind));
    } else {
        sprintf(text + strlen(text), "%c", letters[piece_side(p)][kind]);
    }
}

void board_text_line(const position *pos, int number, bool symbols, char text[BOARD_LINE_MAX])
{
    assert(number >= 0 && number < BOARD_LINES);
    if (number == 8) {
        strcpy(text, "    a b c d e f g h");
        return;
    }
    const int rank = 7 - number;
    sprintf(text, " %d ", rank + 1);
    for (int file = 0; file < 8; file++) {
        const piece p = pos->board[square_at(file, rank)];
        strcat(text, " ");
        if (p == PIECE_NONE) {
            strcat(text, ".");
        } else {
            append_piece(text, p, symbols);
        }
    }
}

bool board_page_begin(const request *r)
{
    const bool symbols = system_obeys_sequences(stdout) && system_shows_utf8();
    const position *root = &r->root;
    char text[BOARD_LINE_MAX], fen[FEN_TEXT_MAX];
    for (int i = 0; i < BOARD_LINES; i++) {
        board_text_line(root, i, symbols, text);
        printf("%s\n", text);
    }
    fen_write(root, false, fen);
    printf("\n%s\n%s to move\n\n", fen, side_names[root->to_move]);
    if (r->notes != 0) {
        paragraph_print(0, 0, "(Meaningless castling rights or en passant squares were dropped.)");
    }
    const bool moves = gen_any(root);
    if (!moves) {
        printf("%s.\n", pos_in_check(root) ? "Checkmate" : "Stalemate");
    }
    fflush(stdout);
    return moves;
}

void san_number_write(const position *pos, bool first, char text[SAN_NUMBER_MAX])
{
    text[0] = '\0';
    if (pos->to_move == WHITE || first) {
        snprintf(text, SAN_NUMBER_MAX, "%u.%s ", (unsigned)pos->fullmove_number,
                 pos->to_move == WHITE ? "" : "..");
    }
}

int san_line_write(const char *label, const position *root, const move moves[], int length,
                   bool whole)
{
    position pos = *root;
    const int columns = page_columns() < SAN_LINE_COLUMNS ? page_columns() : SAN_LINE_COLUMNS;
    int lines = 1, column = SAN_LINE_INDENT;
    printf("%-*s", SAN_LINE_INDENT - 1, label);
    for (int i = 0; i < length; i++) {
        char number[SAN_NUMBER_MAX], san[SAN_TEXT_MAX];
        san_number_write(&pos, i == 0, number);
        san_write(&pos, moves[i], san);
        const int width = (int)(strlen(number) + strlen(san)) + 1;
        if (column + width > columns) {
            if (!whole) {
                break;
            }
            printf("\n%*s", SAN_LINE_INDENT - 1, "");
            column = SAN_LINE_INDENT;
            lines++;
        }
        printf(" %s%s", number, san);
        column += width;
        pos_make(&pos, moves[i]);
    }
    putchar('\n');
    return lines;
}

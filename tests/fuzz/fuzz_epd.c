/* Reads text as a FEN and as an EPD record. A position that is accepted can be written, read again
 * and played on. A record that is accepted has only legal moves, and the functions that ask about
 * them agree. */
#include <stdlib.h>
#include <string.h>

#include "chess/epd.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "fuzz.h"

static void check_position(const position *pos)
{
    char text[FEN_TEXT_MAX], again[FEN_TEXT_MAX];
    position read;
    move moves[MOVES_MAX];
    fen_write(pos, false, text);
    fuzz_expect(fen_parse(&read, text, NULL, NULL) && read.key == pos->key, "it is read again");
    fen_write(&read, false, again);
    fuzz_expect(strcmp(text, again) == 0, "it is written as before");
    const int count = gen_legal(pos, moves);
    for (int i = 0; i < count; i++) {
        position next = *pos;
        pos_make(&next, moves[i]);
        fuzz_expect(next.key == pos_key_computed(&next), "a move changes the key with it");
    }
}

static void check_moves(const epd *e, const epd_moves *moves)
{
    fuzz_expect(moves->count >= 0 && moves->count <= EPD_MOVES_MAX, "a list fits");
    for (int i = 0; i < moves->count; i++) {
        char san[SAN_TEXT_MAX];
        fuzz_expect(gen_is_legal(&e->pos, moves->move[i]), "a listed move is legal");
        san_write(&e->pos, moves->move[i], san);
        fuzz_expect(san_parse(&e->pos, san) == moves->move[i], "a written move is read again");
    }
}

/* A record need not have an answer. In one that has, bm moves solve it and am moves do not. */
static void check_answer(const epd *e)
{
    fuzz_expect(epd_has_answer(e) == (e->best.count + e->avoid.count > 0),
                "a record with bm or am has an answer");
    for (int i = 0; i < e->best.count; i++) {
        fuzz_expect(epd_solves(e, e->best.move[i]), "a best move solves the record");
    }
    for (int i = 0; i < e->avoid.count; i++) {
        fuzz_expect(!epd_solves(e, e->avoid.move[i]), "a move to avoid does not solve the record");
    }
}

static void check_points(const epd *e)
{
    const int most = epd_points_most(e);
    for (int i = 0; i < e->scored.count; i++) {
        fuzz_expect(epd_points(e, e->scored.move[i]) == e->points[i], "a move scores its points");
        fuzz_expect(e->points[i] >= 0 && e->points[i] <= most, "none scores more than the most");
    }
    fuzz_expect(most <= EPD_POINTS_MAX, "points are bounded");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    position pos;
    epd e;
    failure why = {""};
    if (fen_parse(&pos, text, NULL, NULL)) {
        check_position(&pos);
    }
    if (epd_parse(&e, text, &why)) {
        check_position(&e.pos);
        check_moves(&e, &e.best);
        check_moves(&e, &e.avoid);
        check_moves(&e, &e.scored);
        check_answer(&e);
        check_points(&e);
        fuzz_expect(strlen(e.id) < EPD_ID_MAX, "a name fits");
    } else {
        fuzz_expect(why.text[0] != '\0', "a refusal has its reason");
    }
    free(text);
    return 0;
}

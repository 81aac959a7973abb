/* Reads bytes as PGN (zlib passes bytes through that are not gzip), as games of a game file and as
 * whole games. A game that is read must replay, and must be the same when it is written as PGN and
 * read again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/san.h"
#include "fuzz.h"
#include "game_pgn.h"
#include "pgn/pgn_record.h"
#include "pgn/pgn_text.h"
#include "pgn_game.h"

static pgn_games *open_bytes(const char *name, const void *bytes, size_t size, pgn_rules rules)
{
    failure why;
    pgn_games *games = pgn_games_open(fuzz_file(name, bytes, size), rules, &why);
    fuzz_expect(games != NULL, "a file can be opened");
    return games;
}

static void show_and_read(const game *g, bool eval_after)
{
    char *text = NULL;
    size_t size;
    failure why;
    game_pgn_style style = {.event = "fuzz", .eval_after = eval_after};
    FILE *file = open_memstream(&text, &size);
    if (!file || !game_pgn_write(file, g, 1, &style, &why) || fclose(file) != 0) {
        abort();
    }
    pgn_games *games = open_bytes("shown", text, size, (pgn_rules){.eval_after = eval_after});
    game back = {0};
    if (pgn_games_next(games, &back, &why) != PGN_GAME_READ || strcmp(back.fen, g->fen) != 0 ||
        back.ply_count != g->ply_count || back.flags != g->flags || back.result != g->result) {
        abort();
    }
    for (int i = 0; i < g->ply_count; i++) {
        const game_ply *x = &g->plies[i], *y = &back.plies[i];
        if (x->best != y->best || x->played != y->played || x->score != y->score) {
            abort();
        }
    }
    game_free(&back);
    pgn_games_close(games);
    free(text);
}

static void write_record(const pgn_record *r, FILE *to)
{
    pgn_text t = {.to = to, .number_due = true};
    position pos = r->first;
    for (size_t i = 0; i < r->tag_count; i++) {
        pgn_put_tag(to, r->tags[i].name, r->tags[i].value);
    }
    fputc('\n', to);
    for (size_t i = 0; i <= r->ply_count; i++) {
        char san[SAN_TEXT_MAX];
        if (r->comments[i]) {
            pgn_put_comment(&t, "[%eval 0.10]", r->comments[i]);
        }
        if (i < r->ply_count) {
            san_write(&pos, r->moves[i], san);
            pgn_put_move(&t, &pos, san);
            pos_make(&pos, r->moves[i]);
        }
    }
    pgn_put_result(&t, r->result);
}

static void show_and_read_record(const pgn_record *r)
{
    char *text = NULL;
    size_t size;
    failure why;
    pgn_record back = {.tags = NULL};
    FILE *file = open_memstream(&text, &size);
    write_record(r, file);
    fclose(file);
    pgn_records *games = pgn_records_open(fuzz_file("record", text, size), &why);
    fuzz_expect(games && pgn_records_next(games, &back, &why) == PGN_RECORD_READ,
                "a written game can be read");
    fuzz_expect(back.tag_count == r->tag_count && strcmp(back.result, r->result) == 0 &&
                    pgn_record_same_moves(&back, r),
                "it is the same game");
    pgn_records_close(games);
    pgn_record_free(&back);
    free(text);
}

static void read_records(const uint8_t *data, size_t size)
{
    failure why;
    pgn_record record = {.tags = NULL};
    pgn_record_status status;
    pgn_records *games = pgn_records_open(fuzz_file("given", data, size), &why);
    fuzz_expect(games != NULL, "a file can be opened");
    while ((status = pgn_records_next(games, &record, &why)) <= PGN_RECORD_FAULTY) {
        if (status == PGN_RECORD_READ) {
            show_and_read_record(&record);
        }
    }
    pgn_record_free(&record);
    pgn_records_close(games);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool eval_after = size > 0 && data[0] & 1, skip_book = size > 0 && data[0] & 2;
    bool match = size > 0 && data[0] & 4 && !skip_book;
    pgn_games *games =
        open_bytes("given", data, size,
                   (pgn_rules){.eval_after = eval_after, .skip_book = skip_book, .match = match});
    failure why;
    game g = {0};
    pgn_game_status status;
    while ((status = pgn_games_next(games, &g, &why)) <= PGN_GAME_USELESS) {
        if (status == PGN_GAME_READ) {
            show_and_read(&g, eval_after);
        }
    }
    game_free(&g);
    pgn_games_close(games);
    read_records(data, size);
    return 0;
}

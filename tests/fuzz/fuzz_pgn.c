/* Reads bytes as PGN (zlib passes bytes through that are not gzip), as whole games and as games of
 * a game file. Each must be the same when it is written as PGN and read again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/san.h"
#include "fuzz.h"
#include "game_pgn.h"
#include "pgn/pgn_record.h"
#include "pgn/pgn_writer.h"

static pgn_records *open_bytes(const char *name, const void *bytes, size_t size)
{
    failure why;
    pgn_records *records = pgn_records_open(fuzz_file(name, bytes, size), &why);
    fuzz_expect(records != NULL, "a file can be opened");
    return records;
}

/* Writes a game as PGN and reads it again. */
static void show_and_read(const game *g)
{
    char *text = NULL;
    size_t size;
    failure why;
    game_pgn_style style = {.event = "fuzz"};
    FILE *file = open_memstream(&text, &size);
    if (!file || !game_pgn_write(file, g, 1, &style, &why) || fclose(file) != 0) {
        abort();
    }
    pgn_records *records = open_bytes("shown", text, size);
    pgn_record record = {.tags = NULL};
    game_pgn_counts counts;
    game back = {0};
    if (pgn_records_next(records, &record, &why) != PGN_RECORD_READ ||
        game_pgn_read(&record, (game_pgn_rules){.eval_after = true}, &back, &counts, &why) !=
            GAME_PGN_READ ||
        strcmp(back.fen, g->fen) != 0 || back.ply_count != g->ply_count || back.flags != g->flags ||
        back.result != g->result) {
        abort();
    }
    for (int i = 0; i < g->ply_count; i++) {
        const game_ply *x = &g->plies[i], *y = &back.plies[i];
        if (x->best != y->best || x->played != y->played || x->score != y->score) {
            abort();
        }
    }
    game_free(&back);
    pgn_record_free(&record);
    pgn_records_close(records);
    free(text);
}

static void write_record(const pgn_record *r, FILE *to)
{
    pgn_writer t = {.to = to, .number_due = true};
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
    pgn_records *games = open_bytes("record", text, size);
    fuzz_expect(pgn_records_next(games, &back, &why) == PGN_RECORD_READ,
                "a written game can be read");
    fuzz_expect(back.tag_count == r->tag_count && strcmp(back.result, r->result) == 0 &&
                    pgn_record_same_moves(&back, r),
                "it is the same game");
    pgn_records_close(games);
    pgn_record_free(&back);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const game_pgn_rules rules = {.eval_after = size > 0 && data[0] & 1,
                                  .skip_book = size > 0 && data[0] & 2};
    game_pgn_counts counts = {.moves = 0};
    failure why;
    pgn_records *records = open_bytes("given", data, size);
    pgn_record record = {.tags = NULL};
    game g = {0};
    pgn_record_status status;
    while ((status = pgn_records_next(records, &record, &why)) <= PGN_RECORD_FAULTY) {
        if (status != PGN_RECORD_READ) {
            continue;
        }
        show_and_read_record(&record);
        if (game_pgn_read(&record, rules, &g, &counts, &why) == GAME_PGN_READ) {
            show_and_read(&g);
        }
    }
    game_free(&g);
    pgn_record_free(&record);
    pgn_records_close(records);
    return 0;
}

/* Tests game files: what is written is read back, whole or up to where a file is cut off. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "game_judgement.h"
#include "game_walk.h"
#include "train_fixture.h"

static void start(void)
{
    attacks_init(true);
}

TestSuite(game_file, .init = start, .fini = fixture_remove_all);

static bool same_game(const game *a, const game *b)
{
    if (a->result != b->result || a->flags != b->flags || strcmp(a->fen, b->fen) != 0 ||
        a->ply_count != b->ply_count || a->visit_count != b->visit_count) {
        return false;
    }
    for (int i = 0; i < a->ply_count; i++) {
        const game_ply *p = &a->plies[i], *q = &b->plies[i];
        if (p->best != q->best || p->played != q->played || p->score != q->score ||
            p->deviates != q->deviates || p->random != q->random || p->reply != q->reply ||
            p->visit_count != q->visit_count) {
            return false;
        }
    }
    return a->visit_count == 0 ||
           memcmp(a->visits, b->visits, a->visit_count * sizeof *a->visits) == 0;
}

/* Gives every ply of a game some visit shares. */
static void add_visits(game *g)
{
    g->flags |= GAME_VISITS;
    for (int i = 0; i < g->ply_count; i++) {
        game_ply *ply = &g->plies[i];
        ply->visit_first = g->visit_count;
        ply->visit_count = (uint8_t)(i % 3);
        for (int k = 0; k < i % 3; k++) {
            *game_add_visit(g) = (game_visit){ply->best, (uint16_t)(1000 * k + i)};
        }
    }
}

/* Makes it a relabelled game, in which half of the deviations are random. */
static void relabel(game *g)
{
    g->flags |= GAME_RELABELLED;
    for (int i = 0; i < g->ply_count; i++) {
        g->plies[i].random = g->plies[i].deviates && i % 2;
    }
}

/* Gives every other deviation a reply, the last legal one. */
static void add_replies(game *g)
{
    game_walk walk;
    game_branch branch;
    failure why = {""};
    g->flags |= GAME_REPLIES;
    cr_assert(game_walk_start(&walk, g, &why));
    for (; walk.ply < g->ply_count; game_walk_step(&walk)) {
        game_ply *ply = &g->plies[walk.ply];
        cr_assert(game_walk_check(&walk, g, &why), "%s", why.text);
        game_walk_branch(&walk, g, &branch);
        cr_expect_eq(branch.reply, MOVE_NONE);
        if (ply->deviates && walk.ply % 2 && branch.legal_count) {
            const move reply = branch.legal[branch.legal_count - 1];
            ply->reply = game_move_code(reply, g->flags & GAME_CHESS960);
            game_walk_branch(&walk, g, &branch);
            cr_expect_eq(branch.reply, reply);
        }
    }
}

Test(game_file, round_trip)
{
    enum { GAMES = 40 };
    char path[FIXTURE_PATH_MAX];
    failure why = {""};
    static game games[GAMES];
    uint64_t state = 1;
    fixture_path(path, "round.games.gz");
    game_writer *writer = fixture_writer(path);
    for (int i = 0; i < GAMES; i++) {
        fixture_random_game(&games[i], &state, i * 7);
        if (i % 2) {
            add_visits(&games[i]);
        }
        if (i % 3 == 0) {
            relabel(&games[i]);
        }
        if (i % 5 > 2) {
            add_replies(&games[i]);
        }
        cr_assert(game_writer_add(writer, &games[i], &why), "%s", why.text);
    }
    cr_assert(game_writer_close(writer, &why), "%s", why.text);
    game g = {0};
    game_reader *reader = game_reader_open(path, &why);
    for (int i = 0; i < GAMES; i++) {
        cr_assert(game_reader_next(reader, &g, &why) == GAME_READ, "%s", why.text);
        cr_expect(same_game(&g, &games[i]), "game %d differs", i + 1);
        game_free(&games[i]);
    }
    cr_expect(game_reader_next(reader, &g, &why) == GAME_END);
    cr_expect(game_reader_count(reader) == GAMES);
    game_reader_close(reader);
    game_free(&g);
    long sound;
    cr_expect(fixture_replay(path, &sound, &why) == GAME_END && sound == GAMES, "%s", why.text);
}

/* In Chess960 a king may step to the square where castling would take it. */
Test(game_file, king_step_is_not_castling)
{
    game g = {.flags = 0};
    game_walk walk;
    snprintf(g.fen, sizeof g.fen, "4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    *game_add_ply(&g) = (game_ply){.best = 5 | 6 << 6, .played = 5 | 6 << 6};
    cr_assert(game_walk_start(&walk, &g, NULL) && game_walk_check(&walk, &g, NULL));
    cr_expect(walk.best == move_of(5, 6, MOVE_PLAIN));
    cr_expect(game_move_code(move_of(5, 7, MOVE_CASTLING), false) == (5 | 6 << 6));
    cr_expect(game_move_code(move_of(5, 7, MOVE_CASTLING), true) == (5 | 7 << 6));
    game_free(&g);
}

Test(game_file, cut_off_within_gzip)
{
    char path[FIXTURE_PATH_MAX];
    struct stat status;
    fixture_path(path, "cut.games.gz");
    fixture_write_games(path, 200, 1);
    cr_assert(stat(path, &status) == 0 && status.st_size > 10000);
    for (off_t keep = status.st_size - 1; keep > 3000; keep -= 997) {
        long games;
        failure why = {""};
        cr_assert_eq(truncate(path, keep), 0);
        cr_expect(fixture_replay(path, &games, &why) == GAME_CUT, "%ld bytes: %s", (long)keep,
                  why.text);
        cr_expect(games <= 200 && strstr(why.text, "cut.games.gz: the file is cut off"), "%s",
                  why.text);
    }
}

/* In a relabelled game a move that is not the best is random only if it is marked. */
Test(game_file, what_plies_of_relabelled_games_say)
{
    game g = {0};
    for (int i = 0; i < 4; i++) {
        game_add_ply(&g)->deviates = i > 0;
    }
    g.plies[1].score = 10;
    g.plies[3].random = true;
    g.plies[3].visit_count = 1;
    cr_expect_eq(game_next_random(&g, 0), 1);
    cr_expect(game_ply_is_judged(&g, &g.plies[0]), "a player judged it, if without a score");
    g.flags = GAME_RELABELLED;
    cr_expect_eq(game_next_random(&g, 0), 3);
    cr_expect_eq(game_next_random(&g, 4), 4);
    const bool judged[] = {false, true, false, true};
    for (int i = 0; i < 4; i++) {
        cr_expect_eq(game_ply_is_judged(&g, &g.plies[i]), judged[i], "ply %d", i);
    }
    game_free(&g);
}

Test(game_file, what_cannot_be_read_or_written_is_told)
{
    char path[FIXTURE_PATH_MAX];
    failure why = {""};
    game g = {.fen = FEN_START};
    cr_expect_null(game_reader_open("/nowhere/x.games.gz", &why));
    cr_expect(strstr(why.text, "/nowhere/x.games.gz"));
    fixture_path(path, "long.games.gz");
    for (int i = 0; i <= GAME_PLIES_MAX; i++) {
        cr_assert(game_add_ply(&g));
    }
    game_writer *writer = fixture_writer(path);
    cr_expect(!game_writer_add(writer, &g, &why));
    cr_expect(strstr(why.text, "too long"), "%s", why.text);
    game_writer_drop(writer);
    game_free(&g);
}

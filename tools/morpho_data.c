/* morpho-data: looks into game files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/attacks.h"
#include "game_walk.h"
#include "generate.h"

static const char usage[] =
    "usage: morpho-data stats FILE...\n"
    "       morpho-data check FILE...\n"
    "       morpho-data generate --out FILE [settings]\n"
    "\n"
    "stats   prints what the game files hold: games, results, scores, deviations, phases\n"
    "check   reads every byte and replays every game; says of each file whether it is sound\n"
    "generate  plays games by a UCI engine or by itself; generate --help says how\n"
    "\n"
    "Both end with a non-zero status if a file is faulty or cut off, and say in which game and "
    "ply.\n";

enum { SCORE_BANDS = 8, PHASES = 4 };

/* Bands of |score| in centipawns, by what they begin with; mates and no score come last. */
static const int band_begin[SCORE_BANDS - 2] = {0, 50, 100, 200, 400, 1000};
static const char *const band_name[SCORE_BANDS] = {"|score| < 50", "50 to 99",   "100 to 199",
                                                   "200 to 399",   "400 to 999", "1000 and more",
                                                   "mate",         "no score"};

/* Phases by the number of pieces, kings and pawns included. */
static const char *const phase_name[PHASES] = {"25 to 32 pieces", "17 to 24 pieces",
                                               "9 to 16 pieces", "2 to 8 pieces"};

/* What was counted, over one file or several. */
typedef struct tally {
    long files, games, chess960, with_visits;
    long results[GAME_RESULTS];
    long positions, black_to_move, legal_moves, in_check;
    long deviations, games_deviating, after_last_deviation;
    long bands[SCORE_BANDS], phases[PHASES];
    int plies_min, plies_max;
} tally;

static int band_of(int score)
{
    if (score == GAME_SCORE_NONE) {
        return SCORE_BANDS - 1;
    }
    if (abs(score) >= GAME_SCORE_MATE) {
        return SCORE_BANDS - 2;
    }
    int band = SCORE_BANDS - 3;
    while (abs(score) < band_begin[band]) {
        band--;
    }
    return band;
}

static int phase_of(const position *pos)
{
    return (32 - bb_count(pos_occupied(pos))) / 8;
}

static void count_position(tally *t, const game_walk *walk, const game_ply *ply)
{
    int phase = phase_of(&walk->pos);
    t->positions++;
    t->black_to_move += walk->pos.to_move == BLACK;
    t->in_check += pos_in_check(&walk->pos);
    t->legal_moves += walk->legal_count;
    t->deviations += ply->deviates;
    t->bands[band_of(ply->score)]++;
    t->phases[phase < PHASES ? phase : PHASES - 1]++;
}

/* Replays a game, counting. */
static bool count_game(tally *t, const game *g, failure *why)
{
    game_walk walk;
    if (!game_walk_start(&walk, g, why)) {
        return false;
    }
    long clean = 0;
    bool deviates = false;
    for (; walk.ply < g->ply_count; game_walk_step(&walk)) {
        if (!game_walk_look(&walk, g, why)) {
            return false;
        }
        const game_ply *ply = &g->plies[walk.ply];
        count_position(t, &walk, ply);
        clean = ply->deviates ? 0 : clean + 1;
        deviates |= ply->deviates;
    }
    t->after_last_deviation += clean;
    t->games_deviating += deviates;
    t->chess960 += (g->flags & GAME_CHESS960) != 0;
    t->with_visits += (g->flags & GAME_VISITS) != 0;
    t->results[g->result]++;
    t->plies_min = t->games == 0 || g->ply_count < t->plies_min ? g->ply_count : t->plies_min;
    t->plies_max = g->ply_count > t->plies_max ? g->ply_count : t->plies_max;
    t->games++;
    return true;
}

/* Reads and replays a file to its end, or to its first fault; then false and `why`. */
static bool count_file(tally *t, const char *path, failure *why)
{
    game_reader *reader = game_reader_open(path, why);
    game g = {0};
    game_status status = reader ? GAME_READ : GAME_BAD;
    while (status == GAME_READ) {
        failure reason;
        status = game_reader_next(reader, &g, why);
        if (status == GAME_READ && !count_game(t, &g, &reason)) {
            fail(why, "%s: game %ld: %s", path, game_reader_count(reader), reason.text);
            status = GAME_BAD;
        }
    }
    t->files++;
    game_free(&g);
    game_reader_close(reader);
    return status == GAME_END;
}

static double percent(long part, long whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

static void print_row(const char *name, long part, long whole)
{
    printf("  %-28s %12ld %6.1f%%\n", name, part, percent(part, whole));
}

static void print_tally(const tally *t)
{
    double games = t->games ? (double)t->games : 1.0;
    double positions = t->positions ? (double)t->positions : 1.0;
    printf("games %32ld\n", t->games);
    print_row("White won", t->results[GAME_WHITE_WON], t->games);
    print_row("drawn", t->results[GAME_DRAWN], t->games);
    print_row("Black won", t->results[GAME_BLACK_WON], t->games);
    print_row("Chess960", t->chess960, t->games);
    print_row("with visit shares", t->with_visits, t->games);
    print_row("with deviations", t->games_deviating, t->games);
    printf("positions %28ld\n", t->positions);
    printf("  %-28s %12.1f (%d to %d)\n", "plies a game", (double)t->positions / games,
           t->plies_min, t->plies_max);
    printf("  %-28s %12.1f\n", "legal moves", (double)t->legal_moves / positions);
    print_row("Black to move", t->black_to_move, t->positions);
    print_row("in check", t->in_check, t->positions);
    print_row("deviations", t->deviations, t->positions);
    print_row("after the last deviation", t->after_last_deviation, t->positions);
    for (int i = 0; i < SCORE_BANDS; i++) {
        print_row(band_name[i], t->bands[i], t->positions);
    }
    for (int i = 0; i < PHASES; i++) {
        print_row(phase_name[i], t->phases[i], t->positions);
    }
}

static bool stats(char *const *paths, int count)
{
    tally t = {0};
    bool good = true;
    for (int i = 0; i < count; i++) {
        failure why;
        if (!count_file(&t, paths[i], &why)) {
            fprintf(stderr, "morpho-data: %s\n", why.text);
            good = false;
        }
    }
    printf("files %32ld\n", t.files);
    print_tally(&t);
    return good;
}

static bool check(char *const *paths, int count)
{
    bool good = true;
    for (int i = 0; i < count; i++) {
        tally t = {0};
        failure why;
        if (count_file(&t, paths[i], &why)) {
            printf("%s: sound: %ld games, %ld positions\n", paths[i], t.games, t.positions);
        } else {
            fprintf(stderr, "morpho-data: %s\n", why.text);
            good = false;
        }
    }
    return good;
}

int main(int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    if (strcmp(verb, "generate") == 0) {
        return generate_main(argc - 1, argv + 1);
    }
    if (strcmp(verb, "--help") == 0 || strcmp(verb, "help") == 0) {
        fputs(usage, stdout);
        return EXIT_SUCCESS;
    }
    bool counting = strcmp(verb, "stats") == 0;
    if (argc < 3 || (!counting && strcmp(verb, "check") != 0)) {
        fputs(usage, stderr);
        return EXIT_FAILURE;
    }
    attacks_init(true);
    bool good = counting ? stats(argv + 2, argc - 2) : check(argv + 2, argc - 2);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

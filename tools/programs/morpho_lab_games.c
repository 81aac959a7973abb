/* morpho-lab games: what the games of a match say besides the score. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/plural.h"
#include "command.h"
#include "data_path.h"
#include "games_tally.h"
#include "morpho_lab_verbs.h"
#include "plot.h"

static const char program[] = "morpho-lab";

/* The command line as it was given. */
typedef struct arguments {
    const char *plot, *tc;
} arguments;

static const char help[] = "Prints what the games of a match say about one engine besides its "
                           "score. NAME is the engine's\n"
                           "name in the tags White and Black. The files are PGN as fastchess "
                           "writes it, plain or gzip, with\n"
                           "comments such as {+0.31/12 0.143s} after the moves.\n"
                           "\n"
                           "Moves with a choice are those where more than one move was legal. The "
                           "lag is the number of plies\n"
                           "from the winner's first score above +1.50 to the loser's first score "
                           "below -1.50. Engines that\n"
                           "judge equally well have about the same lag both ways.\n"
                           "\n"
                           "--plot draws the time that the engine took against the number of its "
                           "move, up to the move\n"
                           "that fewer than a tenth of the games reach. With --tc it also draws "
                           "the limits that the clock\n"
                           "of Morpho's negamax would have set: the time that a move should take "
                           "(soft limit) and the\n"
                           "most that it may take (hard limit).\n"
                           "\n"
                           "A game that cannot be read or replayed is named, counted and left out. "
                           "A file that is cut off is\n"
                           "counted up to the cut, and makes the exit status 1. If a file has no "
                           "game, no figures\n"
                           "follow.\n"
                           "\n"
                           "  morpho-lab games morpho match.pgn --plot times.svg --tc 3+0.03\n";

static bool parse_clock(const char *text, time_control *clock, failure *why)
{
    return (time_control_read(text, clock) && clock->moves == 0) ||
           fail(why, "--tc %.40s: expected seconds and an increment, such as 3+0.03", text);
}

/* Counts the games of an open file. False and `why` if it could not be read to its end. */
static bool count_games(games_tally *t, pgn_games *games, const char *path, int *unreadable,
                        failure *why)
{
    game g = {0};
    pgn_game_status status;
    bool good = true;
    while (good && (status = pgn_games_next(games, &g, why)) <= PGN_GAME_USELESS) {
        failure reason;
        if (status == PGN_GAME_READ && pgn_games_remark(games)[0]) {
            fail(&reason, "%s", pgn_games_remark(games));
            command_complain(program, &reason);
        }
        if (status != PGN_GAME_READ) {
            command_complain(program, why);
            ++*unreadable;
        } else if (!games_tally_add(t, &g, pgn_games_match(games), &reason)) {
            good = fail(why, "%s: game %ld: %s", path, pgn_games_counts(games)->games, reason.text);
        }
    }
    game_free(&g);
    return good && status == PGN_GAME_END;
}

/* Counts the games of a file. False and `why` if it could not be read to its end. If it has no
 * games, *lost becomes true. */
static bool count_file(games_tally *t, const char *name, const char *folder, int *unreadable,
                       bool *lost, failure *why)
{
    char path[DATA_PATH_MAX];
    pgn_games *games = data_path_find(name, folder, path, why)
                           ? pgn_games_open(path, (pgn_rules){.match = true}, why)
                           : NULL;
    bool good = games != NULL && count_games(t, games, path, unreadable, why);
    if (good && pgn_games_counts(games)->games == 0) {
        pgn_games_close(games);
        games = NULL;
        good = fail(why, "%s: it holds no game", path);
    }
    *lost |= games == NULL;
    pgn_games_close(games);
    return good;
}

static void print_quartiles(const char *what, number_list *list, const char *one, const char *many)
{
    const quartiles q = games_quartiles(list);
    if (q.count == 0) {
        printf("%-32s none\n", what);
    } else {
        printf("%-32s median %.0f (a quarter below %.0f, a quarter above %.0f) of %zu %s\n", what,
               q.median, q.low, q.high, q.count, plural(q.count, one, many));
    }
}

static void print_endings(games_tally *t)
{
    games_tally_order(t);
    printf("they ended by\n");
    for (int i = 0; i < t->ending_count; i++) {
        printf("%8d  %s\n", t->endings[i].count, t->endings[i].text);
    }
    if (t->more_endings) {
        printf("%8d  other reasons\n", t->more_endings);
    }
    printf("%-32s %d of its own, %d of its opponents\n", "forfeits on time", t->own_forfeits,
           t->their_forfeits);
}

static void print_times(const games_tally *t)
{
    if (t->timed_moves == 0) {
        printf("%-32s not given\n", "time");
        return;
    }
    const double open = t->open_moves ? (double)t->open_moves : 1.0;
    printf("%-32s %.1f%% of %ld %s with a choice and without a mate score took %d ms at most\n",
           "at once", 100.0 * (double)t->at_once / open, t->open_moves,
           plural((uint64_t)t->open_moves, "move", "moves"), GAMES_AT_ONCE_MS);
    printf("%-32s %.2f seconds a game\n", "time",
           (double)t->time_ms / 1000.0 / games_tally_games(t));
}

static void print_tally(games_tally *t, int unreadable)
{
    failure name; /* without what would upset a terminal */
    fail(&name, "%s", t->name);
    printf("%-32s %d: %d won, %d drawn, %d lost by %s\n", "games", games_tally_games(t), t->won,
           t->drawn, t->lost, name.text);
    printf("%-32s %d not readable, %d of others\n", "passed over", unreadable, t->others);
    print_endings(t);
    print_times(t);
    print_quartiles("plies", &t->plies, "game", "games");
    print_quartiles("depth", &t->depths, "move with a choice", "moves with a choice");
    print_quartiles("lag when it lost", &t->own_lag, "game", "games");
    print_quartiles("its opponents' lag when it won", &t->their_lag, "game", "games");
}

/* Counts all files, as far as they can be read; prints; draws. */
static int run_games(const command_line *c, const arguments *given, const time_control *clock)
{
    failure why;
    int status = EXIT_SUCCESS;
    int unreadable = 0;
    bool lost = false; /* a file has no games */
    games_tally *t = games_tally_new(c->files[0], clock);
    if (!t) {
        fail(&why, "not enough memory");
        return command_complain(program, &why);
    }
    for (int i = 1; i < c->file_count; i++) {
        if (!count_file(t, c->files[i], c->folder, &unreadable, &lost, &why)) {
            status = command_complain(program, &why);
        }
    }
    if (lost) {
        games_tally_free(t);
        return status;
    }
    if (games_tally_games(t) == 0) {
        fail(&why,
             "no finished game of %.60s against another: the name must be that of the tags White "
             "and Black (%d not readable, %d of others)",
             c->files[0], unreadable, t->others);
        status = command_complain(program, &why);
    } else {
        print_tally(t, unreadable);
        if (given->plot && !games_picture_write(given->plot, t, &why)) {
            status = command_complain(program, &why);
        }
    }
    games_tally_free(t);
    return status;
}

int lab_games(int argc, char **argv)
{
    arguments given = {0};
    failure why;
    time_control clock;
    const command_option options[] = {
        COMMAND_TEXT("plot", "FILE", &given.plot,
                     "draws the times of the engine's moves (.svg, .png)"),
        COMMAND_TEXT(
            "tc", "T+I", &given.tc,
            "the clock in seconds, such as 3+0.03;\nalso draws the limits of Morpho's clock")};
    command_line command = {.program = program,
                            .name = "games",
                            .operands = "NAME GAMES.pgn... [settings]",
                            .text = help,
                            .options = options,
                            .option_count = sizeof options / sizeof *options,
                            .operands_least = 2,
                            .operands_most = INT_MAX};
    const command_parsed parsed = command_read(&command, argc, argv);
    if (parsed != COMMAND_RUN) {
        return command_exit_status(parsed);
    }
    if ((given.plot && !plot_path_check(given.plot, &why)) ||
        (given.tc && !parse_clock(given.tc, &clock, &why))) {
        return command_misuse(program, &why);
    }
    if (given.tc && !given.plot) {
        fail(&why, "--tc belongs to the picture: it needs --plot FILE");
        return command_misuse(program, &why);
    }
    return run_games(&command, &given, given.tc ? &clock : NULL);
}

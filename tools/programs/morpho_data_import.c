/* morpho-data import: PGN to a game file. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/plural.h"
#include "data_path.h"
#include "files/seconds.h"
#include "game_output.h"
#include "morpho_data_files.h"
#include "pgn_game.h"

enum { REPORTS_MAX = 20 }; /* broken or odd games that are described */

typedef struct import_job {
    command_line command;
    pgn_rules rules;
    const char *name; /* of the output; the command's files are the inputs */
    const char *eval;
    long line_plies; /* 0: games, not lines */
    bool strict, cut_is_fine;
    game_output *out;
    long broken, useless, remarks;
    pgn_counts counts; /* of all files */
} import_job;

static void add_counts(pgn_counts *sum, const pgn_counts *more)
{
    sum->games += more->games;
    sum->chess960 += more->chess960;
    sum->moves += more->moves;
    sum->book += more->book;
    sum->scores += more->scores;
    sum->mates += more->mates;
    sum->unreadable += more->unreadable;
    sum->lines += more->lines;
    sum->line_positions += more->line_positions;
}

static bool add_lines(import_job *job, const pgn_lines *lines, failure *why)
{
    bool good = true;
    for (int i = 0; good && i < pgn_lines_count(lines); i++) {
        good = game_output_add(job->out, pgn_lines_game(lines, i), why);
    }
    return good;
}

/* Tells of a game, unless there were many before it. */
static void tell(long number, const char *what, const char *text)
{
    if (number <= REPORTS_MAX) {
        fprintf(stderr, "morpho-data: %s: %s\n", what, text);
    } else if (number == REPORTS_MAX + 1) {
        fprintf(stderr, "morpho-data: %s: there are more\n", what);
    }
}

/* Deals with one game; false and `why` if the import cannot go on. */
static bool take_game(import_job *job, pgn_game_status status, const game *g,
                      const pgn_lines *lines, failure *why)
{
    if (status == PGN_GAME_READ) {
        return lines ? add_lines(job, lines, why) : game_output_add(job->out, g, why);
    }
    if (status == PGN_GAME_USELESS) {
        job->useless++;
        return true;
    }
    if (status == PGN_GAME_BROKEN) {
        if (job->strict) {
            return false;
        }
        tell(++job->broken, "skipped", why->text);
        return true;
    }
    if (status == PGN_GAME_CUT && job->cut_is_fine) {
        fprintf(stderr, "morpho-data: warning: %s\n", why->text);
        return true;
    }
    return status == PGN_GAME_END;
}

static bool import_file(import_job *job, const char *name, failure *why)
{
    char path[DATA_PATH_MAX];
    if (!data_path_find(name, job->command.folder, path, why)) {
        return false;
    }
    pgn_games *games = pgn_games_open(path, job->rules, why);
    if (!games) {
        return false;
    }
    game g = {0};
    data_progress progress;
    data_progress_start(&progress, name, path);
    const pgn_counts *counts = pgn_games_counts(games);
    pgn_game_status status;
    bool good;
    do {
        status = pgn_games_next(games, &g, why);
        if (pgn_games_remark(games)[0] && status == PGN_GAME_READ) {
            tell(++job->remarks, "remark", pgn_games_remark(games));
        }
        good = take_game(job, status, &g, pgn_games_lines(games), why);
        data_progress_tell(&progress, pgn_games_bytes(games), counts->games);
    } while (good && status <= PGN_GAME_USELESS);
    data_progress_end(&progress);
    if (good && status == PGN_GAME_END && counts->games == 0) {
        good = fail(why, "%s: it holds no game", path);
    }
    add_counts(&job->counts, counts);
    game_free(&g);
    pgn_games_close(games);
    return good;
}

static bool import_all(import_job *job, failure *why)
{
    bool good = data_output_is_apart(&job->command, job->name, why);
    job->out = good ? game_output_open(job->name, why) : NULL;
    good = job->out != NULL;
    for (int i = 0; good && i < job->command.file_count; i++) {
        good = import_file(job, job->command.files[i], why);
    }
    long written = good ? game_output_count(job->out) : 0;
    if (good && written == 0) {
        good = fail(why, "no game could be imported; nothing is written");
    }
    if (!good) {
        game_output_drop(job->out);
        return false;
    }
    return game_output_keep(job->out, why);
}

static void print_counts(const import_job *job, double seconds)
{
    const pgn_counts *c = &job->counts;
    const long games = c->games - job->broken - job->useless;
    FILE *to = data_told(job->name);
    const bool lines = job->line_plies > 0;
    const uint64_t written = (uint64_t)(lines ? c->lines : games);
    const uint64_t positions = (uint64_t)(lines ? c->line_positions : c->moves);
    fprintf(to, "%s: %" PRIu64 " %s, %" PRIu64 " %s, %.1f s\n", job->name, written,
            plural(written, "game", "games"), positions, plural(positions, "position", "positions"),
            seconds);
    fprintf(to, "  %-36s %10ld\n", "games read", c->games);
    fprintf(to, "  %-36s %10ld\n", "skipped: broken", job->broken);
    fprintf(to, "  %-36s %10ld\n", "skipped: without result or moves", job->useless);
    fprintf(to, "  %-36s %10ld\n", "Chess960", c->chess960);
    fprintf(to, "  %-36s %10ld\n", "positions with a score", c->scores);
    fprintf(to, "  %-36s %10ld\n", "  of them mates", c->mates);
    fprintf(to, "  %-36s %10ld\n", "positions without a score", c->moves - c->scores);
    fprintf(to, "  %-36s %10ld\n", job->rules.skip_book ? "book moves, skipped" : "book moves",
            c->book);
    fprintf(to, "  %-36s %10ld\n", "scores not understood", c->unreadable);
    if (lines) {
        fprintf(to, "  %-36s %10ld\n", "lines, without known positions", c->lines);
        fprintf(to, "  %-36s %10ld\n", "  their positions", c->line_positions);
    }
}

/* Exactly one of --eval and --without-eval is needed. */
static bool check_eval(const import_job *job, failure *why)
{
    if (job->eval && job->rules.without_eval) {
        return fail(why, "import: give either --eval or --without-eval");
    }
    return job->rules.without_eval || job->rules.eval_after ||
           (job->eval && strcmp(job->eval, "before") == 0) ||
           fail(why, "import: say --eval before, --eval after or --without-eval "
                     "(see morpho-data import --help)");
}

int data_import(int argc, char **argv)
{
    import_job job = {0};
    const command_option options[] = {
        COMMAND_TEXT("eval", "before|after", &job.eval,
                     "which position the [%eval] after a move describes: the\n"
                     "one before the move (TCEC) or after it (lichess)"),
        COMMAND_FLAG("without-eval", &job.rules.without_eval,
                     "the games have no [%eval] comments, or these are to be\n"
                     "ignored; no position gets a score (for relabel)"),
        COMMAND_WHOLE("lines", "N", &job.line_plies, 1, 1000,
                      "instead of the games, write the first N moves of the lines\n"
                      "in their comments (pv=MOVES), each as a game of its own;\n"
                      "positions that a game has itself are left out, and so are\n"
                      "the lines of games that morpho-train sets aside for tests"),
        COMMAND_FLAG("skip-book", &job.rules.skip_book, "begin each game after its book moves"),
        COMMAND_FLAG("strict", &job.strict, "stop at the first broken game"),
        COMMAND_FLAG("cut-ok", &job.cut_is_fine,
                     "take the whole games of a compressed file that is\n"
                     "cut off")};
    job.command = (command_line){
        .name = "import",
        .operands = "OUT PGN... --eval before|after | --without-eval [OPTION...]",
        .text = "Converts games in PGN, plain or gzip, to a game file. The move played counts as\n"
                "the best. Scores are comments such as [%eval 0.35] (pawns) or [%eval #-3], both\n"
                "from White's view, or fields wv=0.35 of comments, as in the archive of TCEC. A\n"
                "move with a comment {b} or {book} has no score. Variations are skipped. A game\n"
                "is Chess960 if its Variant tag or its FEN says so. Broken games are reported\n"
                "and skipped; games without a result are only skipped. Games that are only odd\n"
                "are read and reported: a null move ends the moves of its game.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .operands_most = INT_MAX,
        .operands_least = 2};
    command_parsed parsed = data_command_read(&job.command, argc, argv);
    if (parsed != COMMAND_RUN) {
        return command_exit_status(parsed);
    }
    failure why;
    job.rules.line_plies = (int)job.line_plies;
    job.rules.eval_after = job.eval && strcmp(job.eval, "after") == 0;
    if (!check_eval(&job, &why)) {
        return data_misuse(&why);
    }
    job.name = *job.command.files++;
    job.command.file_count--;
    const double begun = seconds_now();
    if (!import_all(&job, &why)) {
        return data_complain(&why);
    }
    print_counts(&job, seconds_now() - begun);
    return EXIT_SUCCESS;
}

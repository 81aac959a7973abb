/* morpho-data import: PGN to a game file. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "data_path.h"
#include "game_file.h"
#include "game_pgn.h"
#include "morpho_data_files.h"
#include "system/clock.h"

enum { REPORTS_MAX = 20 }; /* broken or odd games that are described */

typedef struct import_job {
    command_line command;
    game_pgn_rules rules;
    const char *name; /* of the output; the command's files are the inputs */
    const char *eval;
    bool cut_is_fine;
    game_writer *out;
    long games, broken, useless, remarks;
    game_pgn_counts counts;
} import_job;

/* The file that is being read. */
typedef struct import_file {
    char path[DATA_PATH_MAX];
    pgn_records *records;
    pgn_record record;
    game game;
} import_file;

/* Tells of a game, unless there were many before it. */
static void tell(long number, const char *what, const char *text)
{
    if (number <= REPORTS_MAX) {
        fprintf(stderr, DATA_PROGRAM ": %s: %s\n", what, text);
    } else if (number == REPORTS_MAX + 1) {
        fprintf(stderr, DATA_PROGRAM ": %s: there are more\n", what);
    }
}

/* Reports a broken game, which `why` names, and goes on. */
static bool skip(import_job *job, const failure *why)
{
    tell(++job->broken, "skipped", why->text);
    return true;
}

/* Imports one record. Returns false and fills `why` if the import cannot go on. */
static bool take_record(import_job *job, import_file *file, failure *why)
{
    failure reason;
    const game_pgn_status status =
        game_pgn_read(&file->record, job->rules, &file->game, &job->counts, &reason);
    if (status == GAME_PGN_USELESS) {
        job->useless++;
        return true;
    }
    if (status != GAME_PGN_READ) {
        fail(why, "%s: line %ld: game %ld: %s", file->path, file->record.line,
             pgn_records_count(file->records), reason.text);
        return status == GAME_PGN_FAULTY && skip(job, why);
    }
    if (file->record.remark.text[0]) {
        tell(++job->remarks, "remark", file->record.remark.text);
    }
    return game_writer_add(job->out, &file->game, why);
}

/* Imports the records of an open file. */
static bool take_records(import_job *job, import_file *file, const char *name, failure *why)
{
    data_progress progress;
    pgn_record_status status = PGN_RECORD_READ;
    bool good = true;
    data_progress_start(&progress, name, file->path);
    while (good && status <= PGN_RECORD_FAULTY) {
        status = pgn_records_next(file->records, &file->record, why);
        good = status == PGN_RECORD_READ     ? take_record(job, file, why)
               : status == PGN_RECORD_FAULTY ? skip(job, why)
                                             : status == PGN_RECORD_END;
        data_progress_tell(&progress, pgn_records_bytes(file->records),
                           pgn_records_count(file->records));
    }
    data_progress_end(&progress);
    if (status == PGN_RECORD_BAD && pgn_records_cut(file->records) && job->cut_is_fine) {
        fprintf(stderr, DATA_PROGRAM ": warning: %s\n", why->text);
        good = true;
    }
    const long games = pgn_records_count(file->records);
    job->games += games;
    return good && (games > 0 || fail(why, "%s: it holds no game", file->path));
}

static bool import_named(import_job *job, const char *name, failure *why)
{
    import_file file = {.records = NULL};
    if (!data_path_find(name, job->command.folder, file.path, why)) {
        return false;
    }
    file.records = pgn_records_open(file.path, why);
    const bool good = file.records && take_records(job, &file, name, why);
    game_free(&file.game);
    pgn_record_free(&file.record);
    pgn_records_close(file.records);
    return good;
}

static bool import_all(import_job *job, failure *why)
{
    bool good = data_output_is_apart(&job->command, job->name, why);
    job->out = good ? game_writer_open(job->name, why) : NULL;
    good = job->out != NULL;
    for (int i = 0; good && i < job->command.file_count; i++) {
        good = import_named(job, job->command.files[i], why);
    }
    if (good && game_writer_count(job->out) == 0) {
        good = fail(why, "no game could be imported; nothing is written");
    }
    if (!good) {
        game_writer_drop(job->out);
        return false;
    }
    return game_writer_close(job->out, why);
}

static void print_counts(const import_job *job, double seconds)
{
    const game_pgn_counts *c = &job->counts;
    const uint64_t games = (uint64_t)(job->games - job->broken - job->useless);
    FILE *to = data_told(job->name);
    fprintf(to, "%s: %" PRIu64 " %s, %ld %s, %.1f s\n", job->name, games,
            plural(games, "game", "games"), c->moves,
            plural((uint64_t)c->moves, "position", "positions"), seconds);
    fprintf(to, "  %-36s %10ld\n", "games read", job->games);
    fprintf(to, "  %-36s %10ld\n", "skipped: broken", job->broken);
    fprintf(to, "  %-36s %10ld\n", "skipped: without result or moves", job->useless);
    fprintf(to, "  %-36s %10ld\n", "Chess960", c->chess960);
    fprintf(to, "  %-36s %10ld\n", "positions with a score", c->scores);
    fprintf(to, "  %-36s %10ld\n", "  of them mates", c->mates);
    fprintf(to, "  %-36s %10ld\n", "positions without a score", c->moves - c->scores);
    fprintf(to, "  %-36s %10ld\n", job->rules.skip_book ? "book moves, skipped" : "book moves",
            c->book);
    fprintf(to, "  %-36s %10ld\n", "scores not understood", c->unreadable);
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
        COMMAND_FLAG("skip-book", &job.rules.skip_book, "begin each game after its book moves"),
        COMMAND_FLAG("cut-ok", &job.cut_is_fine,
                     "take the whole games of a compressed file that is\n"
                     "cut off")};
    job.command = (command_line){
        .program = DATA_PROGRAM,
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
    command_parsed parsed = command_read(&job.command, argc, argv);
    if (parsed != COMMAND_RUN) {
        return command_exit_status(parsed);
    }
    failure why;
    job.rules.eval_after = job.eval && strcmp(job.eval, "after") == 0;
    if (!check_eval(&job, &why)) {
        return command_misuse(DATA_PROGRAM, &why);
    }
    job.name = *job.command.files++;
    job.command.file_count--;
    const double begun = system_seconds();
    if (!import_all(&job, &why)) {
        return command_complain(DATA_PROGRAM, &why);
    }
    print_counts(&job, system_seconds() - begun);
    return EXIT_SUCCESS;
}

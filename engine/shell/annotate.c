#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "annotated_file.h"
#include "annotated_game.h"
#include "base/array_room.h"
#include "base/plural.h"
#include "base/utf8.h"
#include "files/status_line.h"
#include "system/files.h"
#include "system/memory_stream.h"
#include "system/terminal.h"
#include "verbs.h"

enum { ANNOTATOR_MAX = 512, NAG_MISTAKE = 2, NAG_UNCLEAR = 13 };

/* Positions that negamax visits in about the time of a playout. */
enum { POSITIONS_OF_PLAYOUT = 8 };

/* The state of one run. */
typedef struct annotation {
    search *search;
    search *other; /* of the other algorithm, which is asked about mistakes */
    human *human;  /* NULL: none */
    search_limits limits, other_limits;
    char annotator[ANNOTATOR_MAX]; /* program, search, limits, and the net of --human */
    const char *path;              /* of the input */
    annotated_file *file;          /* NULL: standard output */
    review *reviews;               /* of the positions of a game */
    int *nags;                     /* of its moves */
    size_t review_capacity, nag_capacity;
    status_line status;
    int64_t positions; /* of the whole input; 0: unknown */
    int64_t skipped;   /* those that an earlier run has done */
    int64_t done;      /* those of this run */
    long written, kept, faulty;
} annotation;

/* The positions of the good games of a file; 0 if it can be read only once, as /dev/stdin, which is
 * a link even if it is a file. */
static int64_t count_positions(const char *path)
{
    system_status status;
    failure why;
    pgn_record game = {.tags = NULL};
    pgn_record_status got;
    int64_t count = 0;
    const bool regular = system_look_at_link(path, &status) && status.kind == SYSTEM_REGULAR;
    pgn_records *games = regular ? pgn_records_open(path, &why) : NULL;
    while (games != NULL && (got = pgn_records_next(games, &game, &why)) <= PGN_RECORD_FAULTY) {
        count += got == PGN_RECORD_READ ? (int64_t)game.ply_count + 1 : 0;
    }
    pgn_record_free(&game);
    pgn_records_close(games);
    return count;
}

static void show_progress(annotation *a, long number, size_t ply, size_t plies)
{
    const int64_t left = a->positions - a->skipped - a->done;
    const double seconds = a->positions > 0 && a->done > 0
                               ? status_line_elapsed(&a->status) * (double)left / (double)a->done
                               : -1.0;
    if (status_line_is_due(&a->status)) {
        status_line_show(&a->status, seconds, "game %ld, ply %zu of %zu", number, ply, plies);
    }
}

/* Makes room for the reviews and the NAGs of a game. */
static bool make_room(annotation *a, const pgn_record *game, failure *why)
{
    const size_t count = game->ply_count + 1;
    review *reviews = array_room(a->reviews, sizeof *reviews, &a->review_capacity, count);
    if (reviews != NULL) {
        a->reviews = reviews;
        int *nags = array_room(a->nags, sizeof *nags, &a->nag_capacity, count);
        if (nags != NULL) {
            a->nags = nags;
            return true;
        }
    }
    return fail(why, "not enough memory for a game of %zu plies", game->ply_count);
}

/* The NAG of a move from `pos`, the last position of `game`. What the search takes for a mistake is
 * one if the other search agrees. */
static int mark_move(annotation *a, position pos, line game, const review reviews[2], move played)
{
    const float own = review_loss(&reviews[0], &reviews[1], played);
    if (review_nag(own) == 0) {
        return 0;
    }
    review before[2] = {reviews[0]}, after[2] = {reviews[1]};
    before[1] = review_position(a->other, &pos, &game, &a->other_limits, NULL, NULL);
    line_play(&game, &pos, played);
    after[1] = review_position(a->other, &pos, &game, &a->other_limits, NULL, NULL);
    const int nag = review_nag(review_agreed_loss(before, after, played));
    return nag > 0 ? nag : own >= review_least_loss(NAG_MISTAKE) ? NAG_UNCLEAR : 0;
}

static bool review_game(annotation *a, const pgn_record *game, long number, failure *why)
{
    position pos = game->first, last = pos;
    line played, before;
    if (!make_room(a, game, why)) {
        return false;
    }
    review *reviews = a->reviews;
    line_start(&played, &pos);
    /* Each game begins anew, so that a run that goes on after a kill finds the same. */
    search_new_game(a->search);
    search_new_game(a->other);
    for (size_t i = 0; i <= game->ply_count; i++) {
        reviews[i] = review_position(a->search, &pos, &played, &a->limits, NULL, NULL);
        a->done++;
        show_progress(a, number, i, game->ply_count);
        if (i > 0) {
            a->nags[i - 1] = mark_move(a, last, before, &reviews[i - 1], game->moves[i - 1]);
        }
        if (i < game->ply_count && a->human != NULL) {
            review_ask_human(&reviews[i], a->human, &pos, &played, game->moves[i]);
        }
        last = pos;
        before = played;
        if (i < game->ply_count) {
            line_play(&played, &pos, game->moves[i]);
        }
    }
    return true;
}

static bool write_game(annotation *a, const pgn_record *game, failure *why)
{
    memory_stream memory;
    if (!memory_stream_open(&memory)) {
        return fail(why, "not enough memory for a game");
    }
    annotated_game_write(game, a->reviews, a->nags, a->annotator,
                         a->human ? human_name(a->human) : NULL, memory.stream);
    bool done = memory_stream_close(&memory) || fail(why, "not enough memory for a game");
    if (done && a->file != NULL) {
        done = annotated_file_append(a->file, memory.text, memory.size, why);
    } else if (done) {
        status_line_clear(&a->status); /* both may be on one terminal */
        if (system_is_terminal(stdout)) {
            utf8_make_printable(memory.text, "\n");
        }
        done =
            (fwrite(memory.text, 1, memory.size, stdout) == memory.size && fflush(stdout) == 0) ||
            fail(why, "standard output cannot be written: %s", strerror(errno));
    }
    free(memory.text);
    return done;
}

static bool annotate_game(annotation *a, pgn_record *game, long number, bool *resumes, failure *why)
{
    bool fits = true;
    *resumes = *resumes && annotated_file_has(a->file, game, &fits, why);
    if (!fits) {
        return false;
    }
    if (*resumes) {
        a->kept++;
        a->skipped += (int64_t)game->ply_count + 1;
        return true;
    }
    annotated_game_prepare(game);
    const bool done = review_game(a, game, number, why) && write_game(a, game, why);
    a->written += done;
    return done;
}

/* Tells of a game, unless there is nothing to tell. */
static void tell(annotation *a, const char *what, const char *more)
{
    if (what[0]) {
        status_line_clear(&a->status);
        fprintf(stderr, "morpho: annotate: %s%s\n", what, more);
    }
}

static bool annotate_games(annotation *a, pgn_records *games, failure *why)
{
    pgn_record game = {.tags = NULL};
    pgn_record_status got;
    failure reason;
    bool done = true, resumes = a->file != NULL;
    while (done && (got = pgn_records_next(games, &game, &reason)) != PGN_RECORD_END) {
        if (got == PGN_RECORD_READ) {
            tell(a, game.remark.text, "");
            done = annotate_game(a, &game, pgn_records_count(games), &resumes, why);
        } else if (got == PGN_RECORD_BAD) {
            done = fail(why, "%s", reason.text);
        } else {
            tell(a, reason.text, "; it is left out");
            a->faulty++;
        }
    }
    pgn_record_free(&game);
    status_line_clear(&a->status);
    return done && (!resumes || annotated_file_ends(a->file, why));
}

static bool run(annotation *a, failure *why)
{
    pgn_records *games = pgn_records_open(a->path, why);
    if (games == NULL) {
        return false;
    }
    a->positions = count_positions(a->path);
    if (a->file != NULL) {
        verb_tell_resumable("game");
    }
    status_line_open(&a->status, stderr);
    const bool done = annotate_games(a, games, why);
    pgn_records_close(games);
    fprintf(stderr, "%ld %s annotated", a->written, plural((uint64_t)a->written, "game", "games"));
    if (a->kept > 0) {
        fprintf(stderr, ", %ld annotated before", a->kept);
    }
    if (a->faulty > 0) {
        fprintf(stderr, ", %ld faulty", a->faulty);
    }
    fputc('\n', stderr);
    return done &&
           (a->written + a->kept > 0 || fail(why, "%s has no game that can be read", a->path));
}

static bool read_words(verb_call *call, annotation *a, const char **out, const char **net,
                       failure *why)
{
    const request_option options[] = {{"out", out}, {"human", net}};
    if (!request_take_options(call->words, options, 2, why)) {
        return false;
    }
    a->path = call->words[0];
    if (a->path == NULL || (request_begins(a->path) && !system_exists(a->path))) {
        return fail(why, "expected a PGN file, then limits if wanted");
    }
    a->limits = request_default().limits;
    if (!verb_join(call, call->words + 1, why) ||
        !request_read_limits(call->text, &a->limits, why) ||
        !request_files_differ(a->path, *out, why)) {
        return false;
    }
    snprintf(a->annotator, sizeof a->annotator, "Morpho %s, %s, %.256s", MORPHO_VERSION,
             search_algorithm_words[call->engine->settings.algorithm],
             call->text[0] != '\0' ? call->text : "seconds 1");
    return true;
}

/* Loads the net of --human, if it was given. Its name is a part of what made the annotation. */
static bool take_human(annotation *a, const char *net, failure *why)
{
    const size_t length = strlen(a->annotator);
    a->human = net != NULL ? human_load(net, why) : NULL;
    if (a->human != NULL) {
        snprintf(a->annotator + length, sizeof a->annotator - length, ", %s", human_name(a->human));
    }
    return net == NULL || a->human != NULL;
}

/* Makes the other search. Limits of nodes become as much work of it, so that what it says is
 * reproducible too. */
static bool take_other(engine *e, annotation *a, failure *why)
{
    const bool by_mcts = e->settings.algorithm == SEARCH_MCTS;
    a->other_limits = a->limits;
    a->other_limits.nodes =
        by_mcts ? a->limits.nodes * POSITIONS_OF_PLAYOUT
                : (a->limits.nodes + POSITIONS_OF_PLAYOUT - 1) / POSITIONS_OF_PLAYOUT;
    a->other = verb_new_search(e, by_mcts ? SEARCH_NEGAMAX : SEARCH_MCTS, why);
    return a->other != NULL;
}

/* The output may grow game by game: a second call goes on where the first one was killed. A faulty
 * game is named on standard error and left out; the progress is shown there. It is an error if the
 * output has anything but games of the input as this call annotates them, or if no game was good.
 */
bool annotate_run(verb_call *call, failure *why)
{
    annotation a = {.search = NULL};
    const char *out = NULL, *net = NULL;
    if (!read_words(call, &a, &out, &net, why) || !verb_prepare(call->engine, why) ||
        !take_human(&a, net, why)) {
        return false;
    }
    a.search = call->engine->search;
    if (!take_other(call->engine, &a, why)) {
        human_free(a.human);
        return false;
    }
    if (out != NULL) {
        a.file = annotated_file_open(out, a.annotator, why);
    }
    const bool done = (out == NULL || a.file != NULL) && run(&a, why);
    verb_tell_threads(a.search);
    search_free(a.other);
    human_free(a.human);
    annotated_file_close(a.file);
    free(a.reviews);
    free(a.nags);
    return done;
}

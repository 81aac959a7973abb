#include "uci/go.h"

#include <assert.h>
#include <inttypes.h>

#include "base/random_numbers.h"
#include "chess/movegen.h"
#include "chess/perft.h"
#include "system/clock.h"
#include "uci/go_line.h"
#include "uci/info_line.h"
#include "uci/strength.h"

/* The data of one search's listener. */
typedef struct report {
    writer *out;
    info_style style;
    int lines;        /* as MultiPV wants them; the search may have more */
    bool keeps_final; /* the last report is kept, and not written */
    search_info best; /* the best line of the last report; zeros before it */
    bool minimal, final_stats, live_stats;
    bool *told_threads; /* of the context */
} report;

/* Tells the client once if the search has too few threads. */
static void tell_threads(const report *to, const search *searching)
{
    failure why;
    const bool missing = !search_has_threads(searching, &why);
    if (missing && !*to->told_threads) {
        writer_error(to->out, "option Threads: %s; the search goes on with these", why.text);
    }
    *to->told_threads = missing;
}

static void listen(void *user, const search *searching, const search_info *info)
{
    report *to = user;
    tell_threads(to, searching);
    /* All lines of a report have the same statistics. */
    const bool first_line = info->multi_pv <= 1;
    if (first_line && (info->final ? to->final_stats : to->live_stats)) {
        move_stats_write(to->out, searching, to->style.chess960);
    }
    if (first_line && info->final) {
        to->best = *info;
    }
    if ((info->final ? !to->keeps_final : !to->minimal) && info->multi_pv <= to->lines) {
        search_info shown = *info;
        shown.multi_pv = to->lines > 1 ? info->multi_pv : 0;
        info_line_write(to->out, &shown, to->style);
    }
}

/* True if moves must be written in the Chess960 manner: e1g1 can be ambiguous in such a
 * position. */
static bool writes_chess960(go_context *c, const position *root)
{
    if (c->engine->settings.chess960) {
        return true;
    }
    bool needed = fen_is_chess960(root);
    if (needed && !c->told_chess960) {
        c->told_chess960 = true;
        writer_line(c->out, "info string castling is written as king takes rook, because this is a "
                            "Chess960 position; UCI_Chess960 is off");
    }
    return needed;
}

/* Replaces the search's move by a choice among the moves that it likes, and reports that one. */
static void choose_weaker(go_context *c, const strength *level, report *to, search_result *result)
{
    search_info *shown = &to->best;
    const search_algorithm algorithm = (search_algorithm)c->engine->settings.algorithm;
    root_move chosen;
    if (strength_choose(c->engine->search, algorithm, level->temperature,
                        (double)random_uniform(&c->random), &chosen) &&
        chosen.move != result->best) {
        const bool has_draws = algorithm == SEARCH_MCTS && chosen.draw >= 0.0f;
        const search_score q = search_score_of(c->engine->nets->value.centipawns, chosen.q,
                                               has_draws ? chosen.draw : shown->score.draw);
        shown->score = search_worse(q, shown->score);
        shown->pv[0] = chosen.move;
        shown->pv_length = 1;
        *result = (search_result){chosen.move, MOVE_NONE};
    }
    shown->multi_pv = to->lines > 1 ? 1 : 0;
    info_line_write(to->out, shown, to->style);
}

static void search_and_answer(go_context *c, const game_state *game, const go_request *request)
{
    const position *root = &game->root;
    search_limits limits =
        go_limits(request, (colour)root->to_move, c->engine->settings.move_overhead_ms);
    const settings *set = &c->engine->settings;
    report to = {.out = c->out,
                 .style = {writes_chess960(c, root), set->show_wdl},
                 .lines = set->multi_pv,
                 .keeps_final = settings_are_weaker(set) && !limits.infinite && !limits.mate,
                 .minimal = set->minimal,
                 .final_stats = set->verbose_move_stats || set->log_live_stats,
                 .live_stats = set->log_live_stats && !set->minimal,
                 .told_threads = &c->told_threads};
    const strength level = strength_of((search_algorithm)set->algorithm, set->elo);
    limits.contempt = limits.infinite || limits.mate ? 0 : settings_contempt(set);
    if (to.keeps_final) {
        /* What earlier searches found would make this one stronger. */
        search_new_game(c->engine->search);
        limits.nodes = limits.nodes && limits.nodes < level.nodes ? limits.nodes : level.nodes;
        limits.nodes_always = true;
    }
    bool can_move = gen_any(root);
    inbox_go_begins(c->box, c->engine->search, &limits);
    search_result result =
        search_go(c->engine->search, root, &game->played, &limits, can_move ? listen : NULL, &to);
    inbox_go_ends(c->box);
    if (!can_move) {
        info_line_write_no_move(c->out, root);
    } else if (to.keeps_final && result.best != MOVE_NONE) {
        choose_weaker(c, &level, &to, &result);
    }
    if (set->pgn_comment) {
        pgn_comment_write(c->out, c->engine->search, &to.best, &result, to.style.chess960);
    }
    bestmove_write(c->out, &result, to.style.chess960);
}

/* Deep enough that the checks cost nothing, shallow enough that an interrupt is noticed soon. */
enum { UNINTERRUPTED_DEPTH = 4 };

/* Adds the number of leaves to `leaves`. Returns false if interrupted. */
static bool count_leaves(const position *pos, int depth, const interrupt *stop, uint64_t *leaves)
{
    if (interrupt_wanted(stop)) {
        return false;
    }
    if (depth <= UNINTERRUPTED_DEPTH) {
        *leaves += perft(pos, depth);
        return true;
    }
    move moves[MOVES_MAX];
    int count = gen_legal(pos, moves);
    bool whole = true;
    for (int i = 0; i < count && whole; i++) {
        position next = *pos;
        pos_make(&next, moves[i]);
        whole = count_leaves(&next, depth - 1, stop, leaves);
    }
    return whole;
}

void go_perft(const position *root, int depth, bool chess960, writer *out, const interrupt *stop)
{
    assert(depth >= 0 && depth <= PERFT_DEPTH_MAX);
    move moves[MOVES_MAX];
    int count = depth > 0 ? gen_legal(root, moves) : 0;
    uint64_t total = depth > 0 ? 0 : 1;
    int64_t begun = system_clock_ns();
    for (int i = 0; i < count; i++) {
        uint64_t leaves = 0;
        char text[MOVE_TEXT_MAX];
        position next = *root;
        pos_make(&next, moves[i]);
        if (!count_leaves(&next, depth - 1, stop, &leaves)) {
            writer_line(out, "info string perft: interrupted");
            return;
        }
        move_to_uci(moves[i], chess960, text);
        writer_line(out, "%s: %" PRIu64, text, leaves);
        total += leaves;
    }
    int64_t elapsed = system_clock_ns() - begun;
    writer_line(out, "nodes %" PRIu64, total);
    writer_line(out, "time %" PRId64 " ms", elapsed / 1000000);
    writer_line(out, "nps %" PRIu64, system_rate(total, elapsed));
}

static void count_moves(go_context *c, const position *root, const go_request *request)
{
    const interrupt stop = inbox_interrupt(c->box);
    inbox_go_begins(c->box, NULL, &(search_limits){0});
    go_perft(root, (int)request->perft, writes_chess960(c, root), c->out, &stop);
    inbox_go_ends(c->box);
}

void go_run(go_context *c, const game_state *game, const char *arguments)
{
    go_request request;
    go_parse(&game->root, arguments, &request, c->out);
    if (request.given & GO_PERFT) {
        count_moves(c, &game->root, &request);
    } else {
        search_and_answer(c, game, &request);
    }
}

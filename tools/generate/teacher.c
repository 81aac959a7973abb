#include "teacher.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "game_file.h"
#include "tree/search.h"

struct teacher {
    const generate_plan *plan;
    int cancel;
    engine_plan engine_plan;
    engine_process *engine; /* one of these two is set */
    search *search;
};

static engine_status start_engine(teacher *t, failure *why)
{
    const generate_plan *plan = t->plan;
    t->engine_plan = (engine_plan){
        .command = plan->engine,
        .settings = plan->settings,
        .setting_count = plan->setting_count,
        .hash_mb = plan->hash_mb,
        .patience_ms = (int)(plan->patience_seconds * 1000.0),
        .chess960 = plan->chess960_share > 0.0,
        .cancel = t->cancel,
    };
    return engine_start(&t->engine, &t->engine_plan, why);
}

static engine_status start_search(teacher *t, const nets *own, failure *why)
{
    search_options options = {
        .algorithm = SEARCH_MCTS,
        .hash_mb = (size_t)t->plan->hash_mb,
        .nets = own,
        .kernels = kernels_best(),
        .techniques = search_techniques_of(SETTING_MODERN),
        .params = search_params_default(),
    };
    t->search = search_new(&options, why);
    return t->search ? ENGINE_ANSWERED : ENGINE_FAILED;
}

engine_status teacher_start(teacher **started, const generate_plan *plan, const nets *own,
                            int cancel, failure *why)
{
    teacher *t = calloc(1, sizeof *t);
    *started = NULL;
    if (!t) {
        fail(why, "not enough memory for a teacher");
        return ENGINE_FAILED;
    }
    t->plan = plan;
    t->cancel = cancel;
    engine_status status = plan->engine ? start_engine(t, why) : start_search(t, own, why);
    if (status != ENGINE_ANSWERED) {
        teacher_stop(t);
        return status;
    }
    *started = t;
    return status;
}

void teacher_stop(teacher *t)
{
    if (t) {
        engine_stop(t->engine);
        search_free(t->search);
        free(t);
    }
}

const char *teacher_name(const teacher *t)
{
    return t->engine ? engine_name(t->engine) : "Morpho";
}

engine_status teacher_new_game(teacher *t, bool chess960, failure *why)
{
    if (t->engine) {
        return engine_new_game(t->engine, chess960, why);
    }
    search_new_game(t->search);
    return ENGINE_ANSWERED;
}

/* Longer than any question: a FEN, the moves since, and all legal moves. */
enum { QUESTION_BYTES = 4096 };

typedef struct question_text {
    char text[QUESTION_BYTES];
    size_t length;
} question_text;

static void append(question_text *q, const char *text)
{
    size_t size = strlen(text);
    if (q->length + size < sizeof q->text) {
        memcpy(q->text + q->length, text, size + 1);
        q->length += size;
    }
}

static void append_moves(question_text *q, const char *word, const move *moves, int count,
                         bool chess960)
{
    append(q, count ? word : "");
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        move_to_uci(moves[i], chess960, text);
        append(q, " ");
        append(q, text);
    }
}

/* Positions before the anchor cannot recur. Without them an engine saves half a millisecond of
 * reading at the end of a long game. */
static engine_status ask_engine(teacher *t, const teacher_question *question, const move *among,
                                int count, teacher_opinion *opinion, failure *why)
{
    question_text q = {.length = 0};
    char text[FEN_TEXT_MAX];
    engine_answer answer;
    fen_write(&question->anchor, question->chess960, text);
    append(&q, "position fen ");
    append(&q, text);
    append_moves(&q, " moves", question->since, question->since_count, question->chess960);
    snprintf(text, sizeof text, "\ngo nodes %llu", (unsigned long long)t->plan->nodes);
    append(&q, text);
    append_moves(&q, " searchmoves", among, count, question->chess960);
    append(&q, "\n");
    engine_status status = engine_ask(t->engine, q.text, &answer, why);
    if (status != ENGINE_ANSWERED) {
        return status;
    }
    opinion->best = gen_from_uci(&question->pos, answer.best);
    opinion->score = answer.score;
    if (opinion->best == MOVE_NONE) {
        char fen[FEN_TEXT_MAX];
        fen_write(&question->pos, question->chess960, fen);
        fail(why, "engine %s: it answers \"%s\", which is no legal move, in %s",
             engine_name(t->engine), answer.best, fen);
        return ENGINE_FAILED;
    }
    return ENGINE_ANSWERED;
}

static int file_score(const search_score *score)
{
    if (score->kind == SCORE_MATE) {
        int moves = abs(score->value);
        moves = moves > 32000 - GAME_SCORE_MATE ? 32000 - GAME_SCORE_MATE : moves;
        return score->value > 0 ? 32000 - moves : -32000 + moves;
    }
    return score->value;
}

static void keep_score(void *user, const search *s, const search_info *info)
{
    (void)s;
    if (info->final) {
        teacher_opinion *opinion = user;
        opinion->score = file_score(&info->score);
    }
}

static bool cancelled(const teacher *t)
{
    struct pollfd wait = {.fd = t->cancel};
    return poll(&wait, 1, 0) > 0;
}

static engine_status ask_search(teacher *t, const teacher_question *question, const move *among,
                                int count, teacher_opinion *opinion)
{
    search_limits limits = {.nodes = t->plan->nodes, .moves = among, .move_count = count};
    root_move moves[MOVES_MAX];
    if (cancelled(t)) {
        return ENGINE_CANCELLED;
    }
    search_arm(t->search);
    search_result result =
        search_go(t->search, &question->pos, &question->keys, &limits, keep_score, opinion);
    int known = search_root_moves(t->search, moves, MOVES_MAX);
    opinion->best = result.best;
    for (int i = 0; i < known; i++) {
        if (moves[i].visits) {
            opinion->visits[opinion->visit_count++] =
                (teacher_visit){moves[i].move, moves[i].visits};
        }
    }
    return ENGINE_ANSWERED;
}

engine_status teacher_ask(teacher *t, const teacher_question *question, const move *among,
                          int count, teacher_opinion *opinion, failure *why)
{
    opinion->best = MOVE_NONE;
    opinion->score = GAME_SCORE_NONE;
    opinion->visit_count = 0;
    return t->engine ? ask_engine(t, question, among, count, opinion, why)
                     : ask_search(t, question, among, count, opinion);
}

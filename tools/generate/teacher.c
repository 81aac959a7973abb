#include "teacher.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "game_walk.h"
#include "tree/search.h"
#include "weights/default_net.h"

enum { SENT_MAX = TEACHER_AHEAD_MAX + 1 };

/* A question that was sent, and whose opinion was not yet taken. */
typedef struct sent_question {
    position pos;
    bool chess960;
    bool waits; /* for the engine's answer */
    bool known; /* to the tables, which gave the verdict */
    syzygy_verdict verdict;
    teacher_opinion opinion; /* complete but for the two */
} sent_question;

struct teacher {
    const teacher_plan *plan;
    const atomic_bool *stop;
    engine_plan engine_plan;
    engine_process *engine; /* one of these three is set */
    search *search;
    const nnue_net *nnue;
    backend backend;             /* draws the moves that a net of Stockfish judges */
    const syzygy_tables *tables; /* NULL: none */
    int sent_first, sent_count;
    sent_question sent[SENT_MAX]; /* a ring */
};

void teacher_question_start(teacher_question *question)
{
    line_start(&question->keys, &question->pos);
    question->anchor = question->pos;
    question->since_count = 0;
    question->repeated = false;
}

void teacher_question_play(teacher_question *question, move m)
{
    line_play(&question->keys, &question->pos, m);
    question->since[question->since_count++] = m;
    question->repeated |= line_occurrences(&question->keys, &question->pos) > 0;
    if (question->pos.halfmove_clock == 0 || question->since_count == TEACHER_SINCE_MAX) {
        question->anchor = question->pos;
        question->since_count = 0;
        question->repeated = false;
    }
}

bool teacher_parts_open(teacher_parts *parts, const teacher_plan *plan, failure *why)
{
    *parts = (teacher_parts){.plan = plan};
    if (plan->tables) {
        /* Long work without some of the tables that were meant would be a surprise. */
        parts->tables = syzygy_open(plan->tables, why);
        if (!parts->tables || syzygy_next_problem(parts->tables, why)) {
            teacher_parts_close(parts);
            return false;
        }
    }
    if (plan->nnue) {
        parts->nnue = nnue_net_read(plan->nnue, why);
        if (!parts->nnue) {
            teacher_parts_close(parts);
            return false;
        }
    }
    if (!plan->engine) {
        parts->nets = plan->net
                          ? nets_load(plan->net, why)
                          : nets_load_bytes(default_net, default_net_size, "the built-in net", why);
        if (!parts->nets) {
            teacher_parts_close(parts);
            return false;
        }
    }
    return true;
}

void teacher_parts_close(teacher_parts *parts)
{
    nets_free(parts->nets);
    nnue_net_free(parts->nnue);
    syzygy_close(parts->tables);
    *parts = (teacher_parts){.plan = NULL};
}

static bool start_engine(teacher *t, failure *why)
{
    const teacher_plan *plan = t->plan;
    t->engine_plan = (engine_plan){
        .command = plan->engine,
        .settings = plan->settings,
        .setting_count = plan->setting_count,
        .hash_mb = (int)plan->hash_mb,
        .patience_ms = (int)(plan->patience_seconds * 1000.0),
        .lines = (int)plan->lines,
        .chess960 = plan->chess960,
        .stop = t->stop,
    };
    t->engine = engine_start(&t->engine_plan, why);
    return t->engine;
}

static bool start_search(teacher *t, const nets *own, failure *why)
{
    search_options options = {
        .algorithm = SEARCH_MCTS,
        .hash_mb = (size_t)t->plan->hash_mb,
        .threads = 1,
        .nets = own,
        .kernels = kernels_best(),
        .techniques = search_techniques_of(SETTING_MODERN),
        .params = search_params_default(),
    };
    if (t->plan->judges) {
        options.params.temperature_root_milli = 1000;
        options.techniques.mcts_widening = false;
    }
    t->search = search_new(&options, why);
    return t->search;
}

teacher *teacher_start(const teacher_parts *parts, const atomic_bool *stop, failure *why)
{
    teacher *t = calloc(1, sizeof *t);
    if (!t) {
        fail(why, "not enough memory for a teacher");
        return NULL;
    }
    t->plan = parts->plan;
    t->tables = parts->tables;
    t->stop = stop;
    t->nnue = parts->nnue;
    t->backend = (backend){.nets = parts->nets, .kernels = kernels_best()};
    if (t->nnue ||
        (parts->plan->engine ? start_engine(t, why) : start_search(t, parts->nets, why))) {
        return t;
    }
    teacher_stop(t);
    return NULL;
}

void teacher_stop(teacher *t)
{
    if (t) {
        engine_stop(t->engine);
        search_free(t->search);
        free(t);
    }
}

void teacher_interrupt(teacher *t)
{
    if (t->search) {
        search_stop(t->search);
    }
}

const char *teacher_name(const teacher *t)
{
    return t->engine ? engine_name(t->engine) : t->nnue ? "a net of Stockfish" : "Morpho";
}

bool teacher_try(const teacher_parts *parts, failure *name, failure *why)
{
    teacher *t = teacher_start(parts, NULL, why);
    if (!t) {
        return false;
    }
    fail(name, "%s", teacher_name(t));
    if (t->tables) {
        fail(name, "%s, tables of up to %d pieces", teacher_name(t),
             syzygy_found_in(t->tables).pieces);
    }
    teacher_stop(t);
    return true;
}

uint32_t teacher_checksum(const teacher_parts *parts, const char *name)
{
    const teacher_plan *plan = parts->plan;
    char numbers[256];
    /* The 0 and the decimals stand for options that are gone: older files can be continued. */
    const int length = snprintf(numbers, sizeof numbers, "%ld 0 %ld %d.000000 %d %lu %d %d",
                                plan->nodes, plan->hash_mb, plan->judges, plan->judges,
                                parts->nets ? (unsigned long)nets_checksum(parts->nets) : 0,
                                plan->engine != NULL, plan->setting_count);
    if (plan->depth || plan->lines > 1) {
        snprintf(numbers + length, sizeof numbers - (size_t)length, " %ld %ld", plan->depth,
                 plan->lines);
    }
    if (parts->nnue) {
        const size_t at = strlen(numbers);
        snprintf(numbers + at, sizeof numbers - at, " %lu",
                 (unsigned long)nnue_net_checksum(parts->nnue));
    }
    const char *const words[] = {numbers, name, plan->engine ? plan->engine : ""};
    uLong sum = crc32(0, NULL, 0);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        sum = crc32_z(sum, (const Bytef *)words[i], strlen(words[i]) + 1);
    }
    for (int i = 0; i < plan->setting_count; i++) {
        sum = crc32_z(sum, (const Bytef *)plan->settings[i], strlen(plan->settings[i]) + 1);
    }
    return (uint32_t)sum;
}

bool teacher_new_game(teacher *t, bool chess960, failure *why)
{
    if (t->engine) {
        return engine_new_game(t->engine, chess960, why);
    }
    if (t->search) {
        search_new_game(t->search);
    }
    return true;
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

/* The move of an engine's text after the best move; MOVE_NONE if it is none. */
static move reply_of(const position *pos, move best, const char *text)
{
    position after = *pos;
    if (best == MOVE_NONE || !text[0]) {
        return MOVE_NONE;
    }
    pos_make(&after, best);
    return gen_from_uci(&after, text);
}

/* The moves before a position are sent only where a search must know them: positions before the
 * anchor cannot recur, and one that has occurred once does not yet make a draw. So an engine saves
 * half a millisecond of reading at the end of a long game, and can be sent most questions ahead:
 * Stockfish 15.1 counts the moves of a "position" as nodes of a search that is under way. */
static bool send_to_engine(teacher *t, const teacher_question *question, const move *among,
                           int count, failure *why)
{
    question_text q = {.length = 0};
    char text[FEN_TEXT_MAX];
    const bool with_moves = question->repeated;
    fen_write(with_moves ? &question->anchor : &question->pos, question->chess960, text);
    append(&q, "position fen ");
    append(&q, text);
    append_moves(&q, " moves", question->since, with_moves ? question->since_count : 0,
                 question->chess960);
    snprintf(text, sizeof text, "\ngo %s %ld", t->plan->depth ? "depth" : "nodes",
             t->plan->depth ? t->plan->depth : t->plan->nodes);
    append(&q, text);
    append_moves(&q, " searchmoves", among, count, question->chess960);
    append(&q, "\n");
    return engine_send(t->engine, q.text, why);
}

/* Keeps the further lines. A line without a legal move or a score is left out. */
static void keep_lines(teacher_opinion *opinion, const position *pos, const engine_answer *answer)
{
    for (int i = 1; i < answer->line_count; i++) {
        const engine_line *further = &answer->lines[i];
        const move m = gen_from_uci(pos, further->first);
        if (m != MOVE_NONE && m != opinion->best && further->score != GAME_SCORE_NONE) {
            opinion->lines[opinion->line_count++] = (teacher_line){m, further->score};
        }
    }
}

static bool take_from_engine(teacher *t, sent_question *sent, failure *why)
{
    teacher_opinion *opinion = &sent->opinion;
    engine_answer answer;
    if (!engine_take(t->engine, &answer, why)) {
        return false;
    }
    opinion->best = gen_from_uci(&sent->pos, answer.best);
    opinion->score = engine_answer_score(&answer);
    keep_lines(opinion, &sent->pos, &answer);
    opinion->reply = reply_of(&sent->pos, opinion->best, answer.ponder);
    if (opinion->best == MOVE_NONE) {
        char fen[FEN_TEXT_MAX];
        fen_write(&sent->pos, sent->chess960, fen);
        return fail(why, "engine %s: it answers \"%s\", which is not a legal move, in %s%s",
                    engine_name(t->engine), answer.best, fen,
                    t->plan->ahead ? "; does it keep the order of questions that are sent ahead?"
                                   : "");
    }
    return true;
}

static int file_score(const search_score *score)
{
    if (score->kind == SCORE_MATE) {
        const int size = game_mate_score(abs(score->value));
        return score->value > 0 ? size : -size;
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

/* The visits of the root moves. A search that has proven a win ends, though other moves may have
 * more visits than the winning one, which gets them all here. */
static void keep_visits(teacher_opinion *opinion, const root_move moves[], int count)
{
    for (int i = 0; i < count; i++) {
        if (moves[i].move == opinion->best && moves[i].proven && moves[i].q > 0.5f) {
            opinion->visits[0] = (teacher_visit){opinion->best, 1};
            opinion->visit_count = 1;
            return;
        }
    }
    for (int i = 0; i < count; i++) {
        if (moves[i].visits) {
            opinion->visits[opinion->visit_count++] =
                (teacher_visit){moves[i].move, moves[i].visits};
        }
    }
}

static bool ask_search(teacher *t, const teacher_question *question, const move *among, int count,
                       teacher_opinion *opinion, failure *why)
{
    search_limits limits = {.nodes = (uint64_t)t->plan->nodes, .moves = among, .move_count = count};
    root_move moves[MOVES_MAX];
    /* In this order, or an interruption between the two would be lost. */
    search_arm(t->search);
    if (t->stop && atomic_load(t->stop)) {
        return fail(why, "Morpho: the work ends");
    }
    search_result result =
        search_go(t->search, &question->pos, &question->keys, &limits, keep_score, opinion);
    int known = search_root_moves(t->search, moves, MOVES_MAX);
    opinion->best = result.best;
    opinion->reply = result.ponder;
    keep_visits(opinion, moves, known);
    return true;
}

static void ask_net(teacher *t, const position *pos, teacher_opinion *opinion)
{
    judged_move judged[MOVES_MAX];
    opinion->score = nnue_judge_position(t->nnue, pos);
    opinion->line_count = t->plan->lines > 1 ? nnue_judge_moves(t->nnue, &t->backend, pos,
                                                                (int)t->plan->lines - 1, judged)
                                             : 0;
    for (int i = 0; i < opinion->line_count; i++) {
        opinion->lines[i] = (teacher_line){judged[i].move, judged[i].score};
    }
}

static bool keeps(const syzygy_verdict *verdict, move m)
{
    for (int i = 0; i < verdict->count; i++) {
        if (verdict->keeping[i] == m) {
            return true;
        }
    }
    return false;
}

/* Adds what the tables know to an opinion about what they do not: which drawing move is the best,
 * and the visits. */
static void correct(teacher_opinion *opinion, const syzygy_verdict *verdict)
{
    if (verdict->result != 0 || !keeps(verdict, opinion->best)) {
        opinion->best = verdict->best;
        opinion->reply = MOVE_NONE;
    }
    opinion->score = verdict->result * TEACHER_SCORE_WON;
    opinion->line_count = 0;
}

bool teacher_is_full(const teacher *t, const teacher_question *question)
{
    return t->sent_count > (t->engine && !question->repeated ? t->plan->ahead : 0);
}

bool teacher_send(teacher *t, const teacher_question *question, const move *among, int count,
                  failure *why)
{
    assert(!teacher_is_full(t, question));
    sent_question *sent = &t->sent[(t->sent_first + t->sent_count++) % SENT_MAX];
    sent->pos = question->pos;
    sent->chess960 = question->chess960;
    sent->opinion.best = sent->opinion.reply = MOVE_NONE;
    sent->opinion.score = GAME_SCORE_NONE;
    sent->opinion.visit_count = 0;
    sent->opinion.line_count = 0;
    sent->known = count == 0 && t->tables && syzygy_judge(t->tables, &sent->pos, &sent->verdict);
    if (sent->known) {
        among = sent->verdict.keeping;
        count = sent->verdict.count;
    }
    sent->waits = t->engine && (!sent->known || sent->verdict.result == 0);
    if (t->nnue) {
        ask_net(t, &sent->pos, &sent->opinion);
    }
    return sent->waits ? send_to_engine(t, question, among, count, why)
                       : !t->search || ask_search(t, question, among, count, &sent->opinion, why);
}

bool teacher_take(teacher *t, teacher_opinion *opinion, failure *why)
{
    assert(t->sent_count > 0);
    sent_question *sent = &t->sent[t->sent_first];
    t->sent_first = (t->sent_first + 1) % SENT_MAX;
    t->sent_count--;
    const bool good = !sent->waits || take_from_engine(t, sent, why);
    if (sent->known) {
        correct(&sent->opinion, &sent->verdict);
    }
    *opinion = sent->opinion;
    return good;
}

bool teacher_ask(teacher *t, const teacher_question *question, const move *among, int count,
                 teacher_opinion *opinion, failure *why)
{
    return teacher_send(t, question, among, count, why) && teacher_take(t, opinion, why);
}

bool teacher_add_visits(game *g, game_ply *ply, const teacher_opinion *o, bool chess960)
{
    uint64_t sum = 0;
    ply->visit_first = g->visit_count;
    for (int i = 0; i < o->visit_count; i++) {
        sum += o->visits[i].visits;
    }
    for (int i = 0; i < o->visit_count && ply->visit_count < UINT8_MAX; i++) {
        const uint64_t share = (o->visits[i].visits * UINT64_C(65535) + sum / 2) / sum;
        game_visit *visit = share ? game_add_visit(g) : NULL;
        if (share && !visit) {
            return false;
        }
        if (visit) {
            *visit = (game_visit){game_move_code(o->visits[i].move, chess960), (uint16_t)share};
            ply->visit_count++;
        }
    }
    return true;
}

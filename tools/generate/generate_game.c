#include "generate_game.h"

#include <math.h>
#include <stdlib.h>

#include "base/random_numbers.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "game_walk.h"

/* Of the games with deviations, this share deviates often and to any move; the others deviate
 * seldom and to good moves. */
static const float wild_share = 0.3f, wild_rate = 0.04f, mild_rate = 0.01f;

enum {
    MILD_CHOICES = 5, /* random moves; the teacher's choice among them is a mild deviation */
    STARTS_MAX = 2000 /* that are tried for a game */
};

typedef struct playing {
    const generate_plan *plan;
    teacher *teacher;
    game *game;
    uint64_t random;
    teacher_question now;
    teacher_opinion opinion;
    bool adjudicated;
    bool mild;
    float rate;   /* of deviations, per ply */
    int win_run;  /* plies in a row with a winning score for White (+) or Black (-) */
    int draw_run; /* plies in a row with a drawn score */
} playing;

/* Draws the kind of game. */
static void draw_character(playing *p)
{
    p->adjudicated = random_uniform(&p->random) >= p->plan->played_out_share;
    bool deviates = random_uniform(&p->random) < p->plan->deviating_share;
    p->mild = random_uniform(&p->random) >= wild_share;
    p->rate = !deviates ? 0.0f : p->mild ? mild_rate : wild_rate;
}

/* True if the rules end the game here. */
static bool ended_by_rules(const playing *p, game_result *result)
{
    const position *pos = &p->now.pos;
    *result = GAME_DRAWN;
    if (!gen_any(pos)) {
        if (pos_in_check(pos)) {
            *result = pos->to_move == WHITE ? GAME_BLACK_WON : GAME_WHITE_WON;
        }
        return true;
    }
    return pos->halfmove_clock >= 100 || pos_insufficient_material(pos) ||
           line_occurrences(&p->now.keys, pos) >= 2;
}

static int for_white(const playing *p)
{
    int score = p->opinion.score == GAME_SCORE_NONE ? 0 : p->opinion.score;
    return p->now.pos.to_move == WHITE ? score : -score;
}

/* True if the teacher's scores have been decisive, or level, for long enough. */
static bool ended_by_score(playing *p, game_result *result)
{
    const generate_plan *plan = p->plan;
    int score = for_white(p);
    bool known = p->opinion.score != GAME_SCORE_NONE;
    if (abs(score) < plan->win_score) {
        p->win_run = 0;
    } else if (score > 0) {
        p->win_run = p->win_run > 0 ? p->win_run + 1 : 1;
    } else {
        p->win_run = p->win_run < 0 ? p->win_run - 1 : -1;
    }
    bool level = known && abs(score) <= plan->draw_score;
    p->draw_run = level && p->now.pos.fullmove_number > plan->draw_move ? p->draw_run + 1 : 0;
    if (!p->adjudicated) {
        return false;
    }
    const bool won = abs(p->win_run) >= plan->win_plies;
    *result = !won ? GAME_DRAWN : p->win_run > 0 ? GAME_WHITE_WON : GAME_BLACK_WON;
    return won || p->draw_run >= plan->draw_plies;
}

/* A game that reaches the limit is won by the side with a winning score. */
static game_result result_at_limit(const playing *p)
{
    return p->win_run > 0 ? GAME_WHITE_WON : p->win_run < 0 ? GAME_BLACK_WON : GAME_DRAWN;
}

static bool record(playing *p)
{
    game_ply *ply = game_add_ply(p->game);
    const teacher_opinion *o = &p->opinion;
    bool chess960 = p->now.chess960;
    if (!ply) {
        return false;
    }
    ply->best = ply->played = game_move_code(o->best, chess960);
    ply->score = (int16_t)o->score;
    return teacher_add_visits(p->game, ply, o, chess960);
}

/* Draws a move with probability visits^(1/temperature). */
static move draw_by_visits(playing *p)
{
    const teacher_opinion *o = &p->opinion;
    double weight[MOVES_MAX], sum = 0.0, most = 1.0;
    for (int i = 0; i < o->visit_count; i++) {
        most = o->visits[i].visits > most ? (double)o->visits[i].visits : most;
    }
    for (int i = 0; i < o->visit_count; i++) {
        weight[i] = pow((double)o->visits[i].visits / most, 1.0 / p->plan->temperature);
        sum += weight[i];
    }
    double at = sum * (double)random_uniform(&p->random);
    for (int i = 0; i < o->visit_count; i++) {
        at -= weight[i];
        if (at < 0.0) {
            return o->visits[i].move;
        }
    }
    return o->best;
}

/* A random move, or the teacher's choice among several. */
static bool draw_deviation(playing *p, move *played, failure *why)
{
    move moves[MOVES_MAX];
    int count = gen_legal(&p->now.pos, moves), wanted = p->mild ? MILD_CHOICES : 1;
    wanted = wanted < count ? wanted : count;
    for (int i = 0; i < wanted; i++) {
        int other = i + (int)random_below(&p->random, (uint64_t)(count - i));
        move m = moves[other];
        moves[other] = moves[i];
        moves[i] = m;
    }
    *played = moves[0];
    if (wanted > 1) {
        const bool good = teacher_ask(p->teacher, &p->now, moves, wanted, &p->opinion, why);
        *played = p->opinion.best;
        return good;
    }
    return true;
}

/* Chooses the move that is played. Marks the ply if it is not the best move. */
static bool choose(playing *p, move *played, failure *why)
{
    bool good = true;
    *played = p->opinion.best;
    if (p->opinion.visit_count && p->plan->temperature > 0.0 &&
        p->game->ply_count <= p->plan->temperature_plies) {
        *played = draw_by_visits(p);
    } else if (p->rate > 0.0f && random_uniform(&p->random) < p->rate) {
        good = draw_deviation(p, played, why);
    }
    game_ply *ply = &p->game->plies[p->game->ply_count - 1];
    ply->played = game_move_code(*played, p->now.chess960);
    ply->deviates = ply->played != ply->best;
    return good;
}

/* Plays to the end and completes result and plies. There is no game if the start is over, or its
 * score beyond the limit. */
static bool play_on(playing *p, failure *why)
{
    game *g = p->game;
    while (!ended_by_rules(p, &g->result)) {
        move m;
        if (g->ply_count == p->plan->plies_max) {
            g->result = result_at_limit(p);
            break;
        }
        if (!teacher_ask(p->teacher, &p->now, NULL, 0, &p->opinion, why)) {
            return false;
        }
        if (g->ply_count == 0 && abs(for_white(p)) > p->plan->start_score_max) {
            break;
        }
        if (!record(p)) {
            return fail(why, "not enough memory for a game");
        }
        if (ended_by_score(p, &g->result)) {
            break;
        }
        if (!choose(p, &m, why)) {
            return false;
        }
        teacher_question_play(&p->now, m);
    }
    return true;
}

/* Sets up the board and the head of the game. */
static void begin(playing *p)
{
    teacher_question *now = &p->now;
    game *g = p->game;
    teacher_question_start(now);
    now->chess960 = fen_is_chess960(&now->pos);
    p->win_run = p->draw_run = 0;
    g->ply_count = 0;
    g->visit_count = 0;
    g->flags = (uint8_t)((now->chess960 ? GAME_CHESS960 : 0) |
                         (p->plan->teacher.engine ? 0 : GAME_VISITS));
    fen_write(&now->pos, now->chess960, g->fen);
}

static const char *source_name(const generate_plan *plan, int source)
{
    return source == START_CHESS960   ? "Chess960"
           : source == START_STANDARD ? "the start position"
                                      : plan->books[source];
}

task_status generate_game(const generate_plan *plan, const start_books *books, teacher *t,
                          uint64_t seed, game *g, failure *why)
{
    playing p = {.plan = plan, .teacher = t, .game = g, .random = seed};
    int source = start_draw_source(books, plan, &p.random);
    draw_character(&p);
    for (int i = 0; i < STARTS_MAX; i++) {
        if (!start_draw(&p.now.pos, books, source, plan, &p.random)) {
            continue;
        }
        begin(&p);
        if (!teacher_new_game(t, p.now.chess960, why) || !play_on(&p, why)) {
            return TASK_FAILED;
        }
        if (g->ply_count) {
            return TASK_DONE;
        }
    }
    fail(why, "none of %d starts from %s has a score within %ld centipawns", STARTS_MAX,
         source_name(plan, source), plan->start_score_max);
    return TASK_HOPELESS;
}

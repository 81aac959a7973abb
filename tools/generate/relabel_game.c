#include "relabel_game.h"

#include <stdlib.h>
#include <string.h>

#include "base/random_numbers.h"
#include "game_walk.h"

/* ---- The choice of positions ---- */

static bool is_suitable(const relabel_plan *plan, const game *g, const game_walk *walk)
{
    const game_ply *ply = &g->plies[walk->ply];
    return walk->ply >= plan->skip_plies &&
           bb_count(pos_occupied(&walk->pos)) <= plan->pieces_max &&
           (ply->score == GAME_SCORE_NONE || abs(ply->score) <= plan->score_max) &&
           game_ply_is_judged(g, ply);
}

/* Keeps `wanted` of the chosen plies by Knuth's Algorithm S: each set of this size is equally
 * likely. */
static void draw(relabel_choice *choice, int plies, int wanted, uint64_t random)
{
    uint64_t left = (uint64_t)choice->count;
    choice->count = wanted;
    for (int i = 0; i < plies; i++) {
        if (choice->chosen[i]) {
            choice->chosen[i] = random_below(&random, left--) < (uint64_t)wanted;
            wanted -= choice->chosen[i];
        }
    }
}

/* Chooses the first random move behind each chosen position. */
static void add_random_moves(relabel_choice *choice, const game *g)
{
    bool wanted = false; /* a position was chosen since the last random move */
    for (int i = 0; i < g->ply_count; i++) {
        wanted |= choice->chosen[i];
        if (game_ply_is_random(g, &g->plies[i])) {
            choice->count += wanted && !choice->chosen[i];
            choice->chosen[i] = wanted;
            wanted = false;
        }
    }
}

bool relabel_choose(const relabel_plan *plan, uint32_t number, const game *g,
                    relabel_choice *choice, failure *why)
{
    game_walk walk;
    choice->count = 0;
    if (!game_walk_start(&walk, g, why)) {
        return false;
    }
    for (; walk.ply < g->ply_count; game_walk_step(&walk)) {
        if (!game_walk_check(&walk, g, why)) {
            return false;
        }
        choice->chosen[walk.ply] = is_suitable(plan, g, &walk);
        choice->count += choice->chosen[walk.ply];
    }
    if (plan->per_game && choice->count > plan->per_game) {
        draw(choice, g->ply_count, (int)plan->per_game, random_state((uint32_t)plan->seed, number));
    }
    add_random_moves(choice, g);
    return true;
}

/* ---- The judgement ---- */

/* A game that is being judged. */
typedef struct judging {
    const relabel_plan *plan;
    teacher *teacher;
    const game *given;
    game *made;
    game_walk walk; /* of `given` */
    teacher_question now;
    relabel_choice choice;
    int open;  /* questions that were sent and have no opinion */
    int taken; /* the ply after the last one whose opinion was taken */
    teacher_opinion opinion;
} judging;

static bool no_memory(failure *why)
{
    return fail(why, "not enough memory for a game");
}

/* Appends the visit shares of the given ply for a ply of the made game. */
static bool copy_visits(const judging *j, game_ply *ply, const game_ply *given)
{
    ply->visit_first = j->made->visit_count;
    for (unsigned i = 0; i < given->visit_count; i++) {
        game_visit *visit = game_add_visit(j->made);
        if (!visit) {
            return false;
        }
        *visit = j->given->visits[given->visit_first + i];
    }
    ply->visit_count = given->visit_count;
    return true;
}

/* Appends the further lines of the given ply, which belong to its score. */
static bool copy_lines(const judging *j, game_ply *ply, const game_ply *given)
{
    ply->line_first = j->made->line_count;
    for (unsigned i = 0; i < given->line_count; i++) {
        game_line *added = game_add_line(j->made);
        if (!added) {
            return false;
        }
        *added = j->given->lines[given->line_first + i];
    }
    ply->line_count = given->line_count;
    return true;
}

/* True if the judge's score leaves a position out that had no score. That of a random move stays,
 * since its score is the outcome of the positions before it. */
static bool is_beyond(const judging *j, int at)
{
    const game_ply *given = &j->given->plies[at];
    return given->score == GAME_SCORE_NONE && !game_ply_is_random(j->given, given) &&
           abs(j->opinion.score) > j->plan->score_max;
}

/* Appends the further lines of the judge for a ply of the made game. */
static bool add_lines(const judging *j, game_ply *ply)
{
    const teacher_opinion *o = &j->opinion;
    ply->line_first = j->made->line_count;
    for (int i = 0; i < o->line_count; i++) {
        game_line *added = game_add_line(j->made);
        if (!added) {
            return false;
        }
        *added = (game_line){game_move_code(o->lines[i].move, j->now.chess960),
                             (int16_t)o->lines[i].score};
    }
    ply->line_count = (uint8_t)o->line_count;
    return true;
}

/* Writes the judgement to a ply of the made game. */
static bool keep_opinion(const judging *j, int at)
{
    const game_ply *given = &j->given->plies[at];
    game_ply *ply = &j->made->plies[at];
    if (j->plan->visits_only) {
        ply->reply = given->reply;
        ply->score = given->score;
    } else {
        ply->best = j->opinion.best == MOVE_NONE ? ply->played
                                                 : game_move_code(j->opinion.best, j->now.chess960);
        ply->reply = game_move_code(j->opinion.reply, j->now.chess960);
        ply->score = (int16_t)j->opinion.score;
    }
    ply->random = game_ply_is_random(j->given, given);
    ply->deviates = ply->random || ply->best != ply->played;
    return (j->plan->visits_only ? copy_lines(j, ply, given) : add_lines(j, ply)) &&
           (teacher_searches(&j->plan->teacher)
                ? teacher_add_visits(j->made, ply, &j->opinion, j->now.chess960)
                : copy_visits(j, ply, given));
}

/* Takes the judge's next opinion. */
static bool take_opinion(judging *j, failure *why)
{
    if (!teacher_take(j->teacher, &j->opinion, why)) {
        return false;
    }
    if (j->opinion.score == GAME_SCORE_NONE) {
        return fail(why, "engine %s: its answer has no score", teacher_name(j->teacher));
    }
    while (!j->choice.chosen[j->taken]) {
        j->taken++;
    }
    const int at = j->taken++;
    j->open--;
    if (is_beyond(j, at)) {
        j->made->plies[at].best = j->made->plies[at].played;
        return true;
    }
    return keep_opinion(j, at) || no_memory(why);
}

/* Sends the present position to the judge. */
static bool ask(judging *j, failure *why)
{
    while (teacher_is_full(j->teacher, &j->now)) {
        if (!take_opinion(j, why)) {
            return false;
        }
    }
    j->open++;
    return (!teacher_searches(&j->plan->teacher) ||
            teacher_new_game(j->teacher, j->now.chess960, why)) &&
           teacher_send(j->teacher, &j->now, NULL, 0, why);
}

/* Adds the present ply to the made game, with the given best move until its judgement comes, if it
 * is chosen. */
static bool add_ply(judging *j, failure *why)
{
    const bool chosen = j->choice.chosen[j->walk.ply];
    game_ply *ply = game_add_ply(j->made);
    if (!ply) {
        return no_memory(why);
    }
    ply->played = game_move_code(j->walk.played, j->now.chess960);
    ply->best = chosen ? game_move_code(j->walk.best, j->now.chess960) : ply->played;
    return !chosen || ask(j, why);
}

/* Sets up the made game and the first position. */
static bool begin(judging *j, failure *why)
{
    const game *given = j->given;
    game *made = j->made;
    if (!game_walk_start(&j->walk, given, why)) {
        return false;
    }
    j->now.pos = j->walk.pos;
    j->now.chess960 = given->flags & GAME_CHESS960;
    teacher_question_start(&j->now);
    made->ply_count = 0;
    made->visit_count = 0;
    made->line_count = 0;
    made->result = given->result;
    made->flags =
        given->flags | GAME_RELABELLED | (teacher_searches(&j->plan->teacher) ? GAME_VISITS : 0) |
        (j->plan->visits_only ? 0 : GAME_REPLIES) | (j->plan->teacher.lines > 1 ? GAME_LINES : 0);
    memcpy(made->fen, given->fen, sizeof made->fen);
    return true;
}

static bool judge(judging *j, failure *why)
{
    bool good = begin(j, why) && teacher_new_game(j->teacher, j->now.chess960, why);
    while (good && j->walk.ply < j->given->ply_count) {
        good = game_walk_check(&j->walk, j->given, why) && add_ply(j, why);
        if (good) {
            teacher_question_play(&j->now, j->walk.played);
            game_walk_step(&j->walk);
        }
    }
    while (good && j->open > 0) {
        good = take_opinion(j, why);
    }
    return good;
}

bool relabel_game(const relabel_plan *plan, teacher *t, uint32_t number, const game *given,
                  game *made, failure *why)
{
    judging *j = calloc(1, sizeof *j);
    if (!j) {
        return no_memory(why);
    }
    j->plan = plan;
    j->teacher = t;
    j->given = given;
    j->made = made;
    const bool good = relabel_choose(plan, number, given, &j->choice, why) && judge(j, why);
    free(j);
    return good;
}

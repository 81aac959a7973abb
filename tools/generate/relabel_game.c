#include "relabel_game.h"

#include <stdlib.h>
#include <string.h>

#include "game_judgement.h"
#include "game_walk.h"

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

static task_status no_memory(failure *why)
{
    fail(why, "not enough memory for a game");
    return TASK_FAILED;
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

/* True if the judge's score leaves a position out that had no score. That of a random move stays,
 * since its score is the outcome of the positions before it. */
static bool is_beyond(const judging *j, int at)
{
    const game_ply *given = &j->given->plies[at];
    return j->choice.mark[at] == CHOICE_JUDGED && given->score == GAME_SCORE_NONE &&
           !game_ply_is_random(j->given, given) && abs(j->opinion.score) > j->plan->score_max;
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
        ply->best = game_move_code(j->opinion.best, j->now.chess960);
        ply->reply = game_move_code(j->opinion.reply, j->now.chess960);
        ply->score = (int16_t)j->opinion.score;
    }
    ply->random = game_ply_is_random(j->given, given);
    ply->deviates = ply->random || ply->best != ply->played;
    return j->plan->teacher.engine ? copy_visits(j, ply, given)
                                   : teacher_add_visits(j->made, ply, &j->opinion, j->now.chess960);
}

/* Takes the judge's next opinion. */
static task_status take_opinion(judging *j, failure *why)
{
    const task_status status = teacher_take(j->teacher, &j->opinion, why);
    if (status != TASK_DONE) {
        return status;
    }
    if (j->opinion.score == GAME_SCORE_NONE) {
        fail(why, "engine %s: its answer has no score", teacher_name(j->teacher));
        return TASK_FAILED;
    }
    while (j->choice.mark[j->taken] == CHOICE_NOT) {
        j->taken++;
    }
    const int at = j->taken++;
    j->open--;
    if (is_beyond(j, at)) {
        j->made->plies[at].best = j->made->plies[at].played;
        return TASK_DONE;
    }
    return keep_opinion(j, at) ? TASK_DONE : no_memory(why);
}

/* Sends the present position to the judge. */
static task_status ask(judging *j, failure *why)
{
    task_status status = TASK_DONE;
    while (status == TASK_DONE && teacher_is_full(j->teacher, &j->now)) {
        status = take_opinion(j, why);
    }
    if (status == TASK_DONE && !j->plan->teacher.engine) {
        status = teacher_new_game(j->teacher, j->now.chess960, why);
    }
    if (status == TASK_DONE) {
        j->open++;
        status = teacher_send(j->teacher, &j->now, NULL, 0, why);
    }
    return status;
}

/* Adds the present ply to the made game, with the given best move until its judgement comes, if it
 * is chosen. */
static task_status add_ply(judging *j, failure *why)
{
    const bool chosen = j->choice.mark[j->walk.ply] != CHOICE_NOT;
    game_ply *ply = game_add_ply(j->made);
    if (!ply) {
        return no_memory(why);
    }
    ply->played = game_move_code(j->walk.played, j->now.chess960);
    ply->best = chosen ? game_move_code(j->walk.best, j->now.chess960) : ply->played;
    return chosen ? ask(j, why) : TASK_DONE;
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
    made->result = given->result;
    made->flags = given->flags | GAME_RELABELLED | (j->plan->teacher.engine ? 0 : GAME_VISITS) |
                  (j->plan->visits_only ? 0 : GAME_REPLIES);
    memcpy(made->fen, given->fen, sizeof made->fen);
    return true;
}

static task_status judge(judging *j, failure *why)
{
    if (!begin(j, why)) {
        return TASK_HOPELESS;
    }
    task_status status = teacher_new_game(j->teacher, j->now.chess960, why);
    while (status == TASK_DONE && j->walk.ply < j->given->ply_count) {
        if (!game_walk_check(&j->walk, j->given, why)) {
            return TASK_HOPELESS;
        }
        status = add_ply(j, why);
        teacher_question_play(&j->now, j->walk.played);
        game_walk_step(&j->walk);
    }
    while (status == TASK_DONE && j->open > 0) {
        status = take_opinion(j, why);
    }
    return status;
}

task_status relabel_game(const relabel_plan *plan, teacher *t, uint32_t number, const game *given,
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
    const task_status status =
        relabel_choose(plan, number, given, &j->choice, why) ? judge(j, why) : TASK_HOPELESS;
    free(j);
    return status;
}

/* Who is asked about every position of a generated game: a UCI engine in its own process, or
 * Morpho's own search. One thread at a time. */
#ifndef TOOLS_TEACHER_H
#define TOOLS_TEACHER_H

#include "chess/game.h"
#include "chess/position.h"
#include "generate_plan.h"
#include "nn/net.h"

typedef struct teacher_visit {
    move move;
    uint32_t visits; /* at least 1 */
} teacher_visit;

typedef struct teacher_opinion {
    move best;       /* legal */
    int score;       /* as in a game file, from the side to move */
    int visit_count; /* 0 for a UCI engine */
    teacher_visit visits[MOVES_MAX];
} teacher_opinion;

/* Room for what has been played since the last capture or pawn move: the fifty-move rule ends a
 * game before. */
enum { TEACHER_SINCE_MAX = 128 };

/* A position in its game. */
typedef struct teacher_question {
    position pos;
    line keys;                     /* of the positions so far; the last is that of `pos` */
    position anchor;               /* after the last move that cannot be undone, or the start; */
    move since[TEACHER_SINCE_MAX]; /* what was played from there to `pos` */
    int since_count;
    bool chess960;
} teacher_question;

typedef struct teacher teacher;

/* ENGINE_ANSWERED and a teacher, or `why`, or ENGINE_CANCELLED since `cancel` (-1 for none) hung
 * up. `own` are the nets of the own search, NULL for an engine; plan and nets must outlive it. */
engine_status teacher_start(teacher **started, const generate_plan *plan, const nets *own,
                            int cancel, failure *why);

/* NULL is fine. */
void teacher_stop(teacher *t);

/* What an engine calls itself; "Morpho" for the own search. */
const char *teacher_name(const teacher *t);

engine_status teacher_new_game(teacher *t, bool chess960, failure *why);

/* Asks about a position that has a legal move. With `count` moves in `among` only these are
 * considered (by an engine that knows searchmoves; any legal answer is taken). After a failure only
 * teacher_stop may follow. */
engine_status teacher_ask(teacher *t, const teacher_question *question, const move *among,
                          int count, teacher_opinion *opinion, failure *why);

#endif

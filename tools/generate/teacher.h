/* The teacher of generated games: a UCI engine in a process of its own, or Morpho's own search. One
 * thread at a time. */
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
    int score;       /* as in a game file, for the side to move */
    int visit_count; /* 0 for a UCI engine */
    teacher_visit visits[MOVES_MAX];
} teacher_opinion;

/* Room for the moves since the last capture or pawn move; the fifty-move rule ends a game
 * earlier. */
enum { TEACHER_SINCE_MAX = 128 };

/* A position in its game. */
typedef struct teacher_question {
    position pos;
    line keys;                     /* of the positions so far; the last is that of `pos` */
    position anchor;               /* after the last irreversible move, or the start */
    move since[TEACHER_SINCE_MAX]; /* the moves from there to `pos` */
    int since_count;
    bool chess960;
} teacher_question;

typedef struct teacher teacher;

/* Starts a teacher. Returns ENGINE_ANSWERED; or fills `why`; or returns ENGINE_CANCELLED if the
 * other end of `cancel` (-1 for none) was closed. `own` are the nets for Morpho's search, NULL for
 * an engine. Plan and nets must outlive the teacher. */
engine_status teacher_start(teacher **started, const generate_plan *plan, const nets *own,
                            int cancel, failure *why);

/* NULL is fine. */
void teacher_stop(teacher *t);

/* The engine's own name; "Morpho" for Morpho's search. */
const char *teacher_name(const teacher *t);

engine_status teacher_new_game(teacher *t, bool chess960, failure *why);

/* Asks about a position with a legal move. With `count` moves in `among`, only these are
 * considered, if the engine supports searchmoves; any legal answer is accepted. After a failure
 * only teacher_stop() may follow. */
engine_status teacher_ask(teacher *t, const teacher_question *question, const move *among,
                          int count, teacher_opinion *opinion, failure *why);

#endif

/* The teacher of games: a UCI engine in a process of its own, Morpho's own search, or a net of
 * Stockfish without a search. The first two play the games of generate; all judge those of relabel.
 * One thread at a time. */
#ifndef TOOLS_TEACHER_H
#define TOOLS_TEACHER_H

#include "chess/position.h"
#include "chess/repetition.h"
#include "engine_process.h"
#include "game_record.h"
#include "nn/net.h"
#include "nnue_judge.h"
#include "syzygy/tablebases.h"

/* The largest number of questions sent ahead to an engine (teacher_plan.ahead). They fit into a
 * pipe. */
enum { TEACHER_AHEAD_MAX = 24 };

/* The score of a position that the endgame tables know to be won. A lost position has the negative,
 * and a drawn one 0. All models of scores take it for a sure win. It is within the 2,500 centipawns
 * from which a value net learns. With a greater score, such a net would learn drawn endings
 * only. */
enum { TEACHER_SCORE_WON = 2000 };

/* The choice of the teacher: a UCI engine, a net of Stockfish, or Morpho's own search if `engine`
 * and `nnue` are NULL. Read-only; all threads share it. */
typedef struct teacher_plan {
    const char *engine;          /* run by the shell */
    const char *const *settings; /* each "NAME=VALUE" */
    int setting_count;           /* at most ENGINE_SETTINGS_MAX */
    double patience_seconds;     /* limit for each answer of an engine */
    const char *nnue;            /* a file with a net of Stockfish (nnue_net.h) */
    long ahead;                  /* questions to an engine beyond the one that it answers; at most
                                  * TEACHER_AHEAD_MAX */
    bool chess960;               /* positions of Chess960 will follow */
    const char *net;             /* Morpho's search: a net file; NULL: the built-in nets */
    bool judges;                 /* Morpho's search: at the root no move waits for visits (no
                                  * widening), and the temperature of the priors is 1 */
    long nodes;                  /* per position */
    long depth;                  /* of an engine's search, in place of the nodes; 0: the nodes */
    long lines;                  /* of play by an engine, at most ENGINE_LINES_MAX; 0 or 1: the best
                                  * one. Of a net of Stockfish: one more than the moves that it
                                  * judges besides the position (nnue_judge_moves()) */
    long hash_mb;
    const char *tables; /* a folder of endgame tables; NULL: none */
} teacher_plan;

typedef struct teacher_visit {
    move move;
    uint32_t visits; /* at least 1 */
} teacher_visit;

typedef struct teacher_line {
    move move; /* legal, and not the best one */
    int score; /* for the side that makes it, as in a game file */
} teacher_line;

typedef struct teacher_opinion {
    move best;      /* legal; MOVE_NONE of a net of Stockfish */
    move reply;     /* the best reply, legal; MOVE_NONE if the teacher named none */
    int score;      /* as in a game file, for the side to move */
    int line_count; /* of the further lines; 0 where the tables judge */
    teacher_line lines[ENGINE_LINES_MAX];
    int visit_count; /* 0 for a UCI engine; 1 if the best move is proven to win */
    teacher_visit visits[MOVES_MAX];
} teacher_opinion;

/* True if the teacher is Morpho's search. Then opinions have visits. */
static inline bool teacher_searches(const teacher_plan *plan)
{
    return !plan->engine && !plan->nnue;
}

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
    bool repeated; /* one of the positions from there on has occurred twice */
    bool chess960;
} teacher_question;

/* Begins a game at question->pos, and plays a legal move in it. */
void teacher_question_start(teacher_question *question);
void teacher_question_play(teacher_question *question, move m);

typedef struct teacher teacher;

/* What all teachers of a plan share, in all threads; read-only. */
typedef struct teacher_parts {
    const teacher_plan *plan;
    nets *nets;            /* of Morpho; NULL for an engine */
    nnue_net *nnue;        /* NULL: none */
    syzygy_tables *tables; /* NULL: none */
} teacher_parts;

/* Loads the parts that the plan needs; the plan must outlive them. Returns false and fills `why` on
 * failure; then there is nothing to close. */
bool teacher_parts_open(teacher_parts *parts, const teacher_plan *plan, failure *why);
void teacher_parts_close(teacher_parts *parts);

/* Starts a teacher and stops it, so that an error in it is found once and before any work. Fills
 * `name` with the teacher's name. Returns false and fills `why` on failure. */
bool teacher_try(const teacher_parts *parts, failure *name, failure *why);

/* A checksum over what decides the answers of the teachers: the plan, the weights of the nets, and
 * `name`, which teacher_try() filled. Where the nets or the tables are stored makes no difference,
 * nor do the patience and the questions ahead. Builds of Morpho's own search are not told apart,
 * and of tables only the greatest number of pieces counts. */
uint32_t teacher_checksum(const teacher_parts *parts, const char *name);

/* Starts a teacher. Returns NULL and fills `why` on failure. Once `stop` (NULL: none) is true, all
 * that the teacher does fails soon. The parts and `stop` must outlive the teacher. */
teacher *teacher_start(const teacher_parts *parts, const atomic_bool *stop, failure *why);

/* NULL is fine. */
void teacher_stop(teacher *t);

/* To be called after `stop` became true: ends a running search of Morpho. Its opinion is then not
 * valid. Any thread may call this. */
void teacher_interrupt(teacher *t);

/* The engine's own name; "Morpho" for Morpho's search; "a net of Stockfish". */
const char *teacher_name(const teacher *t);

/* Forgets the last game, whose opinions must all have been taken. Morpho's search then also judges
 * as if it had seen nothing before. Like the next four, returns false and fills `why` on failure;
 * then only teacher_stop() may follow. */
bool teacher_new_game(teacher *t, bool chess960, failure *why);

/* Sends a question about a position with a legal move. The teacher must not be full. If the endgame
 * tables know it, the score is theirs, and the best move keeps the result: in a won or lost
 * position it is that of the tables; in a drawn one the teacher chooses among those that draw.
 * Visits are given to moves that keep the result. With `count` moves in `among`, only these are
 * considered, if the engine supports searchmoves; any legal answer is accepted. */
bool teacher_send(teacher *t, const teacher_question *question, const move *among, int count,
                  failure *why);

/* True if an opinion must be taken before this question is sent. That is so for every further
 * question to Morpho's search, and for one with moves to an engine. */
bool teacher_is_full(const teacher *t, const teacher_question *question);

/* Waits for the opinion about the first question that was sent and has none. There must be one. */
bool teacher_take(teacher *t, teacher_opinion *opinion, failure *why);

/* Sends a question and takes the opinion about it; no other may be open. */
bool teacher_ask(teacher *t, const teacher_question *question, const move *among, int count,
                 teacher_opinion *opinion, failure *why);

/* Appends the visit shares of an opinion to a game, for a ply without shares. Returns
 * false if memory is short. */
bool teacher_add_visits(game *g, game_ply *ply, const teacher_opinion *opinion, bool chess960);

#endif

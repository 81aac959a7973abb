/* Reads bytes as the whole output of a UCI engine that `generate` asks for moves. An answer that is
 * accepted is a legal move with a score that a game file can hold.
 *
 * No process is started: the linker replaces the system's functions by those below (--wrap). The
 * engine's whole output is in its pipe from the start, and then the pipe ends. */
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "fuzz.h"
#include "game_file.h"
#include "teacher.h"

enum { ENGINE_PID = 1 << 30, WRITTEN_MAX = 1 << 15, QUESTIONS = 8 };

/* The engine's pipes in the order in which they are made: its input, its output. */
static int pipes[2][2], pipe_count;
static int reading_end = -1; /* of the engine's input */
static const uint8_t *written;
static size_t written_size;

int __real_pipe(int ends[2]);
int __wrap_pipe(int ends[2]);
pid_t __wrap_fork(void);
pid_t __wrap_waitpid(pid_t pid, int *status, int options);
int __wrap_setpgid(pid_t pid, pid_t group);
int __wrap_kill(pid_t pid, int signal);

int __wrap_pipe(int ends[2])
{
    const int result = __real_pipe(ends);
    memcpy(pipes[pipe_count++ % 2], ends, sizeof pipes[0]);
    return result;
}

pid_t __wrap_fork(void)
{
    reading_end = dup(pipes[0][0]);
    if (write(pipes[1][1], written, written_size) != (ssize_t)written_size) {
        abort();
    }
    return ENGINE_PID;
}

/* The engine has exited with some status, or was ended by a signal. */
pid_t __wrap_waitpid(pid_t pid, int *status, int options)
{
    (void)options;
    if (status) {
        *status = written_size % 2 ? (int)(written_size % 128) << 8 : 9;
    }
    return pid;
}

int __wrap_setpgid(pid_t pid, pid_t group)
{
    (void)group;
    fuzz_expect(pid == ENGINE_PID, "only the engine is in a group of its own");
    return 0;
}

int __wrap_kill(pid_t pid, int signal)
{
    (void)signal;
    fuzz_expect(pid == -ENGINE_PID, "only the engine's group is killed");
    return 0;
}

static void check_opinion(const teacher_question *q, const teacher_opinion *o)
{
    const bool is_mate = abs(o->score) >= GAME_SCORE_MATE && abs(o->score) < 32000;
    fuzz_expect(gen_is_legal(&q->pos, o->best), "the answer is legal");
    if (o->reply != MOVE_NONE) {
        position after = q->pos;
        pos_make(&after, o->best);
        fuzz_expect(gen_is_legal(&after, o->reply), "the reply is legal");
    }
    fuzz_expect(o->score == GAME_SCORE_NONE || abs(o->score) <= GAME_SCORE_MAX || is_mate ||
                    o->score == -32000,
                "a game file can hold the score");
    fuzz_expect(o->visit_count == 0, "an engine tells of no visits");
    for (int i = 0; i < o->line_count; i++) {
        fuzz_expect(gen_is_legal(&q->pos, o->lines[i].move) && o->lines[i].move != o->best,
                    "a further line begins with another legal move");
        fuzz_expect(o->lines[i].score != GAME_SCORE_NONE, "a further line has a score");
    }
}

static void play(teacher_question *q, move m)
{
    q->since[q->since_count++] = m;
    line_play(&q->keys, &q->pos, m);
}

/* Asks for the moves of a game; every second question allows two moves only. */
static void ask(teacher *t, teacher_question *q)
{
    teacher_opinion opinion;
    failure why = {""};
    move moves[MOVES_MAX];
    for (int i = 0; i < QUESTIONS; i++) {
        const int count = gen_legal(&q->pos, moves), among = i % 2 && count > 2 ? 2 : 0;
        if (count == 0) {
            return;
        }
        if (!teacher_ask(t, q, moves, among, &opinion, &why)) {
            fuzz_expect(strncmp(why.text, "engine ", strlen("engine ")) == 0,
                        "a failure is the engine's");
            return;
        }
        check_opinion(q, &opinion);
        play(q, opinion.best);
    }
}

static void play_game(teacher *t, bool chess960)
{
    static teacher_question question; /* large */
    failure why = {""};
    question.since_count = 0;
    question.chess960 = chess960;
    const char *fen = chess960 ? "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
                               : "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    fuzz_expect(fen_parse(&question.pos, fen, NULL, NULL), "the first position is one");
    question.anchor = question.pos;
    line_start(&question.keys, &question.pos);
    if (teacher_new_game(t, chess960, &why)) {
        ask(t, &question);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const settings[] = {"Move Overhead=5"};
    teacher_plan plan = {.engine = "the engine",
                         .settings = settings,
                         .setting_count = size % 3 == 0,
                         .nodes = 10,
                         .lines = (long)(size % 5),
                         .hash_mb = 1,
                         .patience_seconds = 1.0,
                         .chess960 = size % 2};
    const teacher_parts parts = {.plan = &plan};
    failure why = {""};
    written = data;
    written_size = size < WRITTEN_MAX ? size : WRITTEN_MAX;
    teacher *t = teacher_start(&parts, NULL, &why);
    if (t) {
        fuzz_expect(strlen(teacher_name(t)) < ENGINE_NAME_MAX, "a name fits");
        play_game(t, size % 2);
        teacher_stop(t);
    } else {
        fuzz_expect(strncmp(why.text, "engine ", strlen("engine ")) == 0,
                    "a failure is the engine's");
    }
    close(reading_end);
    return 0;
}

#include "nn/lc0_pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"

/* Answers that are kept, by the last bits of their key: 12 MB. Positions with more moves than an
 * answer has room for are asked again. */
enum { ANSWERS = 1 << 15, ANSWER_MOVES = 60 };

typedef struct kept_answer {
    uint64_t key;
    win_draw_loss chances;
    int count;
    move moves[ANSWER_MOVES];
    float logits[ANSWER_MOVES];
} kept_answer;

/* An evaluator and the place of its last answer. */
typedef struct seat {
    struct seat *next; /* of the free seats */
    lc0_evaluator *evaluator;
    lc0_answer answer;
} seat;

struct lc0_pool {
    lc0_net *net;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t freed; /* a seat */
    seat *free_seats;
    kept_answer kept[ANSWERS];
};

static seat *new_seat(const lc0_net *net, failure *why)
{
    seat *s = calloc(1, sizeof *s);
    if (!s) {
        fail(why, "not enough memory for an evaluator");
        return NULL;
    }
    s->evaluator = lc0_evaluator_new(net, 1, why);
    if (!s->evaluator) {
        free(s);
        return NULL;
    }
    return s;
}

lc0_pool *lc0_pool_new(lc0_net *net, failure *why)
{
    lc0_pool *p = calloc(1, sizeof *p);
    seat *first = p ? new_seat(net, why) : NULL;
    if (!first) {
        if (!p) {
            fail(why, "not enough memory for the answers of a net");
        }
        free(p);
        lc0_net_free(net);
        return NULL;
    }
    p->net = net;
    p->free_seats = first;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->freed, NULL);
    return p;
}

void lc0_pool_free(lc0_pool *p)
{
    if (!p) {
        return;
    }
    while (p->free_seats) {
        seat *s = p->free_seats;
        p->free_seats = s->next;
        lc0_evaluator_free(s->evaluator);
        free(s);
    }
    pthread_cond_destroy(&p->freed);
    pthread_mutex_destroy(&p->lock);
    lc0_net_free(p->net);
    free(p);
}

const lc0_net *lc0_pool_net(const lc0_pool *p)
{
    return p->net;
}

/* Takes a free seat, while the lock is held; NULL if there is none. */
static seat *take_free(lc0_pool *p)
{
    seat *s = p->free_seats;
    if (s) {
        p->free_seats = s->next;
    }
    return s;
}

/* Takes a free seat, or makes one, or waits for one. */
static seat *take_seat(lc0_pool *p)
{
    pthread_mutex_lock(&p->lock);
    seat *s = take_free(p);
    pthread_mutex_unlock(&p->lock);
    if (s || (s = new_seat(p->net, NULL))) {
        return s;
    }
    pthread_mutex_lock(&p->lock);
    while (!(s = take_free(p))) {
        pthread_cond_wait(&p->freed, &p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    return s;
}

static void give_seat(lc0_pool *p, seat *s)
{
    pthread_mutex_lock(&p->lock);
    s->next = p->free_seats;
    p->free_seats = s;
    pthread_cond_signal(&p->freed);
    pthread_mutex_unlock(&p->lock);
}

static bool find_kept(lc0_pool *p, uint64_t key, kept_answer *found)
{
    pthread_mutex_lock(&p->lock);
    const kept_answer *kept = &p->kept[key % ANSWERS];
    const bool known = kept->key == key && kept->count > 0;
    if (known) {
        *found = *kept;
    }
    pthread_mutex_unlock(&p->lock);
    return known;
}

static void keep(lc0_pool *p, const kept_answer *answer)
{
    pthread_mutex_lock(&p->lock);
    p->kept[answer->key % ANSWERS] = *answer;
    pthread_mutex_unlock(&p->lock);
}

/* Keeps what an evaluator says of a position, if there is room for all of its moves. */
static void keep_answer(lc0_pool *p, uint64_t key, const position *pos, const lc0_answer *answer)
{
    move moves[MOVES_MAX];
    kept_answer kept = {.key = key,
                        .chances = {answer->win, answer->draw, answer->loss},
                        .count = gen_legal(pos, moves)};
    if (kept.count > ANSWER_MOVES) {
        return;
    }
    for (int i = 0; i < kept.count; i++) {
        kept.moves[i] = moves[i];
        kept.logits[i] = answer->logits[lc0_move_number(p->net, pos, moves[i])];
    }
    keep(p, &kept);
}

/* Both lists are usually the moves of one position in one order. */
static void read_kept(const kept_answer *kept, const move moves[], int count, float logits[])
{
    for (int i = 0, at = 0; i < count; i++) {
        for (int looked = 0; kept->moves[at] != moves[i] && looked < kept->count; looked++) {
            at = (at + 1) % kept->count;
        }
        logits[i] = kept->logits[at];
    }
}

static void evaluate(lc0_pool *p, uint64_t key, const position *pos, const lc0_past *past,
                     const move moves[], int count, win_draw_loss *chances, float logits[])
{
    seat *s = take_seat(p);
    lc0_evaluate(s->evaluator, past, 1, &s->answer);
    if (chances) {
        *chances = (win_draw_loss){s->answer.win, s->answer.draw, s->answer.loss};
    }
    for (int i = 0; i < count; i++) {
        logits[i] = s->answer.logits[lc0_move_number(p->net, pos, moves[i])];
    }
    keep_answer(p, key, pos, &s->answer);
    give_seat(p, s);
}

void lc0_pool_ask(lc0_pool *p, const position *pos, const lc0_past *past, const move moves[],
                  int count, win_draw_loss *chances, float logits[])
{
    const lc0_past alone = {.at = {pos}, .count = 1};
    past = past ? past : &alone;
    const uint64_t key = lc0_past_key(p->net, past);
    kept_answer kept;
    if (!find_kept(p, key, &kept)) {
        evaluate(p, key, pos, past, moves, count, chances, logits);
        return;
    }
    if (chances) {
        *chances = kept.chances;
    }
    read_kept(&kept, moves, count, logits);
}

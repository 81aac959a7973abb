#include "games_tally.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/array_room.h"
#include "chess/utf8.h"
#include "game_walk.h"
#include "tree/clock.h"

/* A game that is being counted. */
typedef struct game_view {
    const game *g;
    const pgn_match *match;
    colour side;               /* of the engine */
    int result;                /* from its view: 1, 0, -1 */
    int own_moves;             /* that have a time */
    int64_t left_ms;           /* on its clock */
    int winning[2], losing[2]; /* of the opponent [0] and the engine [1]: the first ply whose score
                                * is above GAMES_LAG_SCORE, or below its negative; -1: none */
} game_view;

games_tally *games_tally_new(const char *name, const time_control *clock)
{
    games_tally *t = calloc(1, sizeof *t);
    if (t) {
        t->name = name;
        t->has_clock = clock != NULL;
        t->clock = clock ? *clock : t->clock;
    }
    return t;
}

void games_tally_free(games_tally *t)
{
    if (!t) {
        return;
    }
    free(t->plies.values);
    free(t->depths.values);
    free(t->own_lag.values);
    free(t->their_lag.values);
    for (int i = 0; i < GAMES_MOVES_MAX; i++) {
        free(t->times[i].used.values);
        free(t->times[i].soft.values);
        free(t->times[i].hard.values);
    }
    free(t);
}

int games_tally_games(const games_tally *t)
{
    return t->won + t->drawn + t->lost;
}

static bool add_number(number_list *list, double value)
{
    double *grown = array_room(list->values, sizeof *grown, &list->capacity, list->count + 1);
    if (grown) {
        list->values = grown;
        grown[list->count++] = value;
    }
    return grown != NULL;
}

quartiles games_quartiles(number_list *list)
{
    return quartiles_of(list->values, list->count);
}

/* The termination and the reason of a game. The reason names the engine or the opponent in place of
 * a colour, and leaves out the figures in parentheses, so that alike endings have one text. */
static void describe_ending(const games_tally *t, const game_view *v, char text[GAMES_ENDING_BYTES])
{
    static const char *const colours[] = {"White ", "Black "};
    const pgn_match *m = v->match;
    const char *reason = m->ending, *who = "";
    for (int i = 0; i < 2; i++) {
        if (strncmp(reason, colours[i], strlen(colours[i])) == 0) {
            reason += strlen(colours[i]) - 1;
            who = (colour)i == v->side ? t->name : "the opponent";
        }
    }
    const char *figures = strstr(reason, " (");
    const int length = figures ? (int)(figures - reason) : (int)strlen(reason);
    failure clean;
    fail(&clean, "%s%s%.40s%.*s", *m->termination ? m->termination : "no termination",
         length ? ": " : "", who, length, reason);
    snprintf(text, GAMES_ENDING_BYTES, "%.*s", GAMES_ENDING_BYTES - 1, clean.text);
    utf8_trim(text);
}

static void count_ending(games_tally *t, const game_view *v)
{
    char text[GAMES_ENDING_BYTES];
    describe_ending(t, v, text);
    if (strcmp(v->match->termination, "time forfeit") == 0 ||
        strstr(v->match->ending, "loses on time")) {
        t->own_forfeits += v->result < 0;
        t->their_forfeits += v->result > 0;
    }
    int i = 0;
    while (i < t->ending_count && strcmp(t->endings[i].text, text) != 0) {
        i++;
    }
    if (i == GAMES_ENDINGS_MAX) {
        t->more_endings++;
        return;
    }
    if (i == t->ending_count) {
        memcpy(t->endings[t->ending_count++].text, text, sizeof text);
    }
    t->endings[i].count++;
}

static int compare_endings(const void *left, const void *right)
{
    const games_ending *a = left, *b = right;
    return a->count != b->count ? b->count - a->count : strcmp(a->text, b->text);
}

void games_tally_order(games_tally *t)
{
    qsort(t->endings, (size_t)t->ending_count, sizeof *t->endings, compare_endings);
}

/* Counts the time of one of the engine's moves, and what its clock granted. */
static bool count_time(games_tally *t, game_view *v, int time_ms)
{
    const int number = v->own_moves++;
    t->timed_moves++;
    t->time_ms += time_ms;
    if (number >= GAMES_MOVES_MAX) {
        return true;
    }
    games_times *times = &t->times[number];
    bool good = add_number(&times->used, time_ms / 1000.0);
    if (t->has_clock) {
        const clock_share share =
            clock_share_of(v->left_ms, t->clock.increment_ms, 0, CLOCK_OVERHEAD_MS_DEFAULT);
        v->left_ms += t->clock.increment_ms - time_ms;
        good = good && add_number(&times->soft, (double)share.soft_ms / 1000.0) &&
               add_number(&times->hard, (double)share.hard_ms / 1000.0);
    }
    return good;
}

/* Counts one of the engine's moves. */
static bool count_move(games_tally *t, game_view *v, const game_walk *walk)
{
    const pgn_match_ply *ply = &v->match->plies[walk->ply];
    const int score = v->g->plies[walk->ply].score;
    if (ply->time_ms < 0) {
        return true;
    }
    const bool mate = score != GAME_SCORE_NONE && abs(score) >= GAME_SCORE_MATE;
    bool good = true;
    if (walk->legal_count > 1 && !mate) {
        t->open_moves++;
        t->at_once += ply->time_ms <= GAMES_AT_ONCE_MS;
        good = add_number(&t->depths, ply->depth);
    }
    return count_time(t, v, ply->time_ms) && good;
}

/* Notes the first ply at which a side's score says that the game is decided. */
static void look_at_score(game_view *v, const game_walk *walk, bool own)
{
    const int score = v->g->plies[walk->ply].score;
    if (score == GAME_SCORE_NONE) {
        return;
    }
    if (score > GAMES_LAG_SCORE && v->winning[own] < 0) {
        v->winning[own] = walk->ply;
    }
    if (score < -GAMES_LAG_SCORE && v->losing[own] < 0) {
        v->losing[own] = walk->ply;
    }
}

static bool count_lag(games_tally *t, const game_view *v)
{
    const bool own = v->result < 0; /* the loser is the engine */
    const int late = v->losing[own], early = v->winning[!own];
    return v->result == 0 || late < 0 || early < 0 ||
           add_number(own ? &t->own_lag : &t->their_lag, late - early);
}

static bool count_game(games_tally *t, game_view *v, failure *why)
{
    game_walk walk;
    if (!game_walk_start(&walk, v->g, why)) {
        return false;
    }
    bool good = add_number(&t->plies, v->g->ply_count);
    for (; good && walk.ply < v->g->ply_count; game_walk_step(&walk)) {
        if (!game_walk_check(&walk, v->g, why)) {
            return false;
        }
        const bool own = walk.pos.to_move == v->side;
        look_at_score(v, &walk, own);
        good = !own || count_move(t, v, &walk);
    }
    if (!good || !count_lag(t, v)) {
        return fail(why, "not enough memory");
    }
    count_ending(t, v);
    t->won += v->result > 0;
    t->drawn += v->result == 0;
    t->lost += v->result < 0;
    return true;
}

bool games_tally_add(games_tally *t, const game *g, const pgn_match *match, failure *why)
{
    const bool white = strcmp(match->white, t->name) == 0;
    if (white == (strcmp(match->black, t->name) == 0)) {
        t->others++;
        return true;
    }
    const int result = (g->result == GAME_WHITE_WON) - (g->result == GAME_BLACK_WON);
    game_view view = {.g = g,
                      .match = match,
                      .side = white ? WHITE : BLACK,
                      .result = white ? result : -result,
                      .left_ms = t->clock.time_ms,
                      .winning = {-1, -1},
                      .losing = {-1, -1}};
    return count_game(t, &view, why);
}

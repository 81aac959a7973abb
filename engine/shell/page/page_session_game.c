/* One game, whose positions are searched one after the other. */
#include <stdlib.h>

#include "page_session_parts.h"

enum { GAME_MOVES = 8 }; /* that are shown of each position */

/* The search_listener of a game. */
static void listen_to_game(void *user, const search *s, const search_info *info)
{
    page_session *session = user;
    (void)info;
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        if (session->searches[i] == s && session_is_stopped(session)) {
            search_stop(session->searches[i]);
        }
    }
}

void session_search_game(page_session *session)
{
    looked_through *g = &session->game;
    page_position *at = calloc(1, sizeof *at);
    line game;
    position pos = g->record.first;
    line_start(&game, &pos);
    for (size_t i = 0; at != NULL && i < g->count && !session_is_stopped(session); i++) {
        const move played = i > 0 ? g->record.moves[i - 1] : MOVE_NONE;
        if (i > 0) {
            line_play(&game, &pos, played);
        }
        if (i < g->done) {
            continue;
        }
        *at = (page_position){.pos = pos, .chess960 = g->record.chess960, .played = played};
        page_opinions_take(at, session->searches, &game, &session->game_limits, listen_to_game,
                           session);
        pthread_mutex_lock(&session->lock);
        if (!session->stop) { /* else it was cut off */
            g->positions[i] = *at;
            g->done = i + 1;
            session->version++;
        }
        pthread_mutex_unlock(&session->lock);
    }
    free(at);
}

void session_take_game(page_session *session, task *t)
{
    looked_through *g = &session->game;
    page_position *positions = calloc(t->game.ply_count + 1, sizeof *positions);
    if (positions == NULL) {
        return;
    }
    pgn_record_free(&g->record);
    free(g->positions);
    g->number = ++session->number;
    g->record = t->game;
    t->game = (pgn_record){.tags = NULL};
    g->positions = positions;
    g->count = g->record.ply_count + 1;
    g->done = 0;
    session->shows_game = true;
}

void session_put_game(json_writer *j, const page_session *session)
{
    const looked_through *g = &session->game;
    json_array_begin(j, "games");
    json_object_begin(j, NULL);
    page_tags_put(j, &g->record);
    page_opening_put(j, session->names, &g->record);
    json_array_begin(j, "positions");
    for (size_t i = 0; i < g->done; i++) {
        page_position_put(j, &g->positions[i], GAME_MOVES);
    }
    json_array_end(j);
    json_object_end(j);
    json_array_end(j);
}

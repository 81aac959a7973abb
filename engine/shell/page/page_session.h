/* What `morpho serve` searches, on threads of its own: one position, which both searches look at at
 * the same time until they are stopped, or one game, whose positions are searched one after the
 * other as by `morpho page`. A position that is looked at after a game lets the game wait. Only one
 * thread may call these functions at a time, except as said below. */
#ifndef SHELL_PAGE_SESSION_H
#define SHELL_PAGE_SESSION_H

#include "base/failure.h"
#include "system/memory_stream.h"
#include "tree/search.h"
#include "uci/engine.h"

/* The longest texts of a position with its moves, and of a game. */
enum { PAGE_SESSION_LINE_MAX = 8192, PAGE_SESSION_GAME_MAX = 256 << 10 };

typedef struct page_session page_session;

/* Starts the threads; nothing is searched yet. `game_limits` are those of each position of a game.
 * Returns NULL and fills `why` if memory is short, if the system starts no thread, or if the nets
 * have none for a search. page_session_free() stops all work and frees the session; NULL is
 * fine. */
page_session *page_session_new(engine *e, const search_limits *game_limits, failure *why);
void page_session_free(page_session *s);

/* These four may be called by any thread. They return at once, and the work begins or ends soon
 * after; it takes the place of what was going on. */

/* Looks at a position or a game. A position is a FEN or `startpos`, with `moves M...` behind it if
 * there are any, also as a line of UCI, or `moves M...` alone; a move is one of UCI or SAN. All
 * else is a game in PGN, the first one of the text. Returns false and fills `why` if the text is
 * wrong; then nothing changes. */
bool page_session_put(page_session *s, const char *text, failure *why);

/* Goes on with what is shown, for this time (0: until it is stopped). */
bool page_session_go(page_session *s, int64_t ms, failure *why);

/* Shows the game again that waits. */
bool page_session_back(page_session *s, failure *why);

void page_session_stop(page_session *s);

/* Writes what is known now to the text of a stream, as one line of JSON, if it has changed since
 * the last call. Returns false if it has not, or if memory is short. The caller frees the text. May
 * be called by any thread, and by one at a time; so may the next function. */
bool page_session_write(page_session *s, memory_stream *to);

/* The next call of page_session_write() writes, even if nothing changes. */
void page_session_write_again(page_session *s);

#endif

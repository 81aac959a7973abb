/* The client's input during a search. A thread reads lines. It handles stop, ponderhit, quit, the
 * end of input and extra commands that are done at once (session_command.h), and queues all other
 * lines in order. So a setoption that arrives during a search waits until the search has ended. A
 * stop reaches each go that was read before it, whether that go has begun or not.
 *
 * readyok means that all lines before the isready have had their effect, so that none of their work
 * takes time from the next go. A go has had its effect once its search runs: if only the running go
 * stands before an isready, the answer comes during the search. Other queued lines before the
 * isready delay the answer until they are done. There is one exception: if only a stop or a
 * ponderhit can end the go, each isready is answered at once. Such a go has no time limit, and a
 * client that waits for readyok before it sends the stop would wait forever.
 *
 * A line that is too long, or for which the queue has no room, gives an error, and is queued
 * without its arguments: a position that is lost must not leave the one before in force, and a
 * client waits for the answer to a go. */
#ifndef UCI_INBOX_H
#define UCI_INBOX_H

#include "base/failure.h"
#include "tree/search.h"
#include "uci/interrupt.h"
#include "uci/line_reader.h"
#include "uci/session_command.h"
#include "uci/writer.h"

/* A queued line. */
typedef struct message {
    struct message *next;
    command_id command;
    const extra_command *extra; /* of COMMAND_EXTRA */
    unsigned long go_number;    /* number of the go in input order, from 1; 0 if not a go */
    size_t size;                /* bytes of the message */
    bool lost; /* the line was too long or had no room: the arguments are missing */
    char arguments[];
} message;

typedef struct inbox inbox;

/* INBOX_LIVE: lines are read as the client sends them, also while others are in work.
 * INBOX_IN_TURN: a line is read when all lines before it are done, so that a quit at the end
 * interrupts nothing. There is an exception: if only a stop, a ponderhit or a quit can end the
 * running go, the lines after it are read at once, since one of them may be that command. The end
 * of the lines does not end such a go. */
typedef enum { INBOX_LIVE, INBOX_IN_TURN } inbox_pace;

/* Writes what a person may have meant by an unknown word. */
enum { INBOX_HINT_MAX = 192 };
typedef void inbox_hint(const char *word, char text[INBOX_HINT_MAX]);

typedef struct inbox_input {
    line_reader *lines; /* NULL: memory was short */
    inbox_pace pace;
    const extra_command *extras; /* see command_of_line() */
    /* For a person, NULL for a client: what asks for a line whenever no work is left, and what
     * follows the error for an unknown word. */
    const char *prompt;
    inbox_hint *hint;
} inbox_input;

/* Starts the thread that reads the lines, and takes them over. Returns NULL and fills `why` if
 * memory is short or the system refuses; the lines are then freed. inbox_close() frees the
 * result. */
inbox *inbox_open(const inbox_input *input, writer *out, failure *why);

/* Waits until the reading thread ends, at quit or at the end of input, and frees the inbox. */
void inbox_close(inbox *box);

/* inbox_take() waits for the next line in the queue. It returns NULL when all lines before quit, or
 * before the end of input, are done. inbox_done() must be called when the line's work is over; it
 * frees `m`. Only one thread may call these and the functions below. */
message *inbox_take(inbox *box);
void inbox_done(inbox *box, message *m);

/* inbox_go_begins() must be called when the go that was taken last begins, and inbox_go_ends() when
 * it has ended and only its answer is missing. Between them stop and ponderhit reach the search
 * `s`, including those that came since the go was read. `s` is NULL for a go that is not a search;
 * inbox_interrupt() tells it about a stop. */
void inbox_go_begins(inbox *box, search *s, const search_limits *limits);
void inbox_go_ends(inbox *box);

/* An interrupt for long work other than a search. It is wanted when the client quits and, if the
 * work is a go (perft), when it is stopped. */
interrupt inbox_interrupt(inbox *box);

#endif

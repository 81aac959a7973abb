/* What the client sends, beside the search: a thread reads lines, acts at once where the protocol
 * asks for it (stop, ponderhit, quit, the end of input) or a person does (help), and queues all
 * else in order. So an option set during a search waits until the search has ended, and a stop
 * reaches every go that was read before it, begun or not.
 *
 * readyok says that all lines before the isready have had their effect, so that none of their work
 * is charged to the clock of the next go. A go has had its effect once it is at work: an isready
 * that only the go stands before is answered while it works. Other lines that wait behind the go
 * hold the answer up until they are done. If the go has no end but a stop or a ponderhit, each
 * isready is answered at once nevertheless: no clock of ours runs then, and a client that waits for
 * readyok before it sends the stop would wait for ever. */
#ifndef UCI_INBOX_H
#define UCI_INBOX_H

#include "chess/failure.h"
#include "tree/search.h"
#include "uci/interrupt.h"
#include "uci/writer.h"

typedef enum {
    COMMAND_UCI,
    COMMAND_ISREADY,
    COMMAND_SETOPTION,
    COMMAND_UCINEWGAME,
    COMMAND_POSITION,
    COMMAND_GO,
    COMMAND_BENCH,
    COMMAND_EVAL,
    COMMAND_BOARD,
    /* The rest never reaches the queue. */
    COMMAND_STOP,
    COMMAND_PONDERHIT,
    COMMAND_QUIT,
    COMMAND_HELP,
    COMMAND_IGNORED,
    COMMAND_UNKNOWN
} command_id;

/* The first word of a line that is a command, and what stands after it. Words before it are passed
 * over, as the protocol demands; `*skipped` tells whether there were any. */
command_id command_of_line(const char *text, const char **arguments, bool *skipped);

/* One queued line. */
typedef struct message {
    struct message *next;
    command_id command;
    unsigned long go_number; /* from 1, in the order read; 0 if not a go */
    size_t size;
    char arguments[];
} message;

typedef struct inbox inbox;

/* Starts the reading thread on `descriptor`. NULL and `why` if the machine refuses. */
inbox *inbox_open(int descriptor, writer *out, failure *why);

/* Waits for the reading thread, which ends with quit or with the input. */
void inbox_close(inbox *box);

/* Waits for the next line in order; NULL once all that stood before quit, or before the end of the
 * input, is done. Hand the message back with inbox_done when its work is over. */
message *inbox_take(inbox *box);
void inbox_done(inbox *box, message *m);

/* Say when the go that was taken last is at work, and when it has ended but for its answer. Stop
 * and ponderhit reach the search, those that came since the go was read included. NULL for a go
 * that is no search: it learns of a stop by inbox_interrupt. */
void inbox_go_begins(inbox *box, search *s, const search_limits *limits);
void inbox_go_ends(inbox *box);

/* For long work other than a search: wants to end once the client quits, and if the work is a go
 * (perft), once it is stopped. */
interrupt inbox_interrupt(inbox *box);

#endif

/* The commands of a session: those of UCI, and further ones that the program gives it. */
#ifndef UCI_SESSION_COMMAND_H
#define UCI_SESSION_COMMAND_H

#include "uci/engine.h"
#include "uci/interrupt.h"
#include "uci/position_line.h"
#include "uci/writer.h"

typedef enum {
    COMMAND_UCI,
    COMMAND_ISREADY,
    COMMAND_SETOPTION,
    COMMAND_UCINEWGAME,
    COMMAND_POSITION,
    COMMAND_GO,
    COMMAND_EXTRA, /* one of the program's */
    /* The commands below are never queued. */
    COMMAND_STOP,
    COMMAND_PONDERHIT,
    COMMAND_QUIT,
    COMMAND_IGNORED,
    COMMAND_UNKNOWN
} command_id;

/* What a command of the program works with. */
typedef struct command_context {
    const char *name; /* of the command */
    writer *out;
    engine *engine;         /* NULL, as the members below, for a command that is done at once */
    const game_state *game; /* of the last position command */
    const interrupt *stop;  /* wanted when the client quits */
} command_context;

/* A command of the program. It reports its errors itself. */
typedef struct extra_command {
    const char *name;
    bool at_once; /* done when it is read, also during a search, by the thread that reads; it may
                   * only write. Else it is queued with the other lines */
    void (*run)(const command_context *context, const char *arguments);
} extra_command;

/* A line, split into command and arguments. */
typedef struct command {
    command_id id;
    const extra_command *extra; /* NULL unless the id is COMMAND_EXTRA */
    const char *arguments;      /* the rest of the line */
    bool skipped;               /* unknown words stand before the command */
} command;

/* Finds the first command in a line. Words before it are skipped, as the protocol demands. A row
 * without a name ends the extra commands; NULL: there are none. */
command command_of_line(const char *text, const extra_command extras[]);

/* The name of the command that a word was probably meant to be; NULL if none is near. */
const char *command_nearest(const char *word, const extra_command extras[]);

#endif

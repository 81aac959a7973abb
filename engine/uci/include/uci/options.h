/* The UCI options: one table of rows, for both printing and parsing. */
#ifndef UCI_OPTIONS_H
#define UCI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/failure.h"
#include "tree/techniques.h"

enum { SETTINGS_TEXT_MAX = 4096, OPTION_NAME_MAX = 64 };

/* Which search to choose. */
#define OPTION_SEARCH_ADVICE "negamax is the stronger search, mcts tells more about a position"

/* The current values. A combo is an index into the words of its row. The rows have the ranges. */
typedef struct settings {
    int hash_mb;
    int threads;
    int multi_pv;
    int move_overhead_ms;
    int elo;              /* with limit_strength; see uci/strength.h */
    int contempt;         /* centipawns; see settings_contempt() */
    int rating_advantage; /* over the opponent; 0: unknown */
    int algorithm;        /* a search_algorithm */
    int setting;          /* a search_setting: the last one that was set */
    int kernels;          /* index of the name for kernels_by_name() */
    int backend;          /* a backend_kind */
    bool limit_strength;
    bool analyse_mode;
    bool ponder;
    bool chess960;
    bool show_wdl;
    bool minimal;
    bool verbose_move_stats;
    bool log_live_stats;
    bool pgn_comment;
    char weights_file[SETTINGS_TEXT_MAX];   /* path of the net file; "": the built-in nets */
    char debug_log_file[SETTINGS_TEXT_MAX]; /* path; "": none */
    char syzygy_path[SETTINGS_TEXT_MAX];    /* folders of endgame tables; "": none */
    char opponent[SETTINGS_TEXT_MAX];       /* as UCI describes it; "": unknown */
    int syzygy_probe_depth;
    int syzygy_probe_limit;
    bool syzygy_fifty_moves;
    search_techniques techniques;
    search_params params;
} settings;

/* What computes the nets. AUTO: what the net file needs. */
typedef enum { BACKEND_AUTO, BACKEND_INTEGER, BACKEND_OPENBLAS, BACKENDS } backend_kind;

/* A button has no value: setting it does something at once. */
typedef enum { OPTION_SPIN, OPTION_CHECK, OPTION_COMBO, OPTION_STRING, OPTION_BUTTON } option_type;

/* What must be made anew when the value changes, or what a button does. */
typedef enum {
    OPTION_AFFECTS_NOTHING,
    OPTION_AFFECTS_LOG,
    OPTION_CLEARS_SEARCH,
    OPTION_AFFECTS_MEMORY,
    OPTION_AFFECTS_SEARCH,
    OPTION_AFFECTS_NETS,
    OPTION_AFFECTS_TABLES
} option_effect;

typedef struct option_row {
    const char *name;
    option_type type;
    option_effect effect;
    size_t offset;    /* of the value in `settings`: an int, a bool, or a text; 0 for a button */
    int value;        /* default */
    choice choice;    /* a string has its default as the only word */
    const char *what; /* for the help; NULL for a technique, which a GUI sees only with
                       * engine.all_options */
} option_row;

/* The table: the user's options, then a row for each technique of either search. Tuning builds also
 * have a row for each parameter. `*count` gets the number of rows. */
const option_row *option_rows(int *count);

/* The row of an option by its name or alias, whatever the case, or NULL. */
const option_row *option_find(const char *name);

void settings_default(settings *s);

/* Writes the row's "option name ..." line, cut to fit `size` bytes. */
void option_describe(const option_row *row, char *text, size_t size);

/* Sets a value that is given as text. The option Setting also sets the techniques of negamax. On
 * failure it returns false, `s` does not change, and `why` names option, value and reason. For a
 * string, "", "<empty>" and the word of its row all mean the default. A button changes nothing. */
bool option_set(settings *s, const option_row *row, const char *value, failure *why);

/* Splits "name N [value V]". N may contain blanks; a run of them becomes one. V is the rest of the
 * line without outer blanks, and "" if it is missing. Returns false and fills `why` if there is no
 * name, or if one of the two is too long. */
bool option_split(const char *arguments, char name[OPTION_NAME_MAX], char value[SETTINGS_TEXT_MAX],
                  failure *why);

/* True if the play is to be weaker than full strength (uci/strength.h). */
bool settings_are_weaker(const settings *s);

/* The contempt of a search that plays a move: that of the option Contempt, and a centipawn for each
 * ten points of the advantage in rating, at most CONTEMPT_MAX in all. The advantage is
 * UCI_RatingAdv. If that is 0 and the strength is limited, it is UCI_Elo less the rating in
 * UCI_Opponent. The contempt of analysis is 0. */
int settings_contempt(const settings *s);

/* The name for kernels_by_name(). */
const char *settings_kernels_name(const settings *s);

#endif

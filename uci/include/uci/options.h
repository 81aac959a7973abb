/* What a client may set: one table of rows, walked both by printing and by parsing. */
#ifndef UCI_OPTIONS_H
#define UCI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "chess/failure.h"
#include "tree/params.h"
#include "tree/techniques.h"

enum { SETTINGS_TEXT_MAX = 4096, OPTION_NAME_MAX = 64 };

/* The values now. Combos are indices into their row's words. */
typedef struct settings {
    int hash_mb;
    int threads;
    int multi_pv;
    int move_overhead_ms;
    int algorithm; /* a search_algorithm */
    int setting;   /* a search_setting: the last one that set techniques */
    int kernels;   /* index of a name for kernels_by_name */
    int backend;   /* a backend_kind */
    bool ponder;
    bool chess960;
    bool show_wdl;
    bool minimal;
    char weights_file[SETTINGS_TEXT_MAX]; /* "" is the net inside the program */
    search_techniques techniques;
    search_params params;
} settings;

typedef enum { OPTION_SPIN, OPTION_CHECK, OPTION_COMBO, OPTION_STRING } option_type;

/* What has to be made anew when the value changes. */
typedef enum {
    OPTION_AFFECTS_NOTHING,
    OPTION_AFFECTS_MEMORY,
    OPTION_AFFECTS_SEARCH,
    OPTION_AFFECTS_BACKEND,
    OPTION_AFFECTS_NETS
} option_effect;

typedef struct option_row {
    const char *name;
    option_type type;
    option_effect effect;
    bool
        research; /* a technique of a search: not shown to a GUI unless all options are asked for */
    size_t offset; /* of the value in settings: int, bool, or text */
    int value;     /* default */
    choice choice; /* of all but a string */
} option_row;

/* The table: the user's options, then a row for each technique of either search, which in tuning
 * builds has its parameters beside it. */
const option_row *option_rows(int *count);

/* The row of that name or alias without regard to case, or NULL. */
const option_row *option_find(const char *name);

void settings_default(settings *s);

/* Writes the row's line of the answer to `uci`. */
void option_describe(const option_row *row, char *text, size_t size);

/* Takes over a value given as text (of Setting, the techniques of negamax too); on failure `s` is
 * untouched and `why` names option, value and reason. An empty string, "<empty>" and "<built-in>"
 * all mean a string's default. */
bool option_set(settings *s, const option_row *row, const char *value, failure *why);

/* Splits "name N [value V]": N may hold blanks, V is the rest of the line without outer blanks. */
bool option_split(const char *arguments, char name[OPTION_NAME_MAX], char value[SETTINGS_TEXT_MAX],
                  failure *why);

/* Says so if the search in use leaves threads idle; NULL if it does not. */
const char *settings_idle_threads(const settings *s);

/* The name that kernels_by_name understands. */
const char *settings_kernels_name(const settings *s);

#endif

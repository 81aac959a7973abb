/* The state of the program: the settings, and the nets and the search made from them. */
#ifndef UCI_ENGINE_H
#define UCI_ENGINE_H

#include "base/failure.h"
#include "nn/net.h"
#include "tree/search.h"
#include "uci/options.h"
#include "uci/traffic_log.h"

enum { ENGINE_PROBLEMS_MAX = 4096 };

typedef struct engine {
    settings settings;
    nets *nets;                         /* NULL before engine_load_nets() */
    syzygy_tables *tables;              /* endgame tables; NULL: none */
    syzygy_checking checking;           /* how they are checked */
    search *search;                     /* NULL before engine_prepare() */
    traffic_log log;                    /* of the option Debug Log File */
    char problems[ENGINE_PROBLEMS_MAX]; /* reports of invalid lines of the config file, as far as
                                         * there is room; sent to the client after uciok */
    bool all_options; /* `uci` also lists the options for research, which can always be set. The
                       * build sets the default (MORPHO_ALL_OPTIONS) */
} engine;

/* engine_init() sets the default settings and loads nothing. engine_free() frees all that the
 * engine owns. */
void engine_init(engine *e);
void engine_free(engine *e);

/* Writes the name under which the engine plays: program, version, and the search of its settings.
 */
enum { ENGINE_TITLE_MAX = 64 };
void engine_title(const engine *e, char text[ENGINE_TITLE_MAX]);

/* Loads the nets if they are not loaded: enough for commands with searches of their own. On failure
 * it returns false, `why` has the reason, and the engine does not change. */
bool engine_load_nets(engine *e, failure *why);

/* Loads the nets and makes the search if they do not exist. On failure it returns false, `why` has
 * the reason, and the search does not exist. Where memory is short, Hash is reduced to what fits;
 * then `why` says so although the call succeeds. Otherwise `why` is empty on success. */
bool engine_prepare(engine *e, failure *why);

/* The text of a report of e->checking: "SyzygyPath: N of M MB are checked". */
enum { ENGINE_CHECKED_MAX = 96 };
void engine_describe_checked(int64_t done, int64_t all, char text[ENGINE_CHECKED_MAX]);

/* Says which folder or endgame table is left out, and why: the next one that was found since the
 * last call. Returns false if there is none. */
bool engine_next_problem(engine *e, failure *why);

/* Sets an option and makes anew what it affects. It fails if the value is wrong, if the loaded nets
 * have none for the chosen search, if endgame tables cannot be opened, or if the machine does not
 * have the memory for Hash. Then it returns false and fills `why`, and nothing changes, with one
 * exception. After a failed change of Hash or Search, the search has lost what it had learnt. If
 * its old memory could not be allocated again, Hash is smaller, and `why` says so. Must not be
 * called while a search runs. */
bool engine_set(engine *e, const option_row *row, const char *value, failure *why);

/* The options of a search with this algorithm, from the settings; the option Search does not
 * matter. The nets must be loaded; the result points to them. */
search_options engine_search_options(const engine *e, search_algorithm algorithm);

#endif

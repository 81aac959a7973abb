/* What the program owns: the settings, and the nets and the search that follow from them. */
#ifndef UCI_ENGINE_H
#define UCI_ENGINE_H

#include "chess/failure.h"
#include "nn/net.h"
#include "tree/search.h"
#include "uci/options.h"

typedef struct engine {
    settings settings;
    nets *nets;         /* NULL until engine_load_nets */
    float_nets *floats; /* of the nets; NULL if the backend is integer */
    search *search;     /* NULL until engine_prepare */
    bool all_options;   /* `uci` lists those of research too; all can always be set */
} engine;

void engine_init(engine *e);
void engine_free(engine *e);

/* Loads the nets if that has not been done, for work that makes searches of its own. On failure the
 * engine is as before and `why` says what is missing. */
bool engine_load_nets(engine *e, failure *why);

/* Loads the nets and makes the search if that has not been done; cheap afterwards. On failure the
 * engine is as before and `why` says what is missing. Where memory is short Hash becomes what there
 * is memory for; only then `why` is not empty on success, and says so. */
bool engine_prepare(engine *e, failure *why);

/* Sets an option and remakes what it affects. Refused is also a search without its net, whichever
 * of the two comes first, and a Hash that the machine has not got. On failure everything stays as
 * it was, with one exception: a search that is refused other memory has forgotten what it had
 * learnt, and if it could not get back what it had, Hash is smaller, as `why` then says. Not while
 * a search runs. */
bool engine_set(engine *e, const option_row *row, const char *value, failure *why);

/* What the settings ask of a search; valid once the nets are loaded. */
search_options engine_search_options(const engine *e);

#endif

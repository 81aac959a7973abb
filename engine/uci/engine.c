#include "uci/engine.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "uci/strength.h"
#include "weights/default_net.h"

/* All tables of up to five pieces have one gigabyte, those of six 150. */
enum { PIECES_AT_ONCE = 5 };

void engine_init(engine *e)
{
    *e =
        (engine){.checking = {.pieces_at_once = PIECES_AT_ONCE}, .all_options = MORPHO_ALL_OPTIONS};
    settings_default(&e->settings);
    traffic_log_init(&e->log);
}

void engine_title(const engine *e, char text[ENGINE_TITLE_MAX])
{
    static const char *const searches[] = {[SEARCH_MCTS] = "MCTS", [SEARCH_NEGAMAX] = "negamax"};
    snprintf(text, ENGINE_TITLE_MAX, "Morpho %s %s", MORPHO_VERSION,
             searches[e->settings.algorithm]);
}

void engine_free(engine *e)
{
    search_free(e->search);
    syzygy_close(e->tables);
    nets_free(e->nets);
    traffic_log_destroy(&e->log);
    *e = (engine){.nets = NULL};
}

static nets *load_default(failure *why)
{
    return nets_load_bytes(default_net, default_net_size, "the built-in net", why);
}

/* Beside a net of Lc0 there is the built-in value net, for negamax. */
static nets *load_nets(const settings *s, failure *why)
{
    if (s->weights_file[0] == '\0') {
        return load_default(why);
    }
    nets *n = nets_load_any(s->weights_file, why);
    if (n != NULL && n->lc0 != NULL) {
        nets *others = load_default(why);
        if (others == NULL) {
            nets_free(n);
            return NULL;
        }
        nets_take_value(n, others);
    }
    return n;
}

/* Changes the options to those of weaker play. Of its lines the client gets only as many as it
 * wants. */
static void weaken(search_options *options)
{
    const bool more = options->algorithm == SEARCH_NEGAMAX && options->multi_pv < STRENGTH_LINES;
    options->multi_pv = more ? STRENGTH_LINES : options->multi_pv;
    options->hash_mb = options->hash_mb < STRENGTH_HASH_MB ? options->hash_mb : STRENGTH_HASH_MB;
    options->threads = 1;
}

static search_options options_of(const settings *s, search_algorithm algorithm, const nets *n,
                                 const syzygy_tables *tables)
{
    search_options options = {
        .algorithm = algorithm,
        .hash_mb = (size_t)s->hash_mb,
        .threads = s->threads,
        .multi_pv = s->multi_pv,
        .nets = n,
        .kernels = kernels_by_name(settings_kernels_name(s)),
        .techniques = s->techniques,
        .params = s->params,
        .endgames = {.tables = tables,
                     .pieces_max = s->syzygy_probe_limit,
                     .depth_least = s->syzygy_probe_depth,
                     .fifty_moves = s->syzygy_fifty_moves},
    };
    if (settings_are_weaker(s)) {
        weaken(&options);
    }
    return options;
}

search_options engine_search_options(const engine *e, search_algorithm algorithm)
{
    assert(e->nets != NULL);
    return options_of(&e->settings, algorithm, e->nets, e->tables);
}

/* The options of the engine's own search. */
static search_options own_options(const engine *e)
{
    return engine_search_options(e, (search_algorithm)e->settings.algorithm);
}

bool engine_load_nets(engine *e, failure *why)
{
    if (e->nets == NULL) {
        e->nets = load_nets(&e->settings, why);
    }
    return e->nets != NULL;
}

static bool make_search(engine *e, failure *why)
{
    failure reason;
    search_options options = own_options(e);
    e->search = search_new_fitting(&options, &reason);
    if (e->search == NULL) {
        return fail(why, "%s", reason.text);
    }
    if (reason.text[0] != '\0') {
        e->settings.hash_mb = (int)search_hash_mb(e->search);
        fail(why, "option Hash: %s; it is now %d", reason.text, e->settings.hash_mb);
    }
    return true;
}

bool engine_prepare(engine *e, failure *why)
{
    why->text[0] = '\0';
    return e->search != NULL || (engine_load_nets(e, why) && make_search(e, why));
}

/* Gives changed settings to the search if it exists. A search that is made later reads them
 * then. */
static bool configure(engine *e, const settings *changed, const nets *n, failure *why)
{
    if (e->search == NULL) {
        return true;
    }
    search_options options =
        options_of(changed, (search_algorithm)changed->algorithm, n, e->tables);
    return search_configure(e->search, &options, why);
}

/* True if the chosen backend computes the nets. */
static bool serves(const settings *s, const nets *n, failure *why)
{
    const char *name = s->weights_file[0] != '\0' ? s->weights_file : "the built-in net file";
    if (s->backend == BACKEND_INTEGER && n->lc0 != NULL) {
        return fail(why, "%s is a net of Lc0, and Backend integer computes only Morpho's own",
                    name);
    }
    return s->backend != BACKEND_OPENBLAS || n->lc0 != NULL ||
           fail(why, "%s has Morpho's own nets, and Backend openblas computes only those of Lc0",
                name);
}

static bool change_search(engine *e, const settings *changed, failure *why)
{
    /* Nets that are not loaded yet are the built-in ones. If they do not serve, the search cannot
     * be made, and the client is told then. */
    return (e->nets == NULL || serves(changed, e->nets, why)) &&
           configure(e, changed, e->nets, why);
}

static bool change_memory(engine *e, const settings *changed, failure *why)
{
    /* A weakened search does not take all of it. */
    const bool taken = e->search != NULL && !settings_are_weaker(changed);
    return (taken || search_memory_fits((size_t)changed->hash_mb, why)) &&
           configure(e, changed, e->nets, why);
}

static bool change_nets(engine *e, const settings *changed, failure *why)
{
    nets *n = load_nets(changed, why);
    if (n == NULL || !serves(changed, n, why) || !configure(e, changed, n, why)) {
        nets_free(n);
        return false;
    }
    nets_free(e->nets);
    e->nets = n;
    return true;
}

/* Closes the tables. The search forgets what it knew by them. */
static bool close_tables(engine *e, const settings *s, failure *why)
{
    syzygy_tables *closed = e->tables;
    e->tables = NULL;
    if (!configure(e, s, e->nets, why)) {
        e->tables = closed;
        return false;
    }
    syzygy_close(closed);
    return true;
}

/* Finds and checks the tables of a path, if there is one; else *found is NULL. */
static bool find_tables(const engine *e, const settings *s, syzygy_tables **found, failure *why)
{
    const bool wanted = s->syzygy_path[0] != '\0';
    *found = wanted ? syzygy_find(s->syzygy_path, &e->checking, why) : NULL;
    return *found != NULL || !wanted;
}

/* Opens found tables, if there are some, for the search. */
static bool use_tables(engine *e, const settings *s, syzygy_tables *found, failure *why)
{
    e->tables = found;
    return found == NULL || (syzygy_use(found, why) && configure(e, s, e->nets, why));
}

/* A process cannot have two sets of tables. So the old ones are closed first, and opened again if
 * the new ones cannot be. */
static bool change_tables(engine *e, const settings *changed, failure *why)
{
    syzygy_tables *found;
    if (!find_tables(e, changed, &found, why)) {
        return false;
    }
    if (!close_tables(e, changed, why)) {
        syzygy_close(found);
        return false;
    }
    if (!use_tables(e, changed, found, why)) {
        (void)close_tables(e, &e->settings, NULL);
        if (find_tables(e, &e->settings, &found, NULL)) {
            (void)use_tables(e, &e->settings, found, NULL);
        }
        return false;
    }
    return true;
}

void engine_describe_checked(int64_t done, int64_t all, char text[ENGINE_CHECKED_MAX])
{
    enum { MEGABYTE = 1000000 };
    snprintf(text, ENGINE_CHECKED_MAX, "SyzygyPath: %" PRId64 " of %" PRId64 " MB are checked",
             done / MEGABYTE, all / MEGABYTE);
}

bool engine_next_problem(engine *e, failure *why)
{
    failure problem;
    if (e->tables == NULL || !syzygy_next_problem(e->tables, &problem)) {
        return false;
    }
    fail(why, "option SyzygyPath: %s; it is left out", problem.text);
    return true;
}

static bool change(engine *e, const option_row *row, const settings *changed, failure *why)
{
    switch (row->effect) {
    case OPTION_AFFECTS_LOG:
        return traffic_log_open(&e->log, changed->debug_log_file, why);
    case OPTION_CLEARS_SEARCH:
        if (e->search != NULL) {
            search_new_game(e->search);
        }
        return true;
    case OPTION_AFFECTS_MEMORY:
        return change_memory(e, changed, why);
    case OPTION_AFFECTS_SEARCH:
        return change_search(e, changed, why);
    case OPTION_AFFECTS_NETS:
        return change_nets(e, changed, why);
    case OPTION_AFFECTS_TABLES:
        return change_tables(e, changed, why);
    default:
        return true;
    }
}

/* After a refusal Hash is what the search still has. A search without memory is freed, and made
 * anew when it is next needed. */
static void keep_memory(engine *e)
{
    const size_t hash_mb = e->search != NULL ? search_hash_mb(e->search) : 0;
    if (hash_mb == 0) {
        search_free(e->search);
        e->search = NULL;
    } else if (hash_mb != own_options(e).hash_mb) {
        e->settings.hash_mb = (int)hash_mb;
    }
}

static bool refuse(engine *e, const option_row *row, const char *reason, failure *why)
{
    const int before = e->settings.hash_mb;
    keep_memory(e);
    const int now = e->settings.hash_mb;
    if (row->effect == OPTION_AFFECTS_MEMORY) {
        return fail(why, "option %s: %s; it %s %d", row->name, reason,
                    now == before ? "stays" : "is now", now);
    }
    if (now != before) {
        return fail(why, "option %s: %s; it stays as it was, but Hash is now %d", row->name, reason,
                    now);
    }
    return fail(why, "option %s: %s; %s stays as it was", row->name, reason,
                row->effect == OPTION_AFFECTS_NETS ? "the net" : "it");
}

bool engine_set(engine *e, const option_row *row, const char *value, failure *why)
{
    settings changed = e->settings;
    failure reason;
    if (!option_set(&changed, row, value, why)) {
        return false;
    }
    if (kernels_by_name(settings_kernels_name(&changed)) == NULL) {
        return fail(why, "option %s: this CPU cannot run %s; it stays %s", row->name,
                    settings_kernels_name(&changed), settings_kernels_name(&e->settings));
    }
    if (!change(e, row, &changed, &reason)) {
        return refuse(e, row, reason.text, why);
    }
    e->settings = changed;
    return true;
}

#include "uci/engine.h"

#include <assert.h>

#include "weights/default_net.h"

void engine_init(engine *e)
{
    *e = (engine){.nets = NULL};
    settings_default(&e->settings);
}

void engine_free(engine *e)
{
    search_free(e->search);
    float_nets_free(e->floats);
    nets_free(e->nets);
    *e = (engine){.nets = NULL};
}

static nets *load_nets(const settings *s, failure *why)
{
    if (s->weights_file[0] != '\0') {
        return nets_load(s->weights_file, why);
    }
    return nets_load_bytes(default_net, default_net_size, "the built-in net", why);
}

/* What the backend of the settings needs beside the nets, which may be nothing. */
static bool make_floats(const settings *s, const nets *n, float_nets **made, failure *why)
{
    *made = s->backend == BACKEND_OPENBLAS ? float_nets_new(n, 1, why) : NULL;
    return *made != NULL || s->backend != BACKEND_OPENBLAS;
}

static search_options options_of(const settings *s, const nets *n, float_nets *floats)
{
    return (search_options){
        .algorithm = (search_algorithm)s->algorithm,
        .hash_mb = (size_t)s->hash_mb,
        .threads = s->threads,
        .multi_pv = s->multi_pv,
        .nets = n,
        .kernels = kernels_by_name(settings_kernels_name(s)),
        .techniques = s->techniques,
        .params = s->params,
        .floats = floats,
    };
}

search_options engine_search_options(const engine *e)
{
    assert(e->nets != NULL);
    return options_of(&e->settings, e->nets, e->floats);
}

bool engine_load_nets(engine *e, failure *why)
{
    if (e->nets == NULL) {
        e->nets = load_nets(&e->settings, why);
    }
    return e->nets != NULL;
}

bool engine_prepare(engine *e, failure *why)
{
    if (engine_load_nets(e, why) && e->search == NULL) {
        search_options options = engine_search_options(e);
        e->search = search_new(&options, why);
    }
    return e->search != NULL;
}

/* Gives changed settings to a search that exists already; one that is made later reads them. */
static bool configure(engine *e, const settings *changed, const nets *n, float_nets *floats,
                      failure *why)
{
    if (e->search == NULL) {
        return true;
    }
    search_options options = options_of(changed, n, floats);
    return search_configure(e->search, &options, why);
}

/* True if the search that the settings ask for has its net. */
static bool has_net(const settings *s, const nets *n, failure *why)
{
    return s->algorithm != SEARCH_NEGAMAX || n->has_negamax ||
           fail(why, "%s has no net for negamax search",
                s->weights_file[0] != '\0' ? s->weights_file : "the built-in net file");
}

static bool change_search(engine *e, const settings *changed, failure *why)
{
    /* Nets that are not yet loaded are the built-in ones, which have all. */
    return (e->nets == NULL || has_net(changed, e->nets, why)) &&
           configure(e, changed, e->nets, e->floats, why);
}

static bool change_backend(engine *e, const settings *changed, failure *why)
{
    float_nets *made = NULL;
    if (!engine_load_nets(e, why) || !make_floats(changed, e->nets, &made, why) ||
        !configure(e, changed, e->nets, made, why)) {
        float_nets_free(made);
        return false;
    }
    float_nets_free(e->floats);
    e->floats = made;
    return true;
}

static bool change_nets(engine *e, const settings *changed, failure *why)
{
    nets *loaded = load_nets(changed, why);
    float_nets *made = NULL;
    if (loaded == NULL || !has_net(changed, loaded, why) ||
        !make_floats(changed, loaded, &made, why) || !configure(e, changed, loaded, made, why)) {
        float_nets_free(made);
        nets_free(loaded);
        return false;
    }
    float_nets_free(e->floats);
    nets_free(e->nets);
    e->floats = made;
    e->nets = loaded;
    return true;
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
    if (row->effect == OPTION_AFFECTS_NETS && !change_nets(e, &changed, &reason)) {
        return fail(why, "option %s: %s; the net stays as it was", row->name, reason.text);
    }
    if ((row->effect == OPTION_AFFECTS_BACKEND && !change_backend(e, &changed, &reason)) ||
        (row->effect == OPTION_AFFECTS_SEARCH && !change_search(e, &changed, &reason))) {
        return fail(why, "option %s: %s; it stays as it was", row->name, reason.text);
    }
    e->settings = changed;
    return true;
}

#include "mcts_settings.h"

#include "nn/portable_math.h"

/* The visits at the lower edge of a row of the exploration tables. */
static float row_visits(unsigned row)
{
    const uint32_t bits = (row + (127u << EXPLORATION_BITS)) << (23 - EXPLORATION_BITS);
    float visits;
    memcpy(&visits, &bits, sizeof visits);
    return visits;
}

static void make_exploration(float rows[EXPLORATION_ROWS], int cpuct_milli, const search_params *p)
{
    const float cpuct = (float)cpuct_milli / 1000.0f, base = (float)p->cpuct_base;
    const float power = (float)p->mcts_exponent_milli / 1000.0f;
    for (unsigned i = 0; i < EXPLORATION_ROWS; i++) {
        const float visits = row_visits(i), growth = 1.0f + nn_ln((visits + base) / base);
        rows[i] = cpuct * growth * nn_exp(power * nn_ln(visits)) / (float)PRIOR_ONE;
    }
}

static void make_concentration(float factor[TREE_GINI_ONE + 1], const search_params *p)
{
    const float weight = (float)p->mcts_gini_milli / 1000.0f, usual = 0.68f, most = 2.1f;
    for (int i = 0; i <= TREE_GINI_ONE; i++) {
        const float gini = ((float)i + 0.5f) / (float)TREE_GINI_ONE;
        const float f = 1.0f - weight * nn_ln(gini / usual);
        factor[i] = f < most ? f : most;
    }
}

/* The law of progressive widening: the first waiting move waits for `first` visits, and each later
 * one for growth / 1000 times as many as the one before. Numbers stay below 4e9. */
static void make_widening(uint32_t visits[MOVES_MAX], int first, int growth)
{
    const float factor = (float)growth / 1000.0f, most = 4e9f;
    float wait = (float)first;
    for (int i = 0; i < MOVES_MAX; i++) {
        visits[i] = (uint32_t)wait;
        wait = wait * factor < most ? wait * factor : most;
    }
}

/* What differs for a net of Lc0, whose priors and values are less sharp. */
static void suit_lc0(mcts_settings *settings, const search_params *p)
{
    settings->temperature = settings->temperature_root = (float)p->lc0_temperature_milli / 1000.0f;
    make_exploration(settings->exploration_root, p->lc0_cpuct_milli, p);
    make_exploration(settings->exploration, p->lc0_cpuct_milli, p);
}

void mcts_settings_make(mcts_settings *settings, const search_params *p, bool of_lc0)
{
    *settings = (mcts_settings){
        .spread = (float)p->mcts_spread_milli / 1000.0f,
        .spread_scale = 1000.0f / (float)p->mcts_spread_usual_milli,
        .spread_prior = (float)p->mcts_spread_prior,
        .temperature_root = (float)p->temperature_root_milli / 1000.0f,
        .temperature = (float)p->temperature_milli / 1000.0f,
        .fpu_reduction = (float)p->fpu_reduction_milli / 1000.0f,
        .bound = (float)p->mcts_bound_milli / 1000.0f,
        .bound_part = (uint32_t)p->mcts_bound_part,
        .killer = (float)p->mcts_killer_milli / 1000.0f,
        .counter = (float)p->mcts_counter_milli / 1000.0f,
        .stay_part = (uint32_t)p->mcts_stay_part,
        .stay_most = (uint32_t)p->mcts_stay_most,
        .widening_first = p->mcts_widening_first,
        .widening_history = (float)p->mcts_widening_history_milli / 1000.0f,
        .prune_history = (float)p->mcts_prune_history_milli / 1000.0f,
        .prune_prior = (float)p->mcts_prune_prior_milli / 1000.0f,
        .refresh_visits = (uint32_t)p->history_refresh_visits,
        .answer_visits = (uint32_t)p->mcts_answer_visits,
        .time_stretch = p->mcts_time_percent / 100.0,
    };
    make_exploration(settings->exploration_root, p->cpuct_root_milli, p);
    make_exploration(settings->exploration, p->cpuct_milli, p);
    make_concentration(settings->concentration, p);
    make_widening(settings->widening, p->mcts_widening_visits, p->mcts_widening_growth_milli);
    if (of_lc0) {
        suit_lc0(settings, p);
    }
}

static leaf_settings leaf_settings_of(const search_options *o)
{
    const search_params *p = &o->params;
    return (leaf_settings){
        .share = {[CORRECTION_PAWNS] = (float)p->mcts_correction_pawns_milli / 1000.0f,
                  [CORRECTION_MINORS] = (float)p->mcts_correction_minors_milli / 1000.0f,
                  [CORRECTION_NON_PAWNS] = (float)p->mcts_correction_non_pawns_milli / 1000.0f,
                  [CORRECTION_CONTINUATION] =
                      (float)p->mcts_correction_continuation_milli / 1000.0f},
        .prior = (float)p->mcts_correction_prior,
        .memory = (float)p->mcts_correction_memory};
}

/* The weights of the tables in use; 0 for the others. */
static void set_percentages(const search_options *o, int percent[HIST_TABLES])
{
    const search_techniques *use = &o->techniques;
#define MCTS_TABLE_IF(ID, name, condition, weight, what)                                           \
    percent[HIST_TABLE_##ID] = (condition) ? o->params.history_##name##_percent : 0;
#define MCTS_TABLE(ID, name, option, value, weight, what)                                          \
    MCTS_TABLE_IF(ID, name, use->mcts_##name##_history, weight, what)
#include "history/tables.def"
    if (use->mcts_captures_apart) {
        percent[HIST_TABLE_CAPTURES] = o->params.history_captures_apart_percent;
    }
    /* The rule of the engine Vine has no weight. */
    if (use->mcts_history == HIST_MAIN_SEED) {
        percent[HIST_TABLE_BUTTERFLY] = 100;
    }
}

hist_mcts_settings mcts_history_settings(const search_options *o)
{
    const search_techniques *use = &o->techniques;
    const search_params *p = &o->params;
    const int wanted = p->history_gravity * use->mcts_history_memory;
    const int gravity = wanted < HIST_GRAVITY_MAX ? wanted : HIST_GRAVITY_MAX;
    hist_mcts_settings s = {
        .main = (hist_main)use->mcts_history,
        .captures = use->mcts_captures_apart ? HIST_CAPTURES_APART : HIST_CAPTURES_EVERYWHERE,
        .learning = (hist_learning)use->mcts_history_rule,
        .signal = (hist_signal)use->mcts_history_signal,
        .age = (hist_age)use->mcts_history_age,
        .bonus_scale = p->history_bonus_scale,
        .gravity = gravity,
        .logit_divisor = (int)((int64_t)p->history_divisor * gravity / p->history_gravity),
        .mean_divisor = p->history_mean_divisor,
        .mean_prior = p->history_mean_prior,
        .mean_limit = p->history_mean_limit,
        .correction = leaf_settings_of(o),
    };
    set_percentages(o, s.percent);
    return s;
}

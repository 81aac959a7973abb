#include "mcts_probes.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "chess/movegen.h"

/* For each probe: which of its moves are proven, and the next move that may lead to a new probe. */
typedef struct gathering {
    bool proven[MCTS_PROBES_MAX][MOVES_MAX];
    int next[MCTS_PROBES_MAX];
} gathering;

/* True if the root is proven: a win, or all moves proven. */
static bool is_decided(const root_move moves[], int count)
{
    bool all = true, won = false;
    for (int i = 0; i < count; i++) {
        all = all && moves[i].proven;
        won = won || (moves[i].proven && moves[i].q > 0.75f);
    }
    return all || won;
}

/* Takes the visited moves of the position behind the probe's line. */
static void fill_probe(const search *s, mcts_probe *probe, bool proven[])
{
    root_move found[MOVES_MAX];
    const int count = search_line_moves(s, probe->played, probe->length, found, MOVES_MAX);
    probe->count = 0;
    for (int i = 0; i < count && found[i].visits; i++) {
        probe->moves[probe->count] = found[i].move;
        probe->visits[probe->count] = found[i].visits;
        proven[probe->count++] = found[i].proven;
    }
}

/* The probe whose next move was visited most, or -1 if none is left that was visited enough. */
static int best_parent(const mcts_reference *r, gathering *g)
{
    int best = -1;
    uint32_t most = MCTS_PROBE_VISITS_MIN - 1;
    for (int i = 0; i < r->count; i++) {
        const mcts_probe *probe = &r->probe[i];
        while (g->next[i] < probe->count && g->proven[i][g->next[i]]) {
            g->next[i]++;
        }
        if (g->next[i] < probe->count && probe->length < MCTS_PROBE_PLIES_MAX &&
            probe->visits[g->next[i]] > most) {
            most = probe->visits[g->next[i]];
            best = i;
        }
    }
    return best;
}

void mcts_probes_gather(const search *s, move best, mcts_reference *r)
{
    root_move moves[MOVES_MAX];
    gathering g = {.next = {0}};
    r->best = best;
    r->count = 0;
    if (is_decided(moves, search_root_moves(s, moves, MOVES_MAX))) {
        return;
    }
    r->probe[0].length = 0;
    fill_probe(s, &r->probe[0], g.proven[0]);
    r->count = r->probe[0].count > 0;
    for (int parent; r->count < MCTS_PROBES_MAX && (parent = best_parent(r, &g)) >= 0;) {
        mcts_probe *probe = &r->probe[r->count];
        const mcts_probe *above = &r->probe[parent];
        memcpy(probe->played, above->played, sizeof probe->played);
        probe->length = above->length;
        probe->played[probe->length++] = above->moves[g.next[parent]++];
        fill_probe(s, probe, g.proven[r->count]);
        /* A node whose visits were all draws by repetition has no moves. */
        r->count += probe->count > 0;
    }
}

double mcts_divergence(const uint32_t visits[], const double shares[], int count)
{
    double all = 0.0, sum = 0.0;
    for (int i = 0; i < count; i++) {
        all += visits[i];
    }
    for (int i = 0; i < count; i++) {
        const double v = visits[i] / all;
        const double p = shares[i] > MCTS_SHARE_MIN ? shares[i] : MCTS_SHARE_MIN;
        sum += visits[i] ? v * log(v / p) : 0.0;
    }
    return sum;
}

static const root_move *find_move(const root_move moves[], int count, move m)
{
    for (int i = 0; i < count; i++) {
        if (moves[i].move == m) {
            return &moves[i];
        }
    }
    return NULL;
}

static int64_t millionths(double nats)
{
    return llround(nats * 1e6);
}

/* The divergences at a probe from the priors and from the visits of a search. */
static void diverge(const search *s, const mcts_probe *probe, double *priors, double *visits)
{
    root_move found[MOVES_MAX];
    double prior[MOVES_MAX], visited[MOVES_MAX], all = 0.0;
    const int count = search_line_moves(s, probe->played, probe->length, found, MOVES_MAX);
    for (int i = 0; i < count; i++) {
        all += found[i].visits + 0.5;
    }
    for (int i = 0; i < probe->count; i++) {
        const root_move *m = find_move(found, count, probe->moves[i]);
        prior[i] = m ? (double)m->prior : 0.0;
        visited[i] = m ? (m->visits + 0.5) / all : 0.0;
    }
    *priors = mcts_divergence(probe->visits, prior, probe->count);
    *visits = mcts_divergence(probe->visits, visited, probe->count);
}

mcts_measure mcts_probes_measure(const search *s, const mcts_reference *r)
{
    mcts_measure m = {.visits = -1, .root = -1, .inner = -1};
    double priors, visits, sum = 0.0;
    for (int i = 0; i < r->count; i++) {
        diverge(s, &r->probe[i], &priors, &visits);
        if (i == 0) {
            m.root = millionths(priors);
            m.visits = millionths(visits);
        } else {
            sum += priors;
        }
    }
    m.inner = r->count > 1 ? millionths(sum / (r->count - 1)) : -1;
    return m;
}

static void write_move(FILE *out, move m, bool chess960)
{
    char text[MOVE_TEXT_MAX];
    move_to_uci(m, chess960, text);
    fputs(text, out);
}

void mcts_probes_write(FILE *out, const mcts_reference *r, bool chess960)
{
    for (int i = 0; i < r->count; i++) {
        const mcts_probe *probe = &r->probe[i];
        fputs(i ? "|" : "", out);
        for (int k = 0; k < probe->length; k++) {
            fputs(k ? " " : "", out);
            write_move(out, probe->played[k], chess960);
        }
        for (int k = 0; k < probe->count; k++) {
            fputc(k ? ' ' : ':', out);
            write_move(out, probe->moves[k], chess960);
            fprintf(out, "=%" PRIu32, probe->visits[k]);
        }
    }
}

/* Reads a legal move and steps over it. */
static bool read_move(const char **at, const char *end, const position *pos, move *m)
{
    char text[MOVE_TEXT_MAX];
    size_t length = 0;
    while (*at < end && !strchr(" :=|", **at)) {
        if (length + 1 == sizeof text) {
            return false;
        }
        text[length++] = *(*at)++;
    }
    text[length] = 0;
    *m = gen_from_uci(pos, text);
    return *m != MOVE_NONE;
}

static bool read_visits(const char **at, const char *end, uint32_t *visits)
{
    uint64_t value = 0;
    const char *begin = *at;
    while (*at < end && **at >= '0' && **at <= '9' && value <= UINT32_MAX) {
        value = 10 * value + (uint64_t)(*(*at)++ - '0');
    }
    *visits = (uint32_t)value;
    return *at > begin && value > 0 && value <= UINT32_MAX;
}

static bool read_probe(mcts_probe *probe, const position *root, const char **at, const char *end)
{
    position pos = *root;
    probe->length = probe->count = 0;
    while (*at < end && **at != ':') {
        if (probe->length == MCTS_PROBE_PLIES_MAX ||
            !read_move(at, end, &pos, &probe->played[probe->length])) {
            return false;
        }
        pos_make(&pos, probe->played[probe->length++]);
        *at += *at < end && **at == ' ';
    }
    for (char before = ':'; *at < end && **at == before; before = ' ') {
        (*at)++;
        if (probe->count == MOVES_MAX || !read_move(at, end, &pos, &probe->moves[probe->count]) ||
            *at == end || *(*at)++ != '=' || !read_visits(at, end, &probe->visits[probe->count])) {
            return false;
        }
        probe->count++;
    }
    return probe->count > 0;
}

bool mcts_probes_read(mcts_reference *r, const position *root, const char *text)
{
    const char *at = text, *end = text + strlen(text);
    for (r->count = 0; at < end; r->count++) {
        if (r->count && *at++ != '|') {
            return false;
        }
        if (r->count == MCTS_PROBES_MAX || !read_probe(&r->probe[r->count], root, &at, end) ||
            (r->count == 0) != (r->probe[r->count].length == 0)) {
            return false;
        }
    }
    return true;
}

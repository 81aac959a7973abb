#include "rule_sites.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "chess/movegen.h"
#include "rule_figures.h"

/* How far the moves of a site have been gone through for further sites. */
typedef struct gathering {
    bool proven[SITES_MAX][MOVES_MAX];
    int next[SITES_MAX];
} gathering;

/* True if the rules of chess have the last word at the root: a win, or no move left open. */
static bool is_decided(const root_move moves[], int count)
{
    bool all = true, won = false;
    for (int i = 0; i < count; i++) {
        all = all && moves[i].proven;
        won = won || (moves[i].proven && moves[i].q > 0.75f);
    }
    return all || won;
}

/* Takes the visited moves of the position behind the site's line. */
static void fill_site(const search *s, rule_site *site, bool proven[])
{
    root_move found[MOVES_MAX];
    const int count = search_line_moves(s, site->played, site->length, found, MOVES_MAX);
    site->count = 0;
    for (int i = 0; i < count && found[i].visits; i++) {
        site->moves[site->count] = found[i].move;
        site->visits[site->count] = found[i].visits;
        proven[site->count++] = found[i].proven;
    }
}

/* The site whose next move was visited most, or -1 if none is left that was visited enough. */
static int best_parent(const rule_reference *r, gathering *g)
{
    int best = -1;
    uint32_t most = SITE_VISITS_MIN - 1;
    for (int i = 0; i < r->count; i++) {
        const rule_site *site = &r->site[i];
        while (g->next[i] < site->count && g->proven[i][g->next[i]]) {
            g->next[i]++;
        }
        if (g->next[i] < site->count && site->length < SITE_PLIES_MAX &&
            site->visits[g->next[i]] > most) {
            most = site->visits[g->next[i]];
            best = i;
        }
    }
    return best;
}

void rule_sites_gather(const search *s, move best, rule_reference *r)
{
    root_move moves[MOVES_MAX];
    gathering g = {.next = {0}};
    r->best = best;
    r->count = 0;
    if (is_decided(moves, search_root_moves(s, moves, MOVES_MAX))) {
        return;
    }
    r->site[0].length = 0;
    fill_site(s, &r->site[0], g.proven[0]);
    r->count = r->site[0].count > 0;
    for (int parent; r->count < SITES_MAX && (parent = best_parent(r, &g)) >= 0;) {
        rule_site *site = &r->site[r->count];
        const rule_site *above = &r->site[parent];
        memcpy(site->played, above->played, sizeof site->played);
        site->length = above->length;
        site->played[site->length++] = above->moves[g.next[parent]++];
        fill_site(s, site, g.proven[r->count]);
        /* Where all visits were draws by repetition there are no moves. */
        r->count += site->count > 0;
    }
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

/* The divergences at a site from what a search would give it, and from what it gave it. */
static void diverge(const search *s, const rule_site *site, double *priors, double *visits)
{
    root_move found[MOVES_MAX];
    double prior[MOVES_MAX], visited[MOVES_MAX], all = 0.0;
    const int count = search_line_moves(s, site->played, site->length, found, MOVES_MAX);
    for (int i = 0; i < count; i++) {
        all += found[i].visits + 0.5;
    }
    for (int i = 0; i < site->count; i++) {
        const root_move *m = find_move(found, count, site->moves[i]);
        prior[i] = m ? (double)m->prior : 0.0;
        visited[i] = m ? (m->visits + 0.5) / all : 0.0;
    }
    *priors = rule_divergence(site->visits, prior, site->count);
    *visits = rule_divergence(site->visits, visited, site->count);
}

rule_measure rule_sites_measure(const search *s, move best, const rule_reference *r)
{
    rule_measure m = {.known = true, .best = best, .visits = -1, .root = -1, .inner = -1};
    double priors, visits, sum = 0.0;
    for (int i = 0; i < r->count; i++) {
        diverge(s, &r->site[i], &priors, &visits);
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

void rule_sites_write(FILE *out, const rule_reference *r, bool chess960)
{
    for (int i = 0; i < r->count; i++) {
        const rule_site *site = &r->site[i];
        fputs(i ? "|" : "", out);
        for (int k = 0; k < site->length; k++) {
            fputs(k ? " " : "", out);
            write_move(out, site->played[k], chess960);
        }
        for (int k = 0; k < site->count; k++) {
            fputc(k ? ' ' : ':', out);
            write_move(out, site->moves[k], chess960);
            fprintf(out, "=%" PRIu32, site->visits[k]);
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

static bool read_site(rule_site *site, const position *root, const char **at, const char *end)
{
    position pos = *root;
    site->length = site->count = 0;
    while (*at < end && **at != ':') {
        if (site->length == SITE_PLIES_MAX ||
            !read_move(at, end, &pos, &site->played[site->length])) {
            return false;
        }
        pos_make(&pos, site->played[site->length++]);
        *at += *at < end && **at == ' ';
    }
    for (char before = ':'; *at < end && **at == before; before = ' ') {
        (*at)++;
        if (site->count == MOVES_MAX || !read_move(at, end, &pos, &site->moves[site->count]) ||
            *at == end || *(*at)++ != '=' || !read_visits(at, end, &site->visits[site->count])) {
            return false;
        }
        site->count++;
    }
    return site->count > 0;
}

bool rule_sites_read(rule_reference *r, const position *root, const char *text, size_t length)
{
    const char *at = text, *end = text + length;
    for (r->count = 0; at < end; r->count++) {
        if (r->count && *at++ != '|') {
            return false;
        }
        if (r->count == SITES_MAX || !read_site(&r->site[r->count], root, &at, end) ||
            (r->count == 0) != (r->site[r->count].length == 0)) {
            return false;
        }
    }
    return true;
}

#include "page_output.h"

#include <inttypes.h>
#include <string.h>

#include "chess/utf8.h"
#include "page/page_files.h"
#include "tree_page.h"

enum { GAME_MOVES = 8 }; /* moves that are shown of each position of a game */

/* Writes the cells of the butterfly table that are not 0, as origin, target and logit, in turn. */
static void put_histories(json_writer *j, const search *s)
{
    static const char *const keys[] = {[WHITE] = "white", [BLACK] = "black"};
    float logits[SQUARES * SQUARES];
    json_object_begin(j, "history");
    for (int side = WHITE; side <= BLACK; side++) {
        json_array_begin(j, keys[side]);
        const bool known = search_square_logits(s, (colour)side, logits);
        for (int i = 0; known && i < SQUARES * SQUARES; i++) {
            if (logits[i] != 0.0f) {
                json_whole(j, NULL, i / SQUARES);
                json_whole(j, NULL, i % SQUARES);
                json_real(j, NULL, (double)logits[i], 3);
            }
        }
        json_array_end(j);
    }
    json_object_end(j);
}

static void put_tags(json_writer *j, const pgn_record *game)
{
    static const char *const names[] = {"White", "Black", "Event", "Site", "Date", "Round"};
    json_object_begin(j, "game");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = pgn_record_tag(game, names[i]);
        if (value != NULL && strcmp(value, "?") != 0) {
            json_text(j, names[i], value);
        }
    }
    json_text(j, "Result", game->result);
    json_object_end(j);
}

static void put_data(const page *p, FILE *out)
{
    json_writer j = {.out = out};
    const page_opinion *mcts = &p->positions[0].by[SEARCH_MCTS];
    const tree_page tree = {
        .view = &p->tree, .root = &p->positions[0].pos, .chess960 = p->chess960};
    json_object_begin(&j, NULL);
    json_text(&j, "program", "Morpho " MORPHO_VERSION);
    if (p->path != NULL) {
        put_tags(&j, &p->game);
    } else if (!mcts->review.over) {
        page_curves_put(&j, "curves", p->curves, tree.root);
        put_histories(&j, p->searches[SEARCH_MCTS]);
        tree_page_put_node(&j, "tree", &tree, 0);
    }
    json_array_begin(&j, "positions");
    for (size_t i = 0; i < p->count; i++) {
        page_position_put(&j, &p->positions[i], i > 0 ? &p->positions[i - 1] : NULL, p->chess960,
                          p->path != NULL ? GAME_MOVES : MOVES_MAX);
    }
    json_array_end(&j);
    json_object_end(&j);
}

/* Writes text between tags of HTML, in ASCII. */
static void put_html(const char *text, FILE *out)
{
    uint32_t point;
    while (utf8_next(&text, &point)) {
        if (point > '~' || strchr("&<>", (int)point) != NULL) {
            fprintf(out, "&#%" PRIu32 ";", point);
        } else {
            fputc(point < ' ' ? ' ' : (int)point, out);
        }
    }
}

static void put_title(const page *p, FILE *out)
{
    const char *white = pgn_record_tag(&p->game, "White");
    const char *black = pgn_record_tag(&p->game, "Black");
    if (p->path == NULL) {
        fputs("A search by Morpho", out);
        return;
    }
    put_html(white != NULL ? white : "White", out);
    fputs(" - ", out);
    put_html(black != NULL ? black : "Black", out);
}

bool page_write(const void *context, FILE *out)
{
    const page *p = context;
    for (const char *at = page_html; *at != '\0';) {
        const char *mark = strstr(at, "{{");
        const size_t plain = mark != NULL ? (size_t)(mark - at) : strlen(at);
        fwrite(at, 1, plain, out);
        at += plain;
        if (mark == NULL) {
            break;
        }
        if (strncmp(at, "{{title}}", strlen("{{title}}")) == 0) {
            put_title(p, out);
        } else if (strncmp(at, "{{style}}", strlen("{{style}}")) == 0) {
            fputs(page_css, out);
        } else if (strncmp(at, "{{data}}", strlen("{{data}}")) == 0) {
            put_data(p, out);
        } else {
            fputs(page_js, out);
        }
        at = strstr(at, "}}") + strlen("}}");
    }
    return ferror(out) == 0;
}

#include "pgn_lines.h"

#include <stdlib.h>
#include <string.h>

#include "chess/array_room.h"
#include "chess/fen.h"
#include "chess/san.h"
#include "game_division.h"
#include "game_walk.h"
#include "key_place.h"

/* A line that was noted. */
typedef struct note {
    int ply, score;
    size_t text; /* index of its first byte in pgn_lines.text */
} note;

struct pgn_lines {
    int plies_most;
    note *notes;
    size_t note_count, note_capacity;
    char *text; /* the texts of all notes, each with its NUL */
    size_t text_size, text_capacity;
    uint64_t *keys;                 /* those of known positions (key_place.h) */
    size_t key_count, key_capacity; /* the capacity is a power of two */
    game *games;
    int game_count;
    size_t game_capacity; /* all of them may be freed by game_free() */
};

pgn_lines *pgn_lines_new(int plies_most)
{
    enum { KEYS_FIRST = 1 << 12 };
    pgn_lines *l = calloc(1, sizeof *l);
    uint64_t *keys = l ? calloc(KEYS_FIRST, sizeof *keys) : NULL;
    if (!keys) {
        free(l);
        return NULL;
    }
    l->plies_most = plies_most;
    l->keys = keys;
    l->key_capacity = KEYS_FIRST;
    return l;
}

void pgn_lines_free(pgn_lines *l)
{
    if (l) {
        for (size_t i = 0; i < l->game_capacity; i++) {
            game_free(&l->games[i]);
        }
        free(l->games);
        free(l->keys);
        free(l->text);
        free(l->notes);
        free(l);
    }
}

void pgn_lines_clear(pgn_lines *l)
{
    l->note_count = l->text_size = 0;
    l->game_count = 0;
}

bool pgn_lines_note(pgn_lines *l, int ply, int score, const char *text)
{
    const size_t length = strcspn(text, ",}");
    note *notes = array_room(l->notes, sizeof *notes, &l->note_capacity, l->note_count + 1);
    if (!notes) {
        return false;
    }
    l->notes = notes;
    char *all = array_room(l->text, 1, &l->text_capacity, l->text_size + length + 1);
    if (!all) {
        return false;
    }
    l->text = all;
    l->notes[l->note_count++] = (note){ply, score, l->text_size};
    memcpy(all + l->text_size, text, length);
    all[l->text_size + length] = '\0';
    l->text_size += length + 1;
    return true;
}

static bool grow_keys(pgn_lines *l)
{
    const size_t larger = 2 * l->key_capacity;
    uint64_t *keys = calloc(larger, sizeof *keys);
    if (!keys) {
        return false;
    }
    for (size_t i = 0; i < l->key_capacity; i++) {
        if (l->keys[i] != 0) {
            keys[key_place(keys, larger - 1, l->keys[i])] = l->keys[i];
        }
    }
    free(l->keys);
    l->keys = keys;
    l->key_capacity = larger;
    return true;
}

/* Adds the position to the known ones; `*known` tells whether it was one. Returns false if memory
 * is short. */
static bool know(pgn_lines *l, const position *pos, bool *known)
{
    if (2 * l->key_count >= l->key_capacity && !grow_keys(l)) {
        return false;
    }
    const uint64_t key = pos->key | 1; /* never that of an empty place */
    uint64_t *place = &l->keys[key_place(l->keys, l->key_capacity - 1, key)];
    *known = *place == key;
    l->key_count += !*known;
    *place = key;
    return true;
}

/* A new game that begins with this position, or NULL if memory is short. */
static game *begin_game(pgn_lines *l, const game *from, const position *pos)
{
    const size_t before = l->game_capacity;
    game *games = array_room(l->games, sizeof *games, &l->game_capacity, (size_t)l->game_count + 1);
    if (!games) {
        return NULL;
    }
    memset(games + before, 0, (l->game_capacity - before) * sizeof *games);
    l->games = games;
    game *g = &l->games[l->game_count++];
    g->result = from->result;
    g->flags = from->flags & GAME_CHESS960;
    g->ply_count = 0;
    g->visit_count = 0;
    fen_write(pos, from->flags & GAME_CHESS960, g->fen);
    return g;
}

/* Reads the next word. Returns false at the end, or if it is too long for a move. */
static bool next_word(const char **text, char word[SAN_TEXT_MAX])
{
    *text += strspn(*text, " \t\r\n");
    const size_t length = strcspn(*text, " \t\r\n");
    if (length == 0 || length >= SAN_TEXT_MAX) {
        return false;
    }
    memcpy(word, *text, length);
    word[length] = '\0';
    *text += length;
    return true;
}

/* Makes games of the unknown parts of one line. `score` is that of the first position. */
static bool make_line(pgn_lines *l, const game *g, position pos, int score, const char *text)
{
    const bool chess960 = g->flags & GAME_CHESS960;
    char word[SAN_TEXT_MAX];
    game *line = NULL;
    for (int i = 0; i < l->plies_most && next_word(&text, word); i++) {
        const move m = san_parse(&pos, word);
        bool known;
        if (m == MOVE_NONE) {
            break;
        }
        if (!know(l, &pos, &known)) {
            return false;
        }
        if (known) {
            line = NULL;
        } else {
            line = line ? line : begin_game(l, g, &pos);
            game_ply *ply = line ? game_add_ply(line) : NULL;
            if (!ply) {
                return false;
            }
            ply->best = ply->played = game_move_code(m, chess960);
            ply->score = (int16_t)(score == GAME_SCORE_NONE || i % 2 == 0 ? score : -score);
        }
        pos_make(&pos, m);
    }
    return true;
}

/* Makes the positions of the game the only known ones. */
static bool know_game(pgn_lines *l, const game *g, failure *why)
{
    game_walk walk;
    bool known;
    memset(l->keys, 0, l->key_capacity * sizeof *l->keys);
    l->key_count = 0;
    if (!game_walk_start(&walk, g, why)) {
        return false;
    }
    for (; walk.ply < g->ply_count; game_walk_step(&walk)) {
        if (!game_walk_check(&walk, g, why)) {
            return false;
        }
        if (!know(l, &walk.pos, &known)) {
            return fail(why, "not enough memory");
        }
    }
    return true;
}

/* Removes the games that are not for training. */
static void keep_training(pgn_lines *l)
{
    int kept = 0;
    for (int i = 0; i < l->game_count; i++) {
        if (game_part_of(game_beginning(&l->games[i])) == GAME_TRAINING) {
            const game g = l->games[i];
            l->games[i] = l->games[kept];
            l->games[kept++] = g;
        }
    }
    l->game_count = kept;
}

bool pgn_lines_make(pgn_lines *l, const game *g, int skipped, failure *why)
{
    l->game_count = 0;
    if (game_part_of(game_beginning(g)) != GAME_TRAINING) {
        return true;
    }
    game_walk walk;
    if (!know_game(l, g, why) || !game_walk_start(&walk, g, why)) {
        return false;
    }
    for (size_t i = 0; i < l->note_count; i++) {
        const note *noted = &l->notes[i];
        const int ply = noted->ply - skipped;
        while (ply > walk.ply) {
            if (!game_walk_check(&walk, g, why)) {
                return false;
            }
            game_walk_step(&walk);
        }
        if (ply == walk.ply && !make_line(l, g, walk.pos, noted->score, l->text + noted->text)) {
            return fail(why, "not enough memory for its lines");
        }
    }
    keep_training(l);
    return true;
}

int pgn_lines_count(const pgn_lines *l)
{
    return l->game_count;
}

const game *pgn_lines_game(const pgn_lines *l, int index)
{
    return &l->games[index];
}

#include "annotated_game.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "chess/san.h"
#include "pgn/pgn_comment.h"
#include "pgn/pgn_writer.h"

enum { OPINION_MAX = 64, PEOPLE_MAX = 96 };

/* The bytes of a comment of the game that can be read again after an opinion and a blank. */
enum { REMARK_MAX = PGN_RECORD_COMMENT_MAX - OPINION_MAX - PEOPLE_MAX };

/* Cuts a comment that is too long. */
static void shorten(char *comment)
{
    if (strlen(comment) > REMARK_MAX) {
        comment[REMARK_MAX] = '\0';
        utf8_trim(comment);
    }
}

void annotated_game_prepare(pgn_record *game)
{
    for (size_t i = 0; i < game->comment_count; i++) {
        if (game->comments[i] != NULL) {
            pgn_command_remove(game->comments[i], "eval");
            pgn_command_remove(game->comments[i], "wdl");
            pgn_command_remove(game->comments[i], "human");
            shorten(game->comments[i]);
        }
    }
}

void annotated_tags_write(const pgn_record *game, const char *annotator, FILE *out)
{
    static const char name[] = "Annotator";
    int left = PGN_RECORD_TAGS_MAX - 1;
    for (size_t i = 0; i < game->tag_count && left > 0; i++) {
        if (strcmp(game->tags[i].name, name) != 0) {
            pgn_put_tag(out, game->tags[i].name, game->tags[i].value);
            left--;
        }
    }
    pgn_put_tag(out, name, annotator);
    fputc('\n', out);
}

/* Writes score and chances from White's view. Nothing is said of a game that is over. */
static void write_opinion(const review *r, colour to_move, char text[OPINION_MAX])
{
    char score[PGN_SCORE_TEXT_MAX];
    const search_score *s = &r->score;
    const bool white = to_move == WHITE;
    text[0] = '\0';
    if (r->over) {
        return;
    }
    const search_wdl chances = search_wdl_of(s);
    pgn_score_write(s->kind == SCORE_MATE, s->value != 0 && (s->value < 0) == white, abs(s->value),
                    score);
    snprintf(text, OPINION_MAX, "[%%eval %s] [%%wdl %d,%d,%d]", score,
             white ? chances.win : chances.loss, chances.draw, white ? chances.loss : chances.win);
}

/* Writes how many people play the move of the game at a position, and the best move if it is
 * another one, as a command, which annotated_game_prepare() can remove. */
static void write_people(const char *net, const review *r, const position *pos, move played,
                         char text[PEOPLE_MAX])
{
    char san[SAN_TEXT_MAX];
    text[0] = '\0';
    if (net == NULL || r->human_played < 0.0f) {
        return;
    }
    const int length =
        snprintf(text, PEOPLE_MAX, "[%%human %s: %.0f%%", net, 100.0 * (double)r->human_played);
    if (r->line[0] == played) {
        strcpy(text + length, "]");
    } else {
        san_write(pos, r->line[0], san);
        snprintf(text + length, PEOPLE_MAX - (size_t)length, ", %s %.0f%%]", san,
                 100.0 * (double)r->human_best);
    }
}

/* Writes the opinion of a position, what people play before it, and the comment that the game has
 * there. */
static void put_position(pgn_writer *t, const review *r, colour to_move, const char *people,
                         const char *comment)
{
    char opinion[OPINION_MAX + PEOPLE_MAX];
    write_opinion(r, to_move, opinion);
    const size_t length = strlen(opinion);
    snprintf(opinion + length, sizeof opinion - length, "%s%s", length && people[0] ? " " : "",
             people);
    if (opinion[0] || comment) {
        pgn_put_comment(t, opinion, comment ? comment : "");
    }
}

static void put_better_line(pgn_writer *t, const position *before, const review *r)
{
    position pos = *before;
    pgn_open_variation(t);
    for (int i = 0; i < r->line_length; i++) {
        char san[SAN_TEXT_MAX], opinion[OPINION_MAX];
        san_write(&pos, r->line[i], san);
        pgn_put_move(t, &pos, san);
        if (i == 0) {
            write_opinion(r, (colour)pos.to_move, opinion);
            pgn_put_comment(t, opinion, "");
        }
        pos_make(&pos, r->line[i]);
    }
    pgn_close_variation(t);
}

void annotated_game_write(const pgn_record *game, const review reviews[], const int nags[],
                          const char *annotator, const char *human_net, FILE *out)
{
    pgn_writer t = {.to = out, .number_due = true};
    position pos = game->first;
    annotated_tags_write(game, annotator, out);
    put_position(&t, &reviews[0], (colour)pos.to_move, "", game->comments[0]);
    for (size_t i = 0; i < game->ply_count; i++) {
        const position before = pos;
        const move played = game->moves[i];
        char san[SAN_TEXT_MAX], people[PEOPLE_MAX], text[16];
        san_write(&before, played, san);
        pgn_put_move(&t, &before, san);
        pos_make(&pos, played);
        if (nags[i] > 0) {
            snprintf(text, sizeof text, "$%d", nags[i]);
            pgn_put_word(&t, text);
        }
        write_people(human_net, &reviews[i], &before, played, people);
        put_position(&t, &reviews[i + 1], (colour)pos.to_move, people, game->comments[i + 1]);
        if (nags[i] > 0) {
            put_better_line(&t, &before, &reviews[i]);
        }
    }
    pgn_put_result(&t, game->result);
}

#include "game_walk.h"

#include "chess/fen.h"
#include "chess/movegen.h"

bool game_walk_start(game_walk *walk, const game *g, failure *why)
{
    walk->ply = 0;
    walk->legal_count = 0;
    return fen_parse(&walk->pos, g->fen, NULL, why);
}

uint16_t game_move_code(move m, bool chess960)
{
    unsigned to = move_to(m);
    if (move_kind_of(m) == MOVE_CASTLING && !chess960) {
        to = castling_king_to(m);
    }
    return (uint16_t)(move_from(m) | to << 6 |
                      (move_is_promotion(m) ? (unsigned)move_kind_of(m) << 12 : 0));
}

/* The one of `count` legal moves that has the code, or MOVE_NONE. */
static move find_move(const move legal[], int count, const game *g, uint16_t code)
{
    bool chess960 = g->flags & GAME_CHESS960;
    move castling = MOVE_NONE;
    for (int i = 0; i < count; i++) {
        move m = legal[i];
        if (move_kind_of(m) != MOVE_CASTLING) {
            if (game_move_code(m, true) == code) {
                return m;
            }
        } else if (game_move_code(m, chess960) == code || game_move_code(m, true) == code) {
            castling = m; /* a king's move with the same squares has precedence */
        }
    }
    return castling;
}

move game_walk_move(const game_walk *walk, const game *g, uint16_t code)
{
    return find_move(walk->legal, walk->legal_count, g, code);
}

void game_walk_branch(const game_walk *walk, const game *g, move first, game_branch *branch)
{
    const uint16_t code = first == walk->best ? g->plies[walk->ply].reply : 0;
    branch->pos = walk->pos;
    pos_make(&branch->pos, first);
    branch->legal_count = gen_legal(&branch->pos, branch->legal);
    branch->reply = code ? find_move(branch->legal, branch->legal_count, g, code) : MOVE_NONE;
}

static bool refuse(const game_walk *walk, unsigned code, const char *what, failure *why)
{
    char text[MOVE_TEXT_MAX];
    move_to_uci((move)(code & 0x7fff), true, text);
    return fail(why, "ply %d: the %s %s is not legal", walk->ply + 1, what, text);
}

static bool reply_is_legal(const game_walk *walk, const game *g)
{
    game_branch branch;
    if (!g->plies[walk->ply].reply) {
        return true;
    }
    game_walk_branch(walk, g, walk->best, &branch);
    return branch.reply != MOVE_NONE;
}

bool game_walk_check(game_walk *walk, const game *g, failure *why)
{
    const game_ply *ply = &g->plies[walk->ply];
    walk->legal_count = gen_legal(&walk->pos, walk->legal);
    walk->best = game_walk_move(walk, g, ply->best);
    walk->played = ply->deviates ? game_walk_move(walk, g, ply->played) : walk->best;
    if (walk->best == MOVE_NONE || walk->played == MOVE_NONE) {
        return refuse(walk, walk->best == MOVE_NONE ? ply->best : ply->played, "move", why);
    }
    if (!reply_is_legal(walk, g)) {
        return refuse(walk, ply->reply, "reply", why);
    }
    for (unsigned i = 0; i < ply->visit_count; i++) {
        uint16_t code = g->visits[ply->visit_first + i].code;
        if (game_walk_move(walk, g, code) == MOVE_NONE) {
            return refuse(walk, code, "visited move", why);
        }
    }
    for (unsigned i = 0; i < ply->line_count; i++) {
        uint16_t code = g->lines[ply->line_first + i].code;
        if (game_walk_move(walk, g, code) == MOVE_NONE) {
            return refuse(walk, code, "move of a line", why);
        }
    }
    return true;
}

void game_walk_step(game_walk *walk)
{
    pos_make(&walk->pos, walk->played);
    walk->ply++;
}

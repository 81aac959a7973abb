#include "pgn/pgn_start.h"

#include <string.h>

#include "chess/fen.h"

bool pgn_is_any(const char *text, const char *const names[])
{
    for (; *names; names++) {
        size_t i = 0;
        while (text[i] && ((text[i] >= 'A' && text[i] <= 'Z') ? text[i] | 32 : text[i]) ==
                              (unsigned char)(*names)[i]) {
            i++;
        }
        if (!text[i] && !(*names)[i]) {
            return true;
        }
    }
    return false;
}

bool pgn_tag_keep(char kept[PGN_TAG_MAX], const char *name, const char *value, failure *why)
{
    if (strlen(value) >= PGN_TAG_MAX) {
        return fail(why, "the tag %s has more than %d characters", name, PGN_TAG_MAX - 1);
    }
    memcpy(kept, value, strlen(value) + 1);
    return true;
}

bool pgn_start_take(pgn_start *start, const char *name, const char *value, failure *why)
{
    if (strcmp(name, "FEN") == 0) {
        start->has_fen = true;
        return pgn_tag_keep(start->fen, name, value, why);
    }
    if (strcmp(name, "SetUp") == 0) {
        start->has_setup = strcmp(value, "1") == 0;
    }
    return strcmp(name, "Variant") != 0 || pgn_tag_keep(start->variant, name, value, why);
}

bool pgn_start_position(const pgn_start *start, position *pos, bool *chess960, failure *why)
{
    static const char *const usual[] = {"", "normal", "standard", "chess", "from position", NULL};
    static const char *const names960[] = {
        "chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random", "960", NULL};
    failure reason;
    *chess960 = pgn_is_any(start->variant, names960);
    if (!*chess960 && !pgn_is_any(start->variant, usual)) {
        return fail(why, "the variant \"%.60s\" is not chess", start->variant);
    }
    if (start->has_setup && !start->has_fen) {
        return fail(why, "SetUp is 1, but there is no FEN");
    }
    if (!fen_parse(pos, start->has_fen ? start->fen : FEN_START, NULL, &reason)) {
        return fail(why, "%s", reason.text);
    }
    *chess960 |= fen_is_chess960(pos);
    return true;
}

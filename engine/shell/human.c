#include "human.h"

#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "nn/backend.h"
#include "nn/portable_math.h"
#include "system/files.h"

enum { NAME_MAX_LENGTH = 32 };

struct human {
    nets *nets;
    char name[NAME_MAX_LENGTH + 1];
};

human *human_load(const char *path, failure *why)
{
    human *h = calloc(1, sizeof *h);
    if (h == NULL) {
        fail(why, "not enough memory");
        return NULL;
    }
    h->nets = nets_load_any(path, why);
    if (h->nets == NULL || h->nets->lc0 == NULL) {
        if (h->nets != NULL) {
            fail(why, "%s has no net of Lc0", path);
        }
        human_free(h);
        return NULL;
    }
    strncpy(h->name, system_name_in(path), NAME_MAX_LENGTH);
    h->name[strcspn(h->name, ".")] = '\0';
    return h;
}

void human_free(human *h)
{
    if (h != NULL) {
        nets_free(h->nets);
        free(h);
    }
}

const char *human_name(const human *h)
{
    return h->name;
}

float human_probability(const human *h, const position *pos, const line *game, move m)
{
    const backend net = {.nets = h->nets};
    move moves[MOVES_MAX];
    float shares[MOVES_MAX];
    lc0_past past = {.count = 0};
    const int count = gen_legal(pos, moves);
    lc0_past_add_game(&past, pos, game);
    backend_policy(&net, pos, &past, moves, count, shares);
    nn_softmax(shares, count, 1.0f);
    for (int i = 0; i < count; i++) {
        if (moves[i] == m) {
            return shares[i];
        }
    }
    return 0.0f;
}

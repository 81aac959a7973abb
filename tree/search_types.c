#include "tree/search_types.h"

bool search_allows(const search_limits *limits, move m)
{
    for (int i = 0; i < limits->move_count; i++) {
        if (limits->moves[i] == m) {
            return true;
        }
    }
    return limits->move_count == 0;
}

search_score search_score_of(float scale, float q, float draw)
{
    const float most = 2.0f * (q < 0.5f ? q : 1.0f - q);
    draw = draw < most ? draw : most;
    const float win = q - 0.5f * draw, loss = 1.0f - q - 0.5f * draw;
    return (search_score){SCORE_CENTIPAWNS, value_centipawns(scale, q), win > 0.0f ? win : 0.0f,
                          draw, loss > 0.0f ? loss : 0.0f};
}

const search_score search_score_best = {SCORE_MATE, 1, 1.0f, 0.0f, 0.0f};

/* Orders scores for the side to move; higher is better. */
static int goodness(search_score s)
{
    enum { MATE_NOW = 1000000 };
    if (s.kind != SCORE_MATE) {
        return s.value;
    }
    return s.value > 0 ? MATE_NOW - s.value : -MATE_NOW - s.value;
}

search_wdl search_wdl_of(const search_score *score)
{
    int win = score->value > 0 ? 1000 : 0, loss = 1000 - win;
    if (score->kind != SCORE_MATE) {
        const float unit = 1000.0f / (score->win + score->draw + score->loss);
        win = (int)(score->win * unit + 0.5f);
        loss = (int)(score->loss * unit + 0.5f);
        loss = win + loss > 1000 ? 1000 - win : loss; /* both were rounded up */
    }
    return (search_wdl){win, 1000 - win - loss, loss};
}

search_score search_worse(search_score a, search_score b)
{
    return goodness(a) < goodness(b) ? a : b;
}

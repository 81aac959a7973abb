#include "result_fixture.h"

#include <stdlib.h>
#include <string.h>

const hist_move result_knight = {1, 6, 21, HIST_QUIET, 0};
const hist_move result_pawn = {0, 12, 28, HIST_QUIET, 0};
const hist_move result_bishop = {2, 5, 33, HIST_QUIET, 0};
const hist_move result_takes = {4, 3, 35, PAWN, 0};

const hist_move result_moves[RESULT_MOVES] = {
    {1, 6, 21, HIST_QUIET, 0},  {0, 12, 28, HIST_QUIET, 1},  {3, 12, 28, HIST_QUIET, 0},
    {7, 6, 21, HIST_QUIET, 2},  {6, 52, 36, HIST_QUIET, 0},  {9, 12, 28, HIST_QUIET, 0},
    {1, 11, 21, HIST_QUIET, 3}, {4, 3, 35, HIST_QUIET, 0},   {10, 59, 35, HIST_QUIET, 0},
    {5, 4, 5, HIST_QUIET, 0},   {11, 60, 61, HIST_QUIET, 0}, {2, 5, 33, HIST_QUIET, 0},
    {8, 61, 25, HIST_QUIET, 0}, {2, 33, 24, HIST_QUIET, 0},  {1, 21, 36, 0, 0},
    {4, 3, 35, 3, 0},           {6, 36, 27, 0, 1},           {0, 52, 60, HIST_PROMOTION, 0},
    {3, 0, 56, 4, 0},           {7, 57, 42, 2, 0},
};

const hist_growth result_growth = {.square = 4,
                                   .linear = 180,
                                   .constant = -110,
                                   .most = 1700,
                                   .malus_quiet_1024 = 1024,
                                   .malus_capture_1024 = 1024};

static void shuffle(hist_move moves[], int count)
{
    for (int i = count - 1; i > 0; i--) {
        const int k = rand() % (i + 1);
        const hist_move kept = moves[i];
        moves[i] = moves[k];
        moves[k] = kept;
    }
}

const hist_context result_nowhere = {.row = {HIST_NO_MOVE, [HIST_AT_PLY] = HIST_LOW_PLIES}};

void result_make(hist_result *r, const char *text, int depth)
{
    hist_result_begin(r, &result_nowhere, depth, false);
    for (; *text && *text != ','; text++) {
        const hist_move *m = *text == 'N'   ? &result_knight
                             : *text == 'P' ? &result_pawn
                             : *text == 'B' ? &result_bishop
                             : *text == 'X' ? &result_takes
                                            : NULL;
        if (m) {
            const hist_outcome outcome = text[1] == '+'   ? HIST_CUT
                                         : text[1] == '^' ? HIST_RAISED
                                                          : HIST_FAILED;
            const int place = hist_result_add(r, m, outcome);
            r->best = outcome == HIST_FAILED ? r->best : place;
            r->top = text[2] == '?' ? place : r->top;
        }
    }
    r->top = r->best >= 0 ? r->best : r->top;
}

void result_teach(negamax_history *h, const char *texts, int depth, int times)
{
    for (int i = 0; i < times; i++) {
        for (const char *text = texts; text; text = strchr(text, ',')) {
            hist_result r;
            text += *text == ',';
            result_make(&r, text, depth);
            hist_learn(h, &r);
        }
    }
}

void result_random(hist_result *r, int depth_max)
{
    hist_move moves[RESULT_MOVES];
    const int count = 1 + (int)((unsigned)rand() % 8);
    memcpy(moves, result_moves, sizeof moves);
    shuffle(moves, RESULT_MOVES);
    hist_result_begin(r, &result_nowhere, 1 + rand() % depth_max, rand() % 4 == 0);
    for (int i = 0; i < count; i++) {
        const bool raised = rand() % 6 == 0;
        hist_result_add(r, &moves[i], raised ? HIST_RAISED : HIST_FAILED);
        r->best = raised ? i : r->best;
    }
    if (rand() % 2) {
        r->best = count - 1;
        r->outcomes[r->best] = HIST_CUT;
    }
    r->top = r->best >= 0 ? r->best : rand() % (count + 1) - 1;
}

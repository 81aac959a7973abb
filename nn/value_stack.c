#include "nn/value_stack.h"

#include <assert.h>
#include <string.h>

#include "system/memory.h"

/* With at most this number of row changes the sums are updated along the path, and the cost of a
 * refresh is not computed. */
enum { PATH_ROWS_CHEAP = 10 };

/* More than any refresh costs: all pieces leave and others come. */
enum { PATH_ROWS_MAX = 2 * FEATURES_MAX };

/* A position of the path and the move that led to it. */
typedef struct level {
    value_step step; /* unused at the root */
    uint8_t made;    /* bit `side`: the sums of that side's view are up to date */
    uint8_t nulls;   /* null moves that follow; they change no piece */
} level;

/* The sums of an earlier position in one view of one side, and its pieces. */
typedef struct refresh_entry {
    bitboard kind[PIECE_TYPES], side[2];
    int16_t *sums;
} refresh_entry;

struct value_stack {
    const value_net *net;
    const kernels *k;
    int plies, top;
    level *levels; /* plies + 1 */
    int16_t *sums; /* 2 x net->sums per level, by side */
    refresh_entry cache[2][VALUE_VIEWS];
};

static size_t rounded(size_t bytes)
{
    return (bytes + KERNEL_ALIGNMENT - 1) / KERNEL_ALIGNMENT * KERNEL_ALIGNMENT;
}

/* Sets the entries to an empty board, whose sums are the bias. */
static void clear_cache(value_stack *stack, int16_t *sums)
{
    for (int i = 0; i < 2 * VALUE_VIEWS; i++) {
        refresh_entry *entry = &stack->cache[i / VALUE_VIEWS][i % VALUE_VIEWS];
        entry->sums = sums + (size_t)i * stack->net->sums;
        memcpy(entry->sums, stack->net->bias, stack->net->sums * sizeof *sums);
    }
}

value_stack *value_stack_new(const value_net *net, const kernels *k, int plies, failure *why)
{
    assert(plies >= 1 && plies <= VALUE_STACK_PLIES_MAX);
    const size_t count = (size_t)plies + 1;
    const size_t levels_at = rounded(sizeof(value_stack));
    const size_t sums_at = levels_at + rounded(count * sizeof(level));
    const size_t level_sums = 2 * (size_t)net->sums;
    const size_t bytes = sums_at + (count + VALUE_VIEWS) * level_sums * sizeof(int16_t);
    unsigned char *memory = system_aligned_take(KERNEL_ALIGNMENT, bytes);
    if (!memory) {
        fail(why, "not enough memory for the value net's sums of %d plies (%zu bytes)", plies,
             bytes);
        return NULL;
    }
    value_stack *stack = (value_stack *)memory;
    *stack = (value_stack){.net = net,
                           .k = k,
                           .plies = plies,
                           .levels = (level *)(memory + levels_at),
                           .sums = (int16_t *)(memory + sums_at)};
    clear_cache(stack, stack->sums + count * level_sums);
    value_stack_reset(stack);
    return stack;
}

void value_stack_free(value_stack *stack)
{
    system_aligned_give(stack);
}

void value_stack_reset(value_stack *stack)
{
    stack->top = 0;
    stack->levels[0] = (level){0};
}

void value_stack_push(value_stack *stack, const position *before, move m)
{
    assert(stack->top < stack->plies);
    stack->levels[++stack->top] = (level){.step = value_step_of(before, m, stack->net->places)};
}

void value_stack_push_null(value_stack *stack)
{
    level *top = &stack->levels[stack->top];
    assert(top->nulls < UINT8_MAX);
    top->nulls++;
}

void value_stack_pop(value_stack *stack)
{
    level *top = &stack->levels[stack->top];
    if (top->nulls) {
        top->nulls--;
        return;
    }
    assert(stack->top > 0);
    stack->top--;
}

static int16_t *sums_at(const value_stack *stack, int ply, colour side)
{
    return stack->sums + (2 * (size_t)ply + side) * stack->net->sums;
}

static refresh_entry *entry_of(value_stack *stack, colour side, unsigned view)
{
    return &stack->cache[side][value_view_number(view)];
}

/* The number of rows that a refresh from an entry would change. */
static int refresh_rows(const refresh_entry *entry, const position *pos)
{
    int rows = 0;
    for (int c = 0; c < 2; c++) {
        for (int t = 0; t < PIECE_TYPES; t++) {
            rows += bb_count((entry->side[c] & entry->kind[t]) ^ (pos->side[c] & pos->kind[t]));
        }
    }
    return rows;
}

static int list_rows(uint16_t rows[], int count, bitboard pieces, piece p, colour side,
                     unsigned view)
{
    while (pieces) {
        rows[count++] = value_row(p, bb_pop(&pieces), side, view);
    }
    return count;
}

/* Updates an entry to the position and copies its sums to the top of the path. */
static void refresh(value_stack *stack, const position *pos, colour side, unsigned view)
{
    refresh_entry *entry = entry_of(stack, side, view);
    row_changes changes = {.added_count = 0};
    for (colour c = WHITE; c <= BLACK; c++) {
        for (piece_type t = PAWN; t < PIECE_TYPES; t++) {
            const bitboard had = entry->side[c] & entry->kind[t], has = pos_pieces(pos, c, t);
            const piece p = piece_of(c, t);
            changes.removed_count =
                list_rows(changes.removed, changes.removed_count, had & ~has, p, side, view);
            changes.added_count =
                list_rows(changes.added, changes.added_count, has & ~had, p, side, view);
        }
    }
    memcpy(entry->kind, pos->kind, sizeof entry->kind);
    memcpy(entry->side, pos->side, sizeof entry->side);
    value_update(stack->net, stack->k, entry->sums, entry->sums, &changes);
    memcpy(sums_at(stack, stack->top, side), entry->sums, stack->net->sums * sizeof *entry->sums);
}

/* The nearest ancestor from which to update the top; -1 if a refresh is needed or cheaper. */
static int base_of(value_stack *stack, const position *pos, colour side, unsigned view)
{
    int ply = stack->top, rows = 0;
    for (; !(stack->levels[ply].made >> side & 1); ply--) {
        const value_step *step = &stack->levels[ply].step;
        rows += step->removed_count + step->added_count;
        if (ply == 0 || step->crosses >> side & 1 || rows > PATH_ROWS_MAX) {
            return -1;
        }
    }
    const bool far = rows > PATH_ROWS_CHEAP;
    return far && rows > refresh_rows(entry_of(stack, side, view), pos) ? -1 : ply;
}

/* The sums of the top of the path in `side`'s view, which are brought up to date. */
static const int16_t *top_sums(value_stack *stack, const position *pos, colour side)
{
    const uint8_t bit = (uint8_t)(1u << side);
    const int top = stack->top;
    if (stack->levels[top].made & bit) {
        return sums_at(stack, top, side);
    }
    const unsigned view = value_view(pos, side, stack->net->places);
    const int base = base_of(stack, pos, side, view);
    if (base < 0) {
        refresh(stack, pos, side, view);
        stack->levels[top].made |= bit;
        return sums_at(stack, top, side);
    }
    /* All plies between get their sums too: their other children will start from them. */
    for (int ply = base + 1; ply <= top; ply++) {
        row_changes changes;
        value_step_rows(&stack->levels[ply].step, side, view, &changes);
        value_update(stack->net, stack->k, sums_at(stack, ply, side), sums_at(stack, ply - 1, side),
                     &changes);
        stack->levels[ply].made |= bit;
    }
    return sums_at(stack, top, side);
}

int value_stack_evaluate(value_stack *stack, const position *pos)
{
    const colour us = (colour)pos->to_move;
    return value_evaluate(stack->net, stack->k, top_sums(stack, pos, us),
                          top_sums(stack, pos, us ^ 1), bb_count(pos_occupied(pos)));
}

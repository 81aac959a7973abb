#include "lab_group.h"

#include <stdlib.h>
#include <string.h>

void *lab_grow(void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return items;
    }
    const size_t larger = *capacity ? 2 * *capacity : 16;
    void *moved = realloc(items, larger * size);
    *capacity = moved ? larger : *capacity;
    return moved;
}

bool lab_group_add(lab_group *group, const void *row)
{
    const void **grown = lab_grow(group->rows, group->count, &group->capacity, sizeof *grown);
    if (grown) {
        group->rows = grown;
        grown[group->count++] = row;
    }
    return grown != NULL;
}

static int compare_items(const void *left, const void *right)
{
    const char *const *a = *(const char *const *const *)left;
    const char *const *b = *(const char *const *const *)right;
    return strcmp(*a, *b);
}

void lab_group_sort(lab_group *group)
{
    if (group->count > 1) {
        qsort(group->rows, group->count, sizeof *group->rows, compare_items);
    }
}

void lab_group_free(lab_group *group)
{
    free(group->rows);
    *group = (lab_group){0};
}

/* The group of this record that a row belongs to, made if there is none. NULL if memory is short.
 */
static lab_group *find_group(lab_groups *groups, const lab_record *record, size_t number,
                             const void *row)
{
    for (size_t i = groups->count; i-- > 0 && groups->list[i].record == number;) {
        if (lab_schema_same_group(lab_record_schema(record), groups->list[i].rows[0], row)) {
            return &groups->list[i];
        }
    }
    lab_group *grown = lab_grow(groups->list, groups->count, &groups->capacity, sizeof *grown);
    if (!grown) {
        return NULL;
    }
    groups->list = grown;
    lab_group *group = &grown[groups->count];
    *group = (lab_group){.schema = lab_record_schema(record), .record = number};
    if (!lab_group_add(group, row)) {
        return NULL;
    }
    group->count = 0; /* the caller adds it */
    groups->count++;
    return group;
}

bool lab_groups_take(lab_groups *groups, const lab_record *record, size_t number,
                     bool (*wanted)(const void *row))
{
    for (size_t i = 0; i < lab_record_count(record); i++) {
        const void *row = lab_record_at(record, i);
        if (wanted && !wanted(row)) {
            continue;
        }
        lab_group *group = find_group(groups, record, number, row);
        if (!group || !lab_group_add(group, row)) {
            return false;
        }
    }
    return true;
}

void lab_groups_free(lab_groups *groups)
{
    for (size_t i = 0; i < groups->count; i++) {
        lab_group_free(&groups->list[i]);
    }
    free(groups->list);
    *groups = (lab_groups){0};
}

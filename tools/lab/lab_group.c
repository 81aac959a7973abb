#include "lab_group.h"

#include <stdlib.h>
#include <string.h>

#include "chess/array_room.h"

bool lab_group_add(lab_group *group, const void *row)
{
    const void **grown = array_room(group->rows, sizeof *grown, &group->capacity, group->count + 1);
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

/* Adds a row to its group of this record, which is made if there is none. False if memory is
 * short. */
static bool add_to_group(lab_groups *groups, const lab_record *record, size_t number,
                         const void *row)
{
    const lab_schema *schema = lab_record_schema(record);
    for (size_t i = groups->count; i-- > 0 && groups->list[i].record == number;) {
        if (lab_schema_same_group(schema, groups->list[i].rows[0], row)) {
            return lab_group_add(&groups->list[i], row);
        }
    }
    lab_group *grown =
        array_room(groups->list, sizeof *grown, &groups->capacity, groups->count + 1);
    lab_group fresh = {.schema = schema, .record = number};
    if (grown) {
        groups->list = grown;
    }
    if (!grown || !lab_group_add(&fresh, row)) {
        return false;
    }
    grown[groups->count++] = fresh;
    return true;
}

bool lab_groups_take(lab_groups *groups, const lab_record *record, size_t number,
                     bool (*wanted)(const void *row))
{
    for (size_t i = 0; i < lab_record_count(record); i++) {
        const void *row = lab_record_at(record, i);
        if ((!wanted || wanted(row)) && !add_to_group(groups, record, number, row)) {
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

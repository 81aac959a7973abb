/* Rows that belong together: those of one suite, setting and limit, say, in the order of their
 * positions. What experiments have made and what records hold is analysed as such groups. */
#ifndef TOOLS_LAB_GROUP_H
#define TOOLS_LAB_GROUP_H

#include "lab_record.h"

/* Rows of one group of a schema (lab_schema_same_group), in the order of the record. The memory of
 * the rows is the record's or a caller's. */
typedef struct lab_group {
    const lab_schema *schema;
    size_t record; /* its number, as the caller counts */
    const void **rows;
    size_t count, capacity;
} lab_group;

typedef struct lab_groups {
    lab_group *list;
    size_t count, capacity;
} lab_groups;

/* Adds the groups of a record that `wanted` (NULL: all) says yes to. False if memory is short. */
bool lab_groups_take(lab_groups *groups, const lab_record *record, size_t number,
                     bool (*wanted)(const void *row));
void lab_groups_free(lab_groups *groups);

/* Adds a row to one group. False if memory is short. */
bool lab_group_add(lab_group *group, const void *row);

/* Sorts rows whose struct begins with the text of the item, as a record sorts them. */
void lab_group_sort(lab_group *group);
void lab_group_free(lab_group *group);

#endif

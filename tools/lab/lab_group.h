/* Rows that belong together, such as those of one suite, setting and limit, in the order of their
 * positions. Verbs group the rows that they have made and reports the rows of records; both analyse
 * the groups by the same functions. */
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

/* Room for one more of an array's items, which may move; NULL if memory is short. */
void *lab_grow(void *items, size_t count, size_t *capacity, size_t size);

typedef struct lab_groups {
    lab_group *list;
    size_t count, capacity;
} lab_groups;

/* Groups the rows of a record for which `wanted` is true (NULL: all). False if memory is short. */
bool lab_groups_take(lab_groups *groups, const lab_record *record, size_t number,
                     bool (*wanted)(const void *row));
void lab_groups_free(lab_groups *groups);

/* Adds a row to one group. False if memory is short. */
bool lab_group_add(lab_group *group, const void *row);

/* Sorts the rows by their item, as a record does. The item must be a text and the first field of
 * the struct. */
void lab_group_sort(lab_group *group);
void lab_group_free(lab_group *group);

#endif

/* Rows that belong together, such as those of one suite, setting and limit. Verbs make groups of
 * the rows that they have measured, and reports make groups of the rows of records. The same
 * functions analyse both. */
#ifndef TOOLS_LAB_GROUP_H
#define TOOLS_LAB_GROUP_H

#include "lab_record.h"

/* Rows of one group of a schema (lab_schema_same_group). The rows belong to a record or a caller
 * and must outlive the group. A group begins as zeros and its schema. */
typedef struct lab_group {
    const lab_schema *schema;
    size_t record; /* the number of the rows' record, as the caller counts */
    const void **rows;
    size_t count, capacity;
} lab_group;

/* Adds a row. False if memory is short; then the group stays as it was. */
bool lab_group_add(lab_group *group, const void *row);

/* Sorts the rows by their item, which must be a text and the first member of the struct. */
void lab_group_sort(lab_group *group);

/* Frees a group that is in no lab_groups. */
void lab_group_free(lab_group *group);

/* Groups of one or several records; zeros at first. */
typedef struct lab_groups {
    lab_group *list;
    size_t count, capacity;
} lab_groups;

/* Groups the rows of a record for which `wanted` is true (NULL: all), in the order of the record,
 * and appends the groups to the list. `number` is that of the record; records are taken one after
 * the other. False if memory is short. Free the groups in either case. */
bool lab_groups_take(lab_groups *groups, const lab_record *record, size_t number,
                     bool (*wanted)(const void *row));
void lab_groups_free(lab_groups *groups);

#endif

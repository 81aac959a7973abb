/* The positions that `morpho page` has searched, as lines of text. They are kept in the file
 * OUTPUT.part until the page is written, so that the same command goes on after a kill. */
#ifndef SHELL_PAGE_WORK_H
#define SHELL_PAGE_WORK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/failure.h"

typedef struct page_work page_work;

/* Opens or creates the file of an output, locks it, and reads it. `made_by` names the command, in
 * one line. Fails if the file has anything but positions of that command, or the end of one that a
 * kill has left, which is cut off. An output that is already open, such as /dev/stdout, has no
 * file. Returns NULL and fills `why` on failure. page_work_close() frees the result; NULL is fine.
 */
page_work *page_work_open(const char *output, const char *made_by, failure *why);
void page_work_close(page_work *w);

/* The number of positions that were kept. */
size_t page_work_kept(const page_work *w);

/* To be called for each position in turn. `*has` is true if the position was kept; it must begin
 * with `begin`. Else page_work_add() must be called before the next one. Returns false and fills
 * `why` if another position is there, or if the file has more than that. */
bool page_work_has(page_work *w, const char *begin, bool *has, failure *why);

/* Adds a position, a line of printable ASCII. */
bool page_work_add(page_work *w, const char *text, failure *why);

/* The text of a position. */
const char *page_work_text(const page_work *w, size_t index);

/* Removes the file, since the page is written. */
void page_work_remove(page_work *w);

#endif

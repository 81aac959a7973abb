/* Converts between UTF-8 and the wide characters of Windows, and from its errors to errno. */
#ifndef SYSTEM_WINDOWS_TEXT_H
#define SYSTEM_WINDOWS_TEXT_H

#include <wchar.h>

/* Copies of a text in the other encoding. The caller frees them. They return NULL and set errno if
 * the text is not valid or memory is short. */
wchar_t *windows_wide(const char *utf8);
char *windows_utf8(const wchar_t *wide);

/* Sets errno to the nearest equivalent of a Windows error, as from GetLastError(). */
void windows_set_errno(unsigned long error);

#endif

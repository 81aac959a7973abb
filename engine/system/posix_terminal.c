#define _DARWIN_C_SOURCE /* TIOCGWINSZ on macOS */

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "system/terminal.h"

bool system_is_terminal(FILE *stream)
{
    return isatty(fileno(stream));
}

bool system_obeys_sequences(FILE *stream)
{
    const char *kind = getenv("TERM");
    return system_is_terminal(stream) && kind && strcmp(kind, "dumb") != 0;
}

int system_columns(FILE *stream)
{
    struct winsize size = {.ws_col = 0};
    return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool system_shows_utf8(void)
{
    setlocale(LC_CTYPE, "");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

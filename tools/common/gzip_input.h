/* Files to read that gzip may have compressed; see files/input_file.h for what may be one. */
#ifndef TOOLS_GZIP_INPUT_H
#define TOOLS_GZIP_INPUT_H

#include <zlib.h>

#include "chess/failure.h"

/* NULL and `why`, which names the file, if it cannot be opened. */
gzFile gzip_input_open(const char *path, failure *why);

#endif

/* Input files, plain or compressed by gzip. input_file.h says which files are allowed. */
#ifndef FILES_GZIP_INPUT_H
#define FILES_GZIP_INPUT_H

#include <zlib.h>

#include "chess/failure.h"

/* Opens a file for gzread(); the caller closes it by gzclose(). Returns NULL and fills `why`, which
 * names the file, if it cannot be opened. */
gzFile gzip_input_open(const char *path, failure *why);

#endif

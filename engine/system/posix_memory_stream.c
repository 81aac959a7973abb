#include "system/memory_stream.h"

bool memory_stream_open(memory_stream *m)
{
    m->text = NULL;
    m->size = 0;
    m->stream = open_memstream(&m->text, &m->size);
    return m->stream != NULL;
}

bool memory_stream_close(memory_stream *m)
{
    return fclose(m->stream) == 0;
}

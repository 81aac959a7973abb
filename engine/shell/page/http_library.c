#include "http_library.h"

#include <stddef.h>

enum { LIBRARY_INTERFACE = 12 };

static bool find_all(http_library *l, failure *why)
{
    const struct {
        const char *name;
        void *pointer;
    } functions[] = {
        {"MHD_start_daemon", &l->start},
        {"MHD_stop_daemon", &l->stop},
        {"MHD_get_daemon_info", &l->daemon_info},
        {"MHD_get_connection_values", &l->headers},
        {"MHD_create_response_from_buffer", &l->answer_of_bytes},
        {"MHD_create_response_from_callback", &l->answer_of_reader},
        {"MHD_add_response_header", &l->add_header},
        {"MHD_queue_response", &l->queue},
        {"MHD_destroy_response", &l->destroy},
        {"MHD_suspend_connection", &l->suspend},
        {"MHD_resume_connection", &l->resume},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (!system_library_find(&l->loaded, functions[i].name, functions[i].pointer, why)) {
            return false;
        }
    }
    return true;
}

bool http_library_open(http_library *l, failure *why)
{
    failure reason;
    *l = (http_library){.start = NULL};
    if (!system_library_open(&l->loaded, "microhttpd", LIBRARY_INTERFACE, &reason)) {
        l->loaded.handle = NULL;
        return fail(why, "libmicrohttpd cannot be loaded: %s", reason.text);
    }
    return find_all(l, why);
}

void http_library_close(http_library *l)
{
    if (l->loaded.handle != NULL) {
        system_library_close(&l->loaded);
    }
}

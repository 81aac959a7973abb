/* Compares what Morpho says of libmicrohttpd with the library's own header, which is not needed to
 * build Morpho. */
#include <criterion/criterion.h>
#include <string.h>

#include "http_library.h"

#ifdef HAS_MICROHTTPD_HEADER
#include <microhttpd.h>

Test(http_library, numbers_are_those_of_the_header)
{
    cr_expect_eq((int)HTTP_NO, (int)MHD_NO);
    cr_expect_eq((int)HTTP_YES, (int)MHD_YES);
    cr_expect_eq((int)HTTP_OWN_THREAD, (int)MHD_USE_INTERNAL_POLLING_THREAD);
    cr_expect_eq((int)HTTP_SIX, (int)MHD_USE_IPv6);
    cr_expect_eq((int)HTTP_POLL, (int)MHD_USE_POLL);
    cr_expect_eq((int)HTTP_SUSPENDS, (int)MHD_ALLOW_SUSPEND_RESUME);
    cr_expect_eq((int)HTTP_OPTIONS_END, (int)MHD_OPTION_END);
    cr_expect_eq((int)HTTP_CONNECTION_MEMORY, (int)MHD_OPTION_CONNECTION_MEMORY_LIMIT);
    cr_expect_eq((int)HTTP_CONNECTIONS_MAX, (int)MHD_OPTION_CONNECTION_LIMIT);
    cr_expect_eq((int)HTTP_IDLE_SECONDS, (int)MHD_OPTION_CONNECTION_TIMEOUT);
    cr_expect_eq((int)HTTP_ON_COMPLETED, (int)MHD_OPTION_NOTIFY_COMPLETED);
    cr_expect_eq((int)HTTP_ADDRESS, (int)MHD_OPTION_SOCK_ADDR);
    cr_expect_eq((int)HTTP_STRICT, (int)MHD_OPTION_STRICT_FOR_CLIENT);
    cr_expect_eq((int)HTTP_HEADERS, (int)MHD_HEADER_KIND);
    cr_expect_eq((int)HTTP_PORT, (int)MHD_DAEMON_INFO_BIND_PORT);
    cr_expect_eq((int)HTTP_LASTING, (int)MHD_RESPMEM_PERSISTENT);
    cr_expect_eq((int)HTTP_COPIED, (int)MHD_RESPMEM_MUST_COPY);
    cr_expect_eq((int)HTTP_STREAM_ENDS, (int)MHD_CONTENT_READER_END_OF_STREAM);
    cr_expect_eq(HTTP_SIZE_UNKNOWN, MHD_SIZE_UNKNOWN);
}
#endif

Test(http_library, a_missing_library_is_named_and_one_that_is_there_has_all)
{
    http_library l;
    failure why;
    if (http_library_open(&l, &why)) {
        cr_expect_not_null(l.start);
        cr_expect_not_null(l.resume);
    } else {
        cr_expect(strstr(why.text, "microhttpd") != NULL, "%s", why.text);
    }
    http_library_close(&l);
}

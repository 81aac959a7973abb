/* The parts of the page of `morpho page`, as texts. The page is page.html, in which {{title}},
 * {{style}}, {{data}} and {{script}} stand for its title, page.css, the data as JSON, and page.js.
 */
#ifndef SHELL_PAGE_FILES_H
#define SHELL_PAGE_FILES_H

extern const char page_html[], page_css[], page_js[];

#endif

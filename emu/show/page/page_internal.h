/* page_internal.h - parts of the data, for page_data.c; each writes one member of the object. */
#ifndef BGQ_EMU_PAGE_INTERNAL_H
#define BGQ_EMU_PAGE_INTERNAL_H

#include "json.h"
#include "page.h"

/* names ends with NULL. */
void page_names(struct json *j, const char *name, const char *const *names);

void page_put_end(struct json *j, const struct page_end *end);

#endif

/* describe_internal.h - the figures of a description, for its reader and its writer. */
#ifndef BGQ_NET_DESCRIBE_INTERNAL_H
#define BGQ_NET_DESCRIBE_INTERNAL_H

#include <stddef.h>

#include "describe.h"

enum describe_form {
	DESCRIBE_NAME,    /* text to the end of the line */
	DESCRIBE_LETTERS, /* of the dimensions: sets how many there are */
	DESCRIBE_SET,     /* some of these letters, or none */
	DESCRIBE_BOX,     /* a number for each dimension: 4x4x2 */
	DESCRIBE_RATE,    /* 40000/17 or a whole number */
	DESCRIBE_NUMBER,
};

struct describe_figure {
	const char *name, *alias; /* alias: an older name, or NULL */
	enum describe_form form;
	const char *unit; /* NULL: none; "units": packets or chunks, by unit_bytes */
	uint16_t offset;
	uint8_t bytes;    /* of a number */
	bool optional;    /* 0 if nothing gives it; not written if it is 0 */
	uint32_t least, most;
	const char *what;
};

extern const struct describe_figure describe_figures[];
extern const unsigned describe_figure_count;

/* The word for a figure's unit in this machine; "" if it has none. */
const char *describe_unit(const struct net_machine *m, const struct describe_figure *f);
uint32_t describe_number(const struct net_machine *m, const struct describe_figure *f);

#endif

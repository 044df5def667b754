/* options_shape.h - how many nodes and ranks a job has, from options that must agree: --np,
 * --shape, --mesh, --torus; and that the ranks that others name are there. */
#ifndef BGQ_EMU_OPTIONS_SHAPE_H
#define BGQ_EMU_OPTIONS_SHAPE_H

#include "options.h"

struct options_ends {
	unsigned mesh, torus; /* masks of dimensions */
	bool have_torus;
};

/* False after a message. */
bool options_shape(struct options *o, const struct options_ends *ends);

#endif

/*
 * traffic_tree.h - bgq-net's patterns reduce, broadcast, allreduce and barrier: one operation over
 * all nodes of a machine whose collectives have a network of their own (coll/tree/), from the
 * moment at which all enter at once.
 *
 * Never: a result that is not compared with the host's.
 */
#ifndef BGQ_EMU_TRAFFIC_TREE_H
#define BGQ_EMU_TRAFFIC_TREE_H

#include "traffic_options.h"

/* The pattern's kind; TREE_RUN_NONE: it is none of these. */
enum traffic_tree_kind traffic_tree_named(const char *name);
/* Finds the operation of --op by its name; false: there is none. */
bool traffic_tree_operation(const char *name, enum traffic_tree_op *op);
/* Says what is wrong with the options; NULL: nothing. */
const char *traffic_tree_wrong(const struct traffic_options *o);

/* Runs it and prints what came of it.  The exit status. */
int traffic_tree_run(const struct traffic_options *o);

#endif

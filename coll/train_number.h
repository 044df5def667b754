/* train_number.h - what the files coll/train_*.c share. */
#ifndef BGQ_COLL_TRAIN_NUMBER_H
#define BGQ_COLL_TRAIN_NUMBER_H

#include "train.h"
#include "tree.h"

/* Numbers all packets of a tree whose nodes are known.  False: they are not those of one
 * operation to which all contribute. */
bool coll_train_number(struct coll_train *t, struct coll_train_tree *tree);

#endif

/*
 * describe.h - machine descriptions as text: the figures of the network, one a line, with
 * unit and source.  Machines that come with the emulator have names; others are files.
 *
 *   # What follows is a comment.
 *   like      = bgp
 *   link_rate = 40000/17 ps/byte   # 425 MB/s
 *
 * Never: a default that no line and no machine named by one gives.
 */
#ifndef BGQ_NET_DESCRIBE_H
#define BGQ_NET_DESCRIBE_H

#include <stdbool.h>
#include <stdio.h>

#include "machine.h"

/* Where a figure is from.  kind says what that is worth. */
enum net_source_kind { NET_SOURCE_SEED, NET_SOURCE_PUBLIC, NET_SOURCE_DERIVED, NET_SOURCE_OURS };
struct net_source {
	const char *figure; /* its name in the text */
	enum net_source_kind kind;
	const char *text;
};

#define NET_FIGURES_MAX 128

struct net_description {
	struct net_machine m;
	char name[64];
	const struct net_source *sources; /* up to one without a figure; NULL: none */
	/* A bit for each figure that is not its source's any more. */
	uint64_t changed[NET_FIGURES_MAX / 64];
};

/* A machine that comes with the emulator: bgq, bgl, bgp, snl.  False: no such name. */
bool net_description_named(struct net_description *d, const char *name);
/* Returns the names of the machines, "bgq, bgl, bgp, snl". */
const char *net_description_names(void);

/* Error in a text: what is wrong, and where. */
struct net_description_error {
	unsigned line; /* 0: no line, as of a figure that is missing */
	char text[200];
};
/* 0, or -EINVAL: e says why. */
int net_description_read(struct net_description *d, FILE *f, struct net_description_error *e);
/* Sets one figure, "NAME=VALUE".  0; -ENOENT: no such figure; -EINVAL: e says what is expected. */
int net_description_set(struct net_description *d, const char *text,
			struct net_description_error *e);
/* Writes a text that net_description_read() reads back as the same description. */
void net_description_print(const struct net_description *d, FILE *f);

#endif

/* rank_set.h - a set of ranks and its name, as in "512 ranks (0-99,101,200-611)". */
#ifndef BGQ_EMU_RANK_SET_H
#define BGQ_EMU_RANK_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RANK_SET_NAME_BYTES 160

struct rank_set {
	uint64_t *word;
	uint32_t words;
	uint32_t count; /* ranks in it */
};

/* For ranks below that number.  Returns 0 or a negative errno. */
int rank_set_init(struct rank_set *s, uint32_t ranks);
void rank_set_cleanup(struct rank_set *s);
void rank_set_add(struct rank_set *s, uint32_t rank);
bool rank_set_has(const struct rank_set *s, uint32_t rank);
/* Returns buf.  Cut short, which dots show, if it does not fit. */
const char *rank_set_name(const struct rank_set *s, char *buf, size_t bytes);

#endif

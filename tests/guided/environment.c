/* environment.c - what a job asks of the kernel by variables (emu/node/machine/controls.c), lists
 * of ranks, locations, blocks and parts of a machine. */
#include "guided.h"

#include "emu/cmd/cli/block.h"
#include "emu/node/machine/controls.h"
#include "emu/node/machine/corner.h"
#include "emu/node/machine/rank_list.h"

#define VARIABLES_MAX 16

static void lists(const char *text)
{
	struct net_location l;
	struct part_box part;
	struct named_block block;
	unsigned long beyond;

	if (rank_list_ok(text)) {
		bool below = rank_list_below(text, 512, &beyond);

		guided_require(below || beyond >= 512, "a rank beyond the last");
		rank_list_has(text, 17);
	}
	location_parse(text, &l);
	part_parse(text, &part);
	block_named(text, &block);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	char *text = guided_text(data, bytes), *rest = text, *line, *env[VARIABLES_MAX + 1];
	struct controls c;
	int n = 0;

	while (n < VARIABLES_MAX && (line = strsep(&rest, "\n")) != NULL) {
		lists(line);
		env[n++] = line;
	}
	env[n] = NULL;
	controls_read(&c, env, 1);
	controls_read(&c, env, 64);
	free(text);
	return 0;
}

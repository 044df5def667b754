/* counting.c - see counting.h. */
#include "counting.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "emu/core/engine/mix.h"
#include "emu/core/engine/engine.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/status.h"

/* Without a processor's own code (BGQ_PORTABLE). */
static void tell_portable(void)
{
#if defined(BGQ_PORTABLE)
	if (!job.opt.quiet)
		fprintf(stderr, "bgq-run: built without its processor's own code: instructions "
			"are not counted, a block of code takes %u cycles and library calls none; "
			"waits are not proven\n", job.model->block_cycles);
#endif
}

int counting_begin(void)
{
	int rc = image_mix_apply(&booted.image, mix_offset());

	tell_portable();
	if (rc == 0)
		return 0;
	fprintf(stderr, "bgq-run: %s: its instructions cannot be counted: %s\n",
		booted.image.path, rc == -ENOEXEC ? "damaged program file" : strerror(-rc));
	return STATUS_CANNOT_RUN;
}

void counting_set(struct engine_config *cfg)
{
	cfg->mixed = booted.image.mix.sites;
	cfg->hooked |= cfg->mixed;
}

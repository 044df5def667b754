/* silence.c - see silence.h. */
#include "silence.h"

#include <stdbool.h>

#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/show/report/report.h"

#define LOOKS 8 /* in the time after which it is reported */

static struct {
	bool over;         /* reported, or not wanted */
	ps_t next_ps;      /* next probe */
	ps_t since_ps;     /* no call since, */
	uint64_t calls;    /* and the number before; summed over live threads */
} silence;

static uint64_t calls(void)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < job.places; i++)
		for (const struct thread *t = &booted.process[i].main; t; t = t->user->next)
			n += t->user->calls;
	return n;
}

static void look(ps_t now_ps)
{
	ps_t after_ps = (ps_t)(job.opt.silence_s * (double)PS_PER_S);
	uint64_t now = calls();

	silence.next_ps = now_ps + after_ps / LOOKS + 1;
	if (after_ps == 0)
		silence.over = true;
	else if (now != silence.calls || !report_has_runners())
		silence.since_ps = now_ps; /* a thread that sleeps or waits is not silent */
	else if (now_ps - silence.since_ps >= after_ps)
		silence.over = true, report_silence();
	silence.calls = now;
}

void silence_check(ps_t now_ps)
{
	if (now_ps >= silence.next_ps && now_ps != PS_NEVER && !silence.over)
		look(now_ps);
}

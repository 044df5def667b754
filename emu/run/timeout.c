/* timeout.c - see timeout.h.  Workers end between windows; a thread in code that is not
 * counted is preempted before long.  A worker that does not end is blocked in a call of the
 * host: then the report is made by this thread, and the process ends after it. */
#include "timeout.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "emu/machine/machine.h"
#include "emu/report/output.h"
#include "emu/report/report.h"
#include "emu/wait/preempt.h"

#define STEP_NS   (50 * 1000 * 1000)
#define STEPS     40   /* without a switch of threads: the longest wait for a worker */
#define LOOK_STEP 10   /* before the end: records where threads are */

static double limit_s;
static atomic_bool passed, reporting;

static void sleep_for(double seconds)
{
	struct timespec ts = { .tv_sec = (time_t)seconds };

	ts.tv_nsec = (long)((seconds - (double)ts.tv_sec) * 1e9);
	nanosleep(&ts, NULL);
}

/* Until no worker makes progress; the process ends meanwhile if all workers end. */
static void wait_for_workers(void)
{
	uint64_t switches = engine_switches(machine.engine);

	for (int step = 0; step < STEPS && !atomic_load(&reporting); step++) {
		sleep_for(STEP_NS / 1e9);
		uint64_t now = engine_switches(machine.engine);

		if (now != switches)
			step = 0;
		switches = now;
		if (step == STEPS - LOOK_STEP)
			preempt_look();
	}
}

static void *watchdog(void *unused)
{
	(void)unused;
	sleep_for(limit_s);
	atomic_store(&passed, true);
	engine_stop(machine.engine);
	wait_for_workers();
	if (atomic_exchange(&reporting, true))
		return NULL;
	output_finish();
	timeout_report();
	_exit(STATUS_TIMEOUT);
}

void timeout_start(double seconds)
{
	pthread_t dog;

	limit_s = seconds;
	if (pthread_create(&dog, NULL, watchdog, NULL) == 0)
		pthread_detach(dog);
}

bool timeout_passed(void)
{
	bool was = atomic_load(&passed);

	if (atomic_exchange(&reporting, true))
		for (;;)
			pause();
	return was;
}

void timeout_report(void)
{
	fprintf(stderr, "bgq-run: timeout after %g s\n", limit_s);
	report_waiting();
}

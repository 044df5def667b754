/*
 * bgpm_overflow.c - handlers that are called when an event has counted so much, and groups that
 * take turns after so many cycles; see bgpm.h.
 *
 * A timer in simulated time, of the thread that counts, expires a little before the event is
 * expected to come there by its rate so far, again and again until it has.  Its signal is seen at
 * the thread's next check, so where the handler is called follows from the program alone.  A
 * handler is called once for each period that has been completed, so that calls and counts agree.
 * A look takes time, as an interrupt does on the machine.
 */
#include "bgpm.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include <bgpm/include/bgpm.h>

#include "private.h"

#define WATCH_SIGNAL (SIGRTMAX - 2)
/* Looks are so far apart, at least: to look takes longer than a few instructions. */
#define CYCLES_LEAST 256u
/* Caches are sampled, and what units of the node count comes from others. */
#define CYCLES_LEAST_OTHERS 65536u
#define CYCLES_NEVER UINT64_MAX
/* 1.6 GHz: five nanoseconds are eight cycles. */
#define NS_OF(cycles) (((cycles) * 5 + 7) / 8)

static __thread int timer;
static __thread bool has_timer;

static bool is_watched(const struct bgpm_set *s)
{
	bool watched = s->mux.on && s->mux.period;

	for (unsigned i = 0; i < s->events; i++)
		watched = watched || s->event[i].period;
	return watched;
}

static bool is_own(const struct bgpm_set *s)
{
	return s->used && s->counts && s->owner == (uint64_t)pthread_self() && is_watched(s);
}

/* ---- when to look again */

/* Fifteen sixteenths of what is left, by its rate since the set was reset, which may change: at
 * least as long as it takes at the highest rate. */
static uint64_t expected_cycles(const struct bgpm_event *e, uint64_t value, uint64_t elapsed)
{
	uint64_t left = e->due > value ? e->due - value : 0, by_rate = 0;

	if (value && left)
		by_rate = (uint64_t)((unsigned __int128)left * elapsed / value / 16 * 15);
	left /= bgpm_event_rate(e);
	return by_rate > left ? by_rate : left;
}

static uint64_t event_cycles(const struct bgpm_set *s, const struct bgpm_event *e)
{
	const struct core_event *core = e->kind.core;
	bool sampled = !core || core->how == CORE_LINES || core->how == CORE_LINES_MISSED;
	uint64_t least = sampled ? CYCLES_LEAST_OTHERS : CYCLES_LEAST, cycles;

	if (core && core->how == CORE_TIME)
		return e->due > bgpm_value(s, e, UINT64_MAX)
			       ? e->due - bgpm_value(s, e, UINT64_MAX) : 1;
	cycles = expected_cycles(e, bgpm_value(s, e, UINT64_MAX), GetTimeBase() - s->watched_from);
	return cycles > least ? cycles : least;
}

static uint64_t set_cycles(const struct bgpm_set *s)
{
	uint64_t least = CYCLES_NEVER, now = GetTimeBase();

	if (s->mux.on && s->mux.period)
		least = s->mux.due > now ? s->mux.due - now : 1;
	for (unsigned i = 0; i < s->events; i++) {
		const struct bgpm_event *e = &s->event[i];
		bool counts = e->period && !e->kind.never && bgpm_mux_counts(s, e);
		uint64_t cycles = counts ? event_cycles(s, e) : CYCLES_NEVER;

		least = cycles < least ? cycles : least;
	}
	return least;
}

static uint64_t cycles_least(void)
{
	uint64_t least = CYCLES_NEVER;

	for (unsigned i = 0; i < BGPM_SETS_MAX; i++) {
		const struct bgpm_set *s = bgpm_set_at(i);
		uint64_t cycles = is_own(s) ? set_cycles(s) : CYCLES_NEVER;

		least = cycles < least ? cycles : least;
	}
	return least;
}

static void timer_arm(void)
{
	uint64_t cycles = cycles_least();

	bgqemu_timer_set(timer, false, cycles == CYCLES_NEVER ? 0 : NS_OF(cycles), 0);
}

/* ---- the signal */

/* The events that have completed a period, as a vector; each of them completes one. */
static uint64_t overflows_take(struct bgpm_set *s)
{
	uint64_t vector = 0;

	for (unsigned i = 0; i < s->events; i++) {
		struct bgpm_event *e = &s->event[i];

		if (!e->period || bgpm_value(s, e, UINT64_MAX) < e->due)
			continue;
		e->due += e->period;
		vector |= UINT64_C(1) << i;
	}
	return vector;
}

/* Registers at a check are not the program's alone: the place is all that is told of them. */
static void context_make(ucontext_t *context, uint64_t pc)
{
	memset(context, 0, sizeof *context);
#if defined(__x86_64__)
	context->uc_mcontext.gregs[REG_RIP] = (greg_t)pc;
#else
	context->uc_mcontext.pc = pc;
#endif
}

static void set_look(struct bgpm_set *s)
{
	uint64_t vector, pc = bgqemu_interrupted_pc();
	ucontext_t context;

	context_make(&context, pc);
	bgpm_sample(s, true);
	while (s->counts && (vector = overflows_take(s)) != 0)
		if (s->handler)
			s->handler((int)bgpm_handle_of(s), pc, vector, &context);
	if (!s->counts || !s->mux.on || !s->mux.period || GetTimeBase() < s->mux.due)
		return;
	bgpm_mux_switch(s);
	s->mux.due += s->mux.period;
}

static void look(void)
{
	for (unsigned i = 0; i < BGPM_SETS_MAX; i++)
		if (is_own(bgpm_set_at(i)))
			set_look(bgpm_set_at(i));
	timer_arm();
}

/* Signals of other timers of the thread, which are seen at the same check, are the program's; a
 * wait of the program goes on. */
static void expired(int sig)
{
	if (sig != WATCH_SIGNAL) {
		bgqrt_signal_arrived(sig);
		return;
	}
	bgqemu_timer_seen(timer);
	if (has_timer)
		look();
	bgqemu_signal_kept();
}

/* ---- sets that begin and end */

static bool timer_make(void)
{
	struct sigaction act = { .sa_handler = expired, .sa_flags = SA_RESTART };
	struct bgqrt_timer how = { .signal = WATCH_SIGNAL, .thread = gettid(), .handler = expired };

	if (has_timer)
		return true;
	timer = sigaction(WATCH_SIGNAL, &act, NULL) == 0 ? bgqemu_timer_create(&how) : -1;
	has_timer = timer >= 0;
	return has_timer;
}

bool bgpm_watch(struct bgpm_set *s)
{
	if (!is_watched(s))
		return true;
	if (!timer_make())
		return false;
	s->watched_from = GetTimeBase();
	s->mux.due = s->watched_from + s->mux.period;
	s->counts = true; /* soon */
	bgpm_sample(s, false);
	timer_arm();
	return true;
}

void bgpm_watch_end(struct bgpm_set *s)
{
	if (has_timer && is_watched(s))
		timer_arm();
}

void bgpm_watch_close(void)
{
	if (has_timer)
		bgqemu_timer_delete(timer);
	has_timer = false;
}

/* ---- calls */

int Bgpm_SetOverflow(unsigned hEvtSet, unsigned evtIdx, uint64_t period)
{
	static const char call[] = "Bgpm_SetOverflow";
	int error;
	struct bgpm_event *e = bgpm_event_of(call, hEvtSet, evtIdx, &error);

	if (!e)
		return error;
	const struct bgpm_set *s = bgpm_set_of(call, hEvtSet, &error);

	if (s->unit == BGPMUnitType_NW || s->mode != BGPM_MODE_SWDISTRIB)
		return bgpm_error(call, BGPM_EUNSUP_OVERFLOW, bgpm_label(e->id));
	if (s->applied)
		return bgpm_error(call, BGPM_EES_FROZEN, NULL);
	if (!period)
		return bgpm_error(call, BGPM_EINV_OVF, NULL);
	e->period = e->due = period;
	return BGPM_EOK;
}

int Bgpm_SetOverflowHandler(unsigned hEvtSet, Bgpm_OverflowHandler_t handler)
{
	int error;
	struct bgpm_set *s = bgpm_set_of("Bgpm_SetOverflowHandler", hEvtSet, &error);

	if (s)
		s->handler = handler;
	return error;
}

int Bgpm_GetOverflow(unsigned hEvtSet, unsigned evtIdx, uint64_t *pPeriod,
		     Bgpm_OverflowHandler_t *pHandler)
{
	int error;
	const struct bgpm_event *e = bgpm_event_of("Bgpm_GetOverflow", hEvtSet, evtIdx, &error);

	if (!e)
		return error;
	*pPeriod = e->period;
	*pHandler = bgpm_set_at(hEvtSet)->handler;
	return BGPM_EOK;
}

int Bgpm_GetOverflowEventIndices(unsigned hEvtSet, uint64_t ovfVector, unsigned *pIndicies,
				 unsigned *pLen)
{
	static const char call[] = "Bgpm_GetOverflowEventIndices";
	unsigned n = 0;
	int error;
	const struct bgpm_set *s = bgpm_set_of(call, hEvtSet, &error);

	if (!s)
		return error;
	for (unsigned i = 0; i < s->events; i++) {
		if (!(ovfVector >> i & 1))
			continue;
		if (n < *pLen)
			pIndicies[n] = i;
		n++;
	}
	bool fits = n <= *pLen;

	*pLen = n;
	return fits ? BGPM_EOK : bgpm_error(call, BGPM_EARRAY_TOO_SMALL, NULL);
}

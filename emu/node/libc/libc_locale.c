/*
 * libc_locale.c - locales of ranks: made by the host's libc, outside the rank's heap, since libc
 * keeps parts of them for all that ask later; which one a thread has is the rank's own.
 */
#include <locale.h>
#include <wchar.h>

#include "emu/node/image/host_heap.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/process.h"
#include "emu/target/rt/rt.h"
#include "locale_switch.h"

static locale_t locale_of(const struct thread *t)
{
	if (!t)
		return LC_GLOBAL_LOCALE; /* which bgq-run leaves at C */
	if (t->user->locale)
		return t->user->locale;
	return t->process->locale ? t->process->locale : LC_GLOBAL_LOCALE;
}

/* The worker tells of its switches from now on, for a process that has locales. */
static void follow_switches(struct process *p)
{
	if (!p->has_locales)
		node_hook(p->main.node, true);
	p->has_locales = true;
}

void libc_locale_enter(void)
{
	uselocale(locale_of(thread_self));
}

/* Conversions of characters are loaded when one is first made: that, too, is libc's own. */
static void load_conversions(locale_t locale)
{
	locale_t before = uselocale(locale);
	mbstate_t state = { 0 };
	wchar_t wide;

	mbrtowc(&wide, "a", 1, &state);
	uselocale(before);
}

locale_t bgqemu_newlocale(int mask, const char *name, locale_t base)
{
	call_begin();
	host_heap_enter();
	locale_t made = newlocale(mask, name, base);

	if (made)
		load_conversions(made);
	host_heap_leave();
	return made;
}

locale_t emu_duplocale(locale_t locale);
locale_t emu_duplocale(locale_t locale)
{
	struct process *p = thread_self->process;

	call_begin();
	if (locale == LC_GLOBAL_LOCALE && p->locale)
		locale = p->locale;
	host_heap_enter();
	locale_t made = duplocale(locale);

	host_heap_leave();
	return made;
}

void emu_freelocale(locale_t locale);
void emu_freelocale(locale_t locale)
{
	call_begin();
	freelocale(locale);
}

void bgqemu_process_locale(locale_t locale)
{
	call_begin();
	thread_self->process->locale = locale;
	follow_switches(thread_self->process);
	libc_locale_enter();
}

locale_t emu_uselocale(locale_t locale);
locale_t emu_uselocale(locale_t locale)
{
	struct thread_user *u = thread_self->user;
	locale_t before = u->locale ? u->locale : LC_GLOBAL_LOCALE;

	call_begin();
	if (!locale)
		return before;
	u->locale = locale == LC_GLOBAL_LOCALE ? NULL : locale;
	follow_switches(thread_self->process);
	libc_locale_enter();
	return before;
}

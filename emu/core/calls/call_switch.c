/* call_switch.c - see call_switch.h. */
#include "call_switch.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "call_costs.h"

static bool is_one_of(const char *name, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(list[i], name))
			return true;
	return false;
}

static bool stays(const char *name)
{
#define STAYS(name) #name,
	static const char *const list[] = {
#include "call_stays.def"
	};
#undef STAYS

	return is_one_of(name, list, sizeof list / sizeof *list);
}

/* A long double is an argument on the stack, wherever it stands.  A name that is not known may
 * have more arguments than registers. */
static bool may_have_words(const char *name)
{
	static const char *const list[] = { "syscall", "nexttoward", "nexttowardf", "lgammal_r",
		"fopencookie", "getnameinfo", "gethostbyaddr_r", "gethostbyname2_r",
		"getnetbyaddr_r" };
	size_t n = strlen(name);

	if (!strncmp(name, "bgqemu_", 7))
		return false;
	return !call_cost_of(name)->name || (n && name[n - 1] == 'l') ||
	       is_one_of(name, list, sizeof list / sizeof *list);
}

enum call_switch call_switch_of(const char *name)
{
	if (stays(name))
		return CALL_STAYS;
	return may_have_words(name) ? CALL_SWITCHES_WORDS : CALL_SWITCHES;
}

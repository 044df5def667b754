/*
 * coverage_exit.c - part of bgq-run in the build of make coverage only: bgq-run ends by
 * _exit() in several places, which keeps no counts by itself.  The linker leads all of them
 * here (--wrap=_exit).  Ends by a signal are not counted.
 */
void __gcov_dump(void);
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);

void __wrap__exit(int status)
{
	__gcov_dump();
	__real__exit(status);
}

/* Counters are static data, and the handler of faults counts, too. */
extern const _Bool own_state_stays_open;
const _Bool own_state_stays_open = 1;

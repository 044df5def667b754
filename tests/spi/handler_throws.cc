/*
 * handler_throws.cc - what a handler of a fault throws is caught in the code that has faulted,
 * whose registers and objects are as they were; the program goes on and faults again.
 */
#include <signal.h>
#include <stdio.h>

static int ended;

struct local {
	~local()
	{
		ended++;
	}
};

static void handler(int sig, siginfo_t *, void *)
{
	throw sig;
}

/* The address comes late, so that the sum is in a register. */
static __attribute__((noinline)) long sum_up_to(volatile long *const *p, int n)
{
	local one;
	long sum = 0;

	for (int i = 0; i < n; i++)
		sum += *p[i];
	return sum;
}

static __attribute__((noinline)) long caught(volatile long *const *p, int n)
{
	long before = n * 3;

	try {
		return sum_up_to(p, n);
	} catch (int sig) {
		return sig == SIGSEGV ? -before : 0;
	}
}

int main()
{
	struct sigaction sa = {};
	volatile long one = 1;
	volatile long *where[4] = { &one, &one, nullptr, &one };

	sa.sa_sigaction = handler;
	sa.sa_flags = SA_SIGINFO | SA_NODEFER;
	sigaction(SIGSEGV, &sa, NULL);
	for (int i = 0; i < 3; i++)
		if (caught(where, 2) != 2 || caught(where, 4) != -12)
			return 1;
	return ended != 6;
}

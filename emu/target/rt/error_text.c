/*
 * error_text.c - texts of errors and signals that have none of their own: libc makes them in a
 * buffer of the host's thread, here it is one of the process.
 */
#include "private.h"

#include <locale.h>
#include <signal.h>
#include <string.h>

#define TEXT_BYTES 64

RT_GIVES_WAY(strerror) RT_GIVES_WAY(strerror_l) RT_GIVES_WAY(strsignal) RT_GIVES_WAY(psignal)
RT_GIVES_WAY(psiginfo)

char *strerror(int error)
{
	static char text[TEXT_BYTES];

	return strerror_r(error, text, sizeof text);
}

/* There are no translations of them. */
char *strerror_l(int error, locale_t locale)
{
	static char text[TEXT_BYTES];

	(void)locale;
	return strerror_r(error, text, sizeof text);
}

char *strsignal(int signal)
{
	static char text[TEXT_BYTES];
	const char *known = sigdescr_np(signal);

	if (known)
		return (char *)known;
	if (signal >= SIGRTMIN && signal <= SIGRTMAX)
		snprintf(text, sizeof text, "Real-time signal %d", signal - SIGRTMIN);
	else
		snprintf(text, sizeof text, "Unknown signal %d", signal);
	return text;
}

void psignal(int signal, const char *what)
{
	fprintf(stderr, "%s%s%s\n", what ? what : "", what && *what ? ": " : "",
		strsignal(signal));
}

void psiginfo(const siginfo_t *info, const char *what)
{
	fprintf(stderr, "%s%s%s (%d)\n", what ? what : "", what && *what ? ": " : "",
		strsignal(info->si_signo), info->si_code);
}

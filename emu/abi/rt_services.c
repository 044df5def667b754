/*
 * rt_services.c - services of bgq-run for the support library inside every image
 * (emu/rt/): the end of the process.
 */
#include "emu/machine/call.h"
#include "emu/machine/machine.h"
#include "emu/report/report.h"
#include "emu/rt/rt.h"

void bgqemu_process_exit(int status)
{
	call_begin();
	thread_charge(0);
	process_exit(status & 0xff);
}

void bgqemu_process_abort(int sig, const char *text)
{
	call_begin();
	thread_charge(0);
	report_signal(thread_self, sig, text, 0, 0);
	process_exit(128 + sig);
}

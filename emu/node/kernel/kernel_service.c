/*
 * kernel_service.c - Kernel_* calls on the monitoring of a node: RAS records for the
 * service node, the kernel's log, power (spi/include/kernel/debug.h, trace.h,
 * envmon.h).  Records appear in bgq-run's own report.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <spi/include/kernel/debug.h>
#include <spi/include/kernel/envmon.h>
#include <spi/include/kernel/trace.h>

#include "kernel.h"
#include "emu/node/machine/process.h"
#include "emu/show/report/report.h"

#define TEXT_BYTES 256
#define WORDS_MAX 16
#define FLIGHT_LOG_MIN 1024
#define READINGS 14

int Kernel_InjectASCIIRAS(uint32_t id, const uint8_t *text)
{
	char line[TEXT_BYTES + 1];
	size_t n = 0;

	call_begin();
	if (!call_may_access(text, TEXT_BYTES))
		return EFAULT;
	for (; n < TEXT_BYTES && text[n]; n++)
		line[n] = isprint(text[n]) ? (char)text[n] : ' ';
	line[n] = '\0';
	report_ras_message(thread_self, id, line);
	return 0;
}

int Kernel_InjectRAWRAS(uint32_t id, size_t bytes, const uint64_t *words)
{
	char line[WORDS_MAX * 17 + 1] = "";
	uint64_t word;
	int n = 0;

	call_begin();
	if (!call_may_access(words, bytes))
		return EFAULT;
	if (bytes % sizeof *words || bytes / sizeof *words > WORDS_MAX)
		return EINVAL;
	for (size_t i = 0; i < bytes; i += sizeof word) {
		memcpy(&word, (const char *)words + i, sizeof word);
		n += snprintf(line + n, sizeof line - (size_t)n, "%s%016" PRIx64,
			      i ? " " : "", word);
	}
	report_ras_message(thread_self, id, line);
	return 0;
}

/* This kernel keeps no log. */
int Kernel_GetFlightLog(size_t bytes, char *buffer)
{
	call_begin();
	if (bytes < FLIGHT_LOG_MIN)
		return EINVAL;
	if (!call_may_access(buffer, bytes))
		return EFAULT;
	return ENOSYS;
}

/* ---- Nothing here draws power or measures it. */

uint64_t Kernel_GetRawEnvmonPowerData(int mode, uint8_t *version, uint64_t volts[14],
				      uint64_t amperes[14])
{
	(void)mode;
	call_begin();
	if ((version && !call_may_access(version, 1)) ||
	    (volts && !call_may_access(volts, READINGS * sizeof *volts)) ||
	    (amperes && !call_may_access(amperes, READINGS * sizeof *amperes)))
		return EFAULT;
	return ENOSYS;
}

uint64_t Kernel_SetPowerConsumptionParam(uint64_t param, uint64_t value)
{
	(void)param, (void)value;
	call_begin();
	return ENOSYS;
}

uint64_t Kernel_ExecEnvmon2Command(uint64_t command)
{
	(void)command;
	call_begin();
	return ENOSYS;
}

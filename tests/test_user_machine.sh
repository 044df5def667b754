#!/bin/sh
# test_user_machine.sh - what sources of users ask of the machine and its kernel that no other test
# has: time, memory, places, power, counters; found by compiling and running programs of others.
# Leaves out: libraries and headers (test_user_codes.sh),
# sources for bgxlc (test_xl_codes.sh), and PowerPC assembly (test_ppc_asm.sh).
# Usage: test_user_machine.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
build=$(cd "$build" && pwd)
run=$build/bin/bgq-run cc=$build/bin/bgq-cc

# ---- the host's clock, by assembly and by the compiler's functions, is the node's time base
cat >"$tmp/clock.c" <<'END'
#include <stdint.h>
#include <stdio.h>
#include <x86intrin.h>
#include <hwi/include/bqc/A2_inlines.h>
static uint64_t by_assembly(void)
{
	uint32_t low, high;
	__asm__ volatile("lfence; rdtsc; lfence" : "=a"(low), "=d"(high));
	return (uint64_t)high << 32 | low;
}
int main(void)
{
	unsigned cpu;
	uint64_t t[5];
	for (int round = 0; round < 2; round++) { /* code is fetched in the first */
		t[0] = GetTimeBase(), t[1] = by_assembly(), t[2] = __rdtsc();
		t[3] = __rdtscp(&cpu), t[4] = GetTimeBase();
	}
	for (int i = 1; i < 5; i++)
		if (t[i] <= t[i - 1] || t[i] > t[i - 1] + 200)
			return i;
	printf("; rdtsc\n%u\n", cpu);
	return 0;
}
END
for o in -O0 -O2; do
	expect "compiles_reads_of_the_clock_$o" 0 '' "$cc" $o -o "$tmp/clock" "$tmp/clock.c"
	expect "the_hosts_clock_is_the_time_base_$o" 0 '' "$run" --np 1 : "$tmp/clock"
	[ "$(tr '\n' , <"$tmp/out")" = '; rdtsc,0,' ] || not_ok "its_text_stays_$o"
done

# ---- aligned memory is at the same physical address on all nodes, so that puts can name it
cat >"$tmp/aligned.c" <<'END'
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <spi/include/kernel/memory.h>
int main(void)
{
	for (size_t align = 64; align <= 1u << 28; align *= 8) {
		char *p = memalign(align, 1000);
		Kernel_MemoryRegion_t r;
		if (!p || (size_t)p % align || Kernel_CreateMemoryRegion(&r, p, 1000))
			return 1;
		printf("%zx\n", (size_t)r.BasePa + (size_t)(p - (char *)r.BaseVa));
	}
	return 0;
}
END
expect compiles_aligned_memory 0 '' "$cc" -O2 -o "$tmp/aligned" "$tmp/aligned.c"
expect aligned_memory 0 '' "$run" --np 8 : "$tmp/aligned"
if [ "$(sort -u "$tmp/out" | wc -l)" -eq 8 ] && [ "$(wc -l <"$tmp/out")" -eq 64 ]; then
	ok aligned_memory_is_at_one_physical_address
else
	not_ok aligned_memory_is_at_one_physical_address
fi

# ---- malloc's blocks hold vectors of four numbers, as those of the machine
cat >"$tmp/vectors.c" <<'END'
#include <stdlib.h>
int main(void)
{
	char *p = NULL, *kept[100];
	for (int i = 0; i < 100; i++) {
		kept[i] = i % 3 ? malloc((size_t)i * i) : calloc(3, (size_t)i);
		p = realloc(i % 7 ? p : NULL, (size_t)i * 50);
		if (((size_t)kept[i] | (size_t)p) % 32)
			return 1;
		if (i % 5 == 4)
			free(kept[i / 2]), kept[i / 2] = NULL;
	}
	return 0;
}
END
expect compiles_blocks_for_vectors 0 '' "$cc" -O0 -o "$tmp/vectors" "$tmp/vectors.c"
expect blocks_hold_vectors 0 '' "$run" --np 2 : "$tmp/vectors"

# ---- system calls by number; the kernel's list of regions, from a package's copy of its library
cat >"$tmp/calls.c" <<'END'
#include <cnk/include/SPI_syscalls.h>
#include <firmware/include/personality.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
CNKSPI_MemoryRegionCacheElement_t _cnkspi_MemoryRegionCache[CNKSPI_MAX_NUM_CACHED_MEMORY_REGIONS];
uint64_t _cnkspi_MemoryRegionCacheNumElements, _cnkspi_MemoryRegionCacheLock;
uint64_t _cnkspi_MemoryRegionCacheLastAccessedElementNumber;
int main(int argc, char **argv)
{
	Personality_t p;
	Kernel_MemoryRegion_t r;
	uint32_t ids[8], n = 0;
	MUSPI_InjFifoSubGroup_t group;
	Kernel_InjFifoAttributes_t attributes = { 0 };
	if (CNK_SPI_SYSCALL_2(GET_PERSONALITY, &p, sizeof p) != 0 || p.Network_Config.Enodes != 2)
		return 1;
	if (CNK_SPI_SYSCALL_2(GET_PERSONALITY, &p, (uint64_t)1) != EINVAL)
		return 2;
	if (CNK_SPI_SYSCALL_0(GETRANK) != Kernel_GetRank())
		return 3;
	if (CNK_SPI_SYSCALL_3(GETMEMORYREGION, &r, ids, sizeof ids) != 0 || r.BaseVa == NULL)
		return 4;
	ids[0] = 5;
	if (CNK_SPI_SYSCALL_5(ALLOCATE_INJ_FIFOS, 1, &group, 1, ids, &attributes) != 0)
		return 5;
	if (CNK_SPI_SYSCALL_3(QUERY_INJ_FIFOS, 1, &n, ids) != 0 || n != 7 || ids[5] != 6)
		return 6;
	if (argc > 1)
		CNK_SPI_SYSCALL_2(TMWRITE, argv[1], 1);
	unsigned long long config = p.Kernel_Config.NodeConfig, *same = &p.Kernel_Config.NodeConfig;
	return config != *same;
}
END
expect compiles_calls_by_number 0 '' "$cc" -Wall -Werror -o "$tmp/calls" "$tmp/calls.c"
expect calls_by_number 0 '' "$run" --np 2 : "$tmp/calls"
expect a_call_without_a_function_is_named 134 \
	'CNK_SPI_SYSCALL\(TMWRITE\) is not implemented.* called from main' \
	"$run" --np 2 : "$tmp/calls" x

# ---- places in the machine, taken apart and read back; power, which nothing here measures
cat >"$tmp/places.c" <<'END'
#include <stdio.h>
#include <string.h>
#define EMON_DEFINE_GLOBALS
#include <hwi/include/bqc/testint_inlines.h>
#include <hwi/include/common/uci.h>
#include <spi/include/emon/emon.h>
static int wrong;
/* text is what it is read as; -1: it is no place. */
static void place(const char *text, int kind)
{
	char buffer[40], back[40] = "";
	BG_UniversalComponentIdentifier uci;
	int rc = bg_string_to_uci(strcpy(buffer, text), &uci);
	wrong |= kind < 0 ? rc == 0 :
		rc != 0 || bg_decodeComponent(uci) != kind || bg_uci_toString(uci, back) != 0 ||
		strcmp(text, back) != 0;
	if (wrong)
		printf("%s: %d, %s\n", text, rc, back);
}
int main(int argc, char **argv)
{
	unsigned row, column, midplane, board, card, core;
	double volt[14], amps[14];
	BG_UniversalComponentIdentifier u =
		bg_encodeComputeCardCoreOnNodeBoardUCI(17, 3, 1, 15, 31, 16);
	wrong = bg_decodeComputeCardCoreOnNodeBoardUCI(u, &row, &column, &midplane, &board, &card,
		&core) != 0 || row != 17 || column != 3 || midplane != 1 || board != 15 ||
		card != 31 || core != 16;
	place("R00", 1), place("Q1V", 2), place("RA3-M1", 3), place("R00-B3", 4);
	place("R00-B3-P8", 5), place("Q00-B-P7", 6), place("R12-K", 7), place("Q12-K1", 8);
	place("R00-IF", 9), place("Q00-IC", 10), place("R00-M0-N15", 11);
	place("Q00-I1-H2", 12), place("R00-M0-N03-J31", 13), place("Q00-I7-J07", 14);
	place("R00-M1-N15-J31-C16", 15), place("Q00-I7-J07-C00", 16), place("R00-M1-S", 17);
	place("R00-M1-N05-U08", 18), place("Q00-I1-U05", 19), place("R00-M0-N00-O35", 20);
	place("Q00-I1-O09", 21), place("R00-M0-N00-D1", 22), place("Q00-I1-A1", 23);
	place("Q00-B", 24), place("Q00-I1-D0", 25), place("R00-I1-H2", 26);
	place("R00-I1-H2-F1", 27), place("Q00-I1-H2-F1", 28), place("R00-L", 29);
	place("R00-I1-J10", 30);
	place("", -1), place("R0", -1), place("S00", -1), place("RW0", -1), place("R00-M2", -1);
	place("R00-M0-N16", -1), place("R00-M0-N0", -1), place("R00-M0-N00-", -1);
	place("R00-M0-N0A", -1), place("R00-M0-N00-J32", -1), place("R00-m0", -1);
	if (EMON_SetupPowerMeasurement() != -1 || EMON_GetPower_impl(volt, amps) != -1)
		return 2;
	if (domain_info[6].domain_id != 7 || EMON_DCA_DATID_DCA1_VO_INTBUSP8 != 28 ||
	    EMON_DCA_DATID_TOTAL_IMON7 + 1 != EMON_DCA_DATID_NUM)
		return 3;
	if (argc > 1)
		printf("%lu %s\n", (unsigned long)TI_CoreFrequency(), argv[1]);
	return wrong || GetTimeBase() == 0;
}
END
expect compiles_places 0 '' "$cc" -Wall -Werror -O1 -o "$tmp/places" "$tmp/places.c"
expect places_in_the_machine 0 '' "$run" --np 1 : "$tmp/places"
expect the_kernels_registers_are_named 134 'TI_CoreFrequency is not implemented' \
	"$run" --np 1 : "$tmp/places" x

# ---- the performance monitor as PAPI, lattice codes and IBM's examples use it; its locks
cat >"$tmp/monitor.c" <<'END'
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <bgpm/include/bgpm.h>
#include <bgpm/include/err.h>
#include <spi/include/upci/upci.h>
#define THREADS 5
#define TIMES 40
static UPC_Lock_t lock;
static UPC_Barrier_t barrier, latch;
static UPC_Atomic_Int_t arrived;
static volatile uint64_t status = 6;
static int locked, leaders, wrong;
static void *work(void *unused)
{
	for (int i = 0; i < TIMES; i++) {
		UPC_Lock(&lock);
		locked++;
		UPC_Unlock(&lock);
	}
	if (UPC_Barrier(&barrier, THREADS, 10000000) != 0)
		wrong = 2;
	if (locked != THREADS * TIMES)
		wrong = 3;
	if (LeaderLatch(&latch, &status, 2) == LLATCH_LEADER) {
		leaders++;
		status = 0;
		LeaderUnLatch(&latch);
	}
	UPC_Atomic_Incr(&arrived);
	UPC_Atomic_Wait(&arrived, THREADS);
	return unused;
}
int main(int argc, char **argv)
{
	pthread_t thread[THREADS];
	Bgpm_EventInfo_t info;
	uint16_t match, mask;
	for (long i = 1; i < THREADS; i++)
		pthread_create(&thread[i], NULL, work, NULL);
	work(NULL);
	for (long i = 1; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	if (wrong || leaders != 1 || UPC_Atomic_Decr(&arrived) != THREADS - 1)
		return 2;
	Bgpm_Init(BGPM_MODE_SWDISTRIB);
	if (!Bgpm_LibLinked() || Bgpm_GetEventIdInfo(PEVT_MU_PKT_INJ, &info) != BGPM_EOK ||
	    strcmp(info.label, "PEVT_MU_PKT_INJ") != 0 || info.unitType != BGPMUnitType_IO)
		return 3;
	if (UPC_APP_HWTID_MASK(1) != 1ull << 62 || BGPM_LLCOUNT_OVERFLOW(Bgpm_LastErr()))
		return 4;
	if (argc > 1) {
		Bgpm_ExitOnError(BGPM_FALSE);
		return Bgpm_GetXuMatch(Bgpm_CreateEventSet(), 0, &match, &mask) == BGPM_ENOTIMPL ?
			5 : 6;
	}
	return Bgpm_LastErr();
}
END
expect compiles_the_monitor 0 '' "$cc" -Wall -Werror -O2 -o "$tmp/monitor" "$tmp/monitor.c" \
	-lbgpm -lpthread
expect monitor_and_its_locks 0 '' "$run" --np 1 : "$tmp/monitor"
expect opcode_matching_is_refused_by_name 5 'bgpm: Bgpm_GetXuMatch: error -1001' \
	"$run" --np 1 : "$tmp/monitor" x

# ---- the second interface to power, which nothing answers; the timers of ptools_ptr
cat >"$tmp/meters.c" <<'END'
#define EMON2_DEFINE_GLOBALS
#include <spi/include/emon/emon2.h>
#include <spi/include/ptools_ptr/ctimer.h>
#include <stdio.h>
int main(void)
{
	EMON2_measurement_data_t d = { .api_ctime = 7 };
	PTR_wall_timer_val from, to;
	PTR_usr_timer_val user[2];
	double tick = PTR_WALL_NOM_TICK, none = 0, seconds;
	int status = 5, rc = EMON2_SetupPower();
	if (rc != EMON2_ERR_SYNC || EMON2_GetMeasurementData(&d) >= 0 || d.api_ctime != 7)
		return 1;
	puts(EMON2_GetErrorMessage(rc));
	PTR_Init_wall_timer(&tick, 0, &status);
	PTR_Init_usr_timer(&none, 0, &status);
	PTR_Get_wall_time(&from);
	PTR_Get_usr_time(&user[0]);
	usleep(50000);
	PTR_Get_usr_time(&user[1]);
	PTR_Get_wall_time(&to);
	PTR_Get_wall_interval(&from, &to, &seconds, &status);
	if (seconds < 0.05 || seconds > 0.0501 || status != 5 || EMON2_domain_num[6] != 7)
		return 2;
	PTR_Get_usr_interval(&user[0], &user[1], &seconds, &status);
	return seconds < 0 || status != 5;
}
END
expect compiles_meters 0 '' "$cc" -Wall -Werror -o "$tmp/meters" "$tmp/meters.c" -lptools_ptr
expect meters_are_silent 0 '' "$run" --np 1 : "$tmp/meters"
grep -qx "the board's controller does not answer in time" "$tmp/out" || not_ok their_error
summary

#!/bin/sh
# test_user_codes.sh - what sources of users do that no other test has: found by compiling and
# running programs of others.
# Usage: test_user_codes.sh BUILD_DIR
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
	uint64_t t[] = { GetTimeBase(), by_assembly(), __rdtsc(), __rdtscp(&cpu), GetTimeBase() };
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

# ---- a message that nothing receives is noticed in a program with MPI, too
cat >"$tmp/lost.c" <<'END'
#include <mpi.h>
#include <string.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/InjFifo.h>
static char fifo[4096] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t group;
int main(int argc, char **argv)
{
	Kernel_InjFifoAttributes_t attributes = { .RemoteGet = 0 };
	MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info;
	Kernel_MemoryRegion_t r;
	MUHWI_Descriptor_t d;
	uint32_t id = 0;
	MPI_Init(&argc, &argv);
	Kernel_AllocateInjFifos(0, &group, 1, &id, &attributes);
	Kernel_CreateMemoryRegion(&r, fifo, sizeof fifo);
	Kernel_InjFifoInit(&group, id, &r, (uint64_t)fifo - (uint64_t)r.BaseVa, sizeof fifo - 1);
	Kernel_InjFifoActivate(&group, 1, &id, KERNEL_INJ_FIFO_ACTIVATE);
	memset(&info, 0, sizeof info);
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EP;
	MUSPI_SetUpDestination(&info.Base.Dest, 0, 0, 0, 0, 1);
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.MemFIFO.Rec_FIFO_Id = 2; /* which node 1 has not allocated */
	MUSPI_CreatePt2PtMemoryFIFODescriptor(&d, &info);
	if (Kernel_GetRank() == 0)
		MUSPI_InjFifoInject(MUSPI_IdToInjFifo(id, &group), &d);
	return MPI_Finalize();
}
END
expect compiles_a_lost_message 0 '' "$build/bin/bgq-mpicc" -O1 -o "$tmp/lost" "$tmp/lost.c"
expect a_lost_message_is_a_ras_record 123 \
	'RAS: rank 1 .*reception FIFO 2: Rec_FIFO_Id = 0x2: not allocated' \
	"$run" --np 2 : "$tmp/lost"

# ---- libraries of the machine's that are not there, as long as nothing of them is called
echo 'int main(void) { return 0; }' >"$tmp/nothing.c"
expect libraries_of_the_machine_are_dropped 0 '' "$cc" -o "$tmp/nothing" "$tmp/nothing.c" \
	-L/opt/ibmcmp/xlmass/bg/7.3/bglib64 -lmass_simd -lmassv -lmass -lxlf90_r -lxlopt -lxl \
	-lxlsmp -lxlfmath -lnss_files -lnss_dns -lm -lrt
expect others_are_not 1 'nosuch' "$cc" -o "$tmp/nothing" "$tmp/nothing.c" -lnosuch

summary

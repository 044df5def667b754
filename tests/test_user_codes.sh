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

summary

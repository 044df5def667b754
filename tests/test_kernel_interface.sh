#!/bin/sh
# test_kernel_interface.sh - what programs reach without a call, and beside the SPI: registers
# at the addresses that the headers hand out, threads that share a hardware thread, the
# performance monitor, headers by every path; and what is refused by name.
# Leaves out: counters of the core (test_core_counters.sh).
# Usage: test_kernel_interface.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
cd "$(dirname "$0")/.." || exit 1
bqc=include/hwi/include/bqc

# ---- registers at their addresses on the machine
# AddressSanitizer has its shadow memory where programs find these registers, so that a
# sanitized bgq-run gets no fault there.
at=$spi/machine_addresses
if nm "$run" | grep -q __asan_init; then machine_addresses=; else machine_addresses=yes; fi
if [ "$machine_addresses" ]; then
expect registers_at_machine_addresses 0 '' "$run" --np 4 --timeout 500 : "$at"
expect registers_at_machine_addresses_clock_off 0 '' "$run" --np 4 --timeout 500 --clock off : "$at"
expect registers_at_machine_addresses_not_parked 0 '' \
	"$run" --np 4 --timeout 500 --parking=off : "$at"

# refused WHAT TEXT
refused() {
	expect "access_refused_by_name_$1" 139 "address 0x[0-9a-f]+, in .*: $2" \
		"$run" --np 1 --timeout 500 : "$at" "$1"
}
refused privileged 'a privileged address: .* PHYMAP_PRIVILEGEDOFFSET'
refused narrow 'registers of the message unit take plain loads and stores of 8 bytes only'
refused beyond 'registers of the message unit .* below its 17 groups'
refused dcr 'device control registers take plain loads'
refused l2 'the L2 central unit is not modelled'
refused fastl2 'the L2 central unit is not modelled'
refused upc 'the registers of the performance counters .*bgpm.h'
refused gea 'the interrupt aggregator is not modelled'
refused pcie 'PCI Express'
refused bedram 'no device for programs is there'
expect store_without_a_model_priority 2 'RAS: .*injection FIFOs from 48: priority = 0x1' \
	"$run" --np 1 --timeout 500 : "$at" priority
expect store_without_a_model_scan 2 'RAS: .*injection FIFOs from 48: scan = 0x0: not modelled' \
	"$run" --np 1 --timeout 500 : "$at" scan
fi

# The program above names every address macro there is.
sed -n 's/^#define \(BGQ_MU_[A-Za-z0-9_]*\)(.*/\1/p
	s/^#define \(BGQ_MU_[A-Za-z0-9_]*_OFFSET\) .*/\1/p' \
	$bqc/MU_Macros.h | grep -v '_STARTING_OFFSET$' >"$tmp/macros"
sed -n 's/^#define \(L1P_[A-Za-z0-9_]*\)\((n)\)\{0,1\} _L1P_REG.*/\1/p' $bqc/l1p_mmio.h \
	>>"$tmp/macros"
missing=$(while read -r macro; do
	grep -q "\b$macro\b" tests/spi/machine_addresses.c || echo "$macro"
done <"$tmp/macros")
echo "$(wc -l <"$tmp/macros") macros; missing: $missing" >"$tmp/out"
if [ "$missing" ] || [ "$(wc -l <"$tmp/macros")" -lt 80 ]; then not_ok every_address_macro_is_tried
else ok every_address_macro_is_tried; fi

# ---- five threads on a hardware thread
many=$spi/threads_many
for ranks in 1 8 64; do
	expect "threads_many_of_${ranks}_on_a_node" 0 '' "$run" -p $ranks --np $((2 * ranks)) \
		--shape 1x1x1x1x2 --timeout 500 : "$many"
done
expect threads_many_clock_off 0 '' "$run" --np 2 --shape 1x1x1x1x2 --timeout 500 --clock off : \
	"$many" untimed
expect threads_many_not_parked 0 '' "$run" --np 2 --shape 1x1x1x1x2 --timeout 500 \
	--parking=off : "$many"
expect one_that_spins_keeps_its_hardware_thread 125 \
	'thread 2 waits for its turn on a hardware thread' \
	"$run" --np 1 --shape 1x1x1x1x1 --timeout 500 : "$many" spin
expect one_thread_each_if_asked_for 1 'pthread_create.* == 0' \
	"$run" --np 1 --shape 1x1x1x1x1 --envs BG_THREADMODEL=1 : "$many"

# ---- the performance monitor
for workers in 1 3; do
	expect "counts_with_${workers}_workers" 0 '' \
		"$run" --shape 4x1x1x1x1 --workers $workers --timeout 500 : "$spi/counters"
done
counts_refused() {
	expect "monitor_refuses_$1" 1 "bgpm: $2" \
		"$run" --shape 3x1x1x1x1 --timeout 500 : "$spi/counters" "$1"
}
counts_refused event 'Bgpm_AddEvent: error -1001: PEVT_L2_REQ_REJECT: not modelled'
counts_refused channels 'Bgpm_SetEventVirtChannels: error -1001: '
counts_refused overflow 'Bgpm_SetOverflow: error -2011: PEVT_NW_SENT: '
counts_refused twice 'Bgpm_Init: error -2000: '
counts_refused handle 'Bgpm_Start: error -2004: '
expect monitor_returns_errors_if_asked 0 '' \
	"$run" --shape 3x1x1x1x1 --timeout 500 : "$spi/counters" lenient
for trains in on off; do
	"$run" --np 32 --trains=$trains --timeout 500 : "$spi/train_counters" \
		>"$tmp/$trains" 2>"$tmp/err"
done
cp "$tmp/on" "$tmp/out"
if [ "$(wc -l <"$tmp/on")" -eq 32 ] && cmp -s "$tmp/on" "$tmp/off"; then ok counts_of_trains
else not_ok counts_of_trains; fi

# ---- headers
cc=$build/bin/bgq-cc
case $cc in /*) ;; *) cc=$PWD/$cc ;; esac

# compiles NAME SOURCE... : a file of these lines
compiles() {
	name=$1
	shift
	printf '%s\n' "$@" >"$tmp/$name.c"
	expect "$name" 0 '' "$cc" -Wall -Wextra -Werror -o "$tmp/$name" "$tmp/$name.c"
}

# Headers that each header brings as IBM's does, besides its own.
compiles names_from_thread_h '#include <spi/include/kernel/thread.h>' \
	'int main(void) { uint64_t t = GetTimeBase(); Delay(10); DelayTimeBase(10); ppc_msync();' \
	'	errno = EAGAIN;' \
	'	return GetTimeBase() <= t || FIOBGQATOMIC == 0 || __NR_GET_PERSONALITY == 0; }'
expect names_from_thread_h_work 0 '' "$run" --np 1 : "$tmp/names_from_thread_h"
for header in memory process collective debug gi envmon rdma sendx spec trace upci MU; do
	compiles "FIOBGQATOMIC_from_${header}_h" "#include <spi/include/kernel/$header.h>" \
		'int main(void) { return FIOBGQATOMIC == 0 || EIO == 0; }'
done
compiles names_from_memory_h '#include <spi/include/kernel/memory.h>' \
	'int main(void) { printf("%d\n", CONFIG_AFFIN_SLOTS_PER_HWTHREAD);' \
	'	return VA_MINADDR_L1P != PHYMAP_MINADDR_L1P || L1P_CFG_PF_USR == 0; }'
compiles names_from_location_h '#include <spi/include/kernel/location.h>' \
	'int main(void) { return SPRG_SPIinfo_NumCores == 0; }'
compiles names_from_MU_h '#include <spi/include/kernel/MU.h>' \
	'int main(void) { return MU_DCR(RESET) == 0 || ND_500_DCR(RESET) == 0; }'
compiles names_from_wait_h '#include <spi/include/wu/wait.h>' \
	'int main(void) { return WU_DCR__THREAD0_WU_EVENT_SET__MU_WU_EN_set(1) != 0x100 ||' \
	'	CLEAR_THREAD(0) == 0; }'
compiles names_from_TermCheck_h '#include <spi/include/mu/TermCheck.h>' \
	'int main(void) { return ND_RESE_DCR_num != 11; }'
compiles names_from_BIC_h '#include <hwi/include/bqc/BIC.h>' \
	'int main(void) { return PUEA_INTERRUPT_STATUS_MU_ALL_MASK != 0x7800000; }'
compiles names_from_upc_hw_h '#include <spi/include/kernel/upc_hw.h>' \
	'int main(void) { puts(_AT_); return UNLIKELY(0); }'
compiles headers_that_programs_name '#include <firmware/include/VirtualMap.h>' \
	'#include <cnk/include/Config.h>' '#include <spi/include/kernel/upc_hw.h>' \
	'#include <hwi/include/bqc/dcr_names.h>' '#include <hwi/include/bqc/l1p_dcr.h>' \
	'#include <hwi/include/bqc/l2_dcr.h>' '#include <hwi/include/bqc/wu_dcr.h>' \
	'#include <hwi/include/bqc/BIC.h>' 'int main(void) { return 0; }'
compiles list_of_dcr_names '#define _DCR_NAMES_INCLUDE_LIST' \
	'#include <hwi/include/bqc/dcr_names.h>' \
	'int main(void) { const BG_DCR_Name *n = dcrNameList; unsigned count = 0;' \
	'	for (; n->dcrName; n++) { DCRReadUser(n->dcrNumber); count++; }' \
	'	return count < 20; }'
expect listed_dcrs_can_be_read 0 '' "$run" --np 1 : "$tmp/list_of_dcr_names"

# Two files that both define what IBM declares inline and does not define.
tokens='int32_t Kernel_GetNDExpectedTokens(uint32_t a, uint32_t b, uint32_t *c)
	{ return (int32_t)(a + b + !c); }
int32_t Kernel_GetNDExpectedTokensDCR(uint32_t a, uint64_t *b) { return (int32_t)a + !b; }'
printf '#include <spi/include/kernel/MU.h>\n%s\nint other(void) { return 0; }\n' "$tokens" \
	>"$tmp/other.c"
printf '#include <spi/include/kernel/MU.h>\n%s\nint other(void);\n%s\n' "static inline $tokens" \
	'int main(void) { return other() + Kernel_GetNDExpectedTokens(0, 0, (uint32_t *)8); }' \
	>"$tmp/one.c"
printf '#include <spi/include/kernel/MU.h>\n%s\n' "$tokens" >"$tmp/third.c"
expect tokens_are_defined_in_each_file 0 '' "$cc" -Wall -o "$tmp/tokens" "$tmp/one.c" \
	"$tmp/other.c" "$tmp/third.c"
expect tokens_of_each_file_are_its_own 0 '' "$run" --np 1 : "$tmp/tokens"

# ---- includes by their absolute paths on the machine, also from a header of the program
if [ -e /bgsys ]; then echo "    /bgsys is there: no test of absolute includes"; else
mkdir "$tmp/abs"
printf '%s\n' '#include </bgsys/drivers/ppcfloor/hwi/include/bqc/A2_inlines.h>' \
	'static const char *where(void) { return __FILE__; }' >"$tmp/abs/header.h"
printf '%s\n' '#include <stdio.h>' \
	'#include "/bgsys/drivers/ppcfloor/spi/include/kernel/location.h"' \
	'#include "abs/header.h"' \
	'int main(void) { printf("%s:%d %s %u\n", __FILE__, __LINE__, where(), Kernel_GetRank());' \
	'	return GetTimeBase() == 0; }' >"$tmp/absolute.c"
floor=$("$cc" --floor)
for host in gcc clang; do
	command -v $host >/dev/null || continue
	(cd "$tmp" && rm -f absolute.d &&
		BGQ_HOST_CC=$host "$cc" -Wall -Werror -MMD -c absolute.c) \
		>"$tmp/out" 2>&1
	if [ $? -eq 0 ]
	then ok "absolute_includes_by_$host"; else not_ok "absolute_includes_by_$host"; fi
	cp "$tmp/absolute.d" "$tmp/out"
	if grep -q "$floor/spi/include/kernel/location.h" "$tmp/out" &&
	   grep -q 'abs/header.h' "$tmp/out" && ! grep -q /bgsys "$tmp/out"; then
		ok "dependencies_of_absolute_includes_by_$host"
	else not_ok "dependencies_of_absolute_includes_by_$host"; fi
	expect "absolute_includes_link_by_$host" 0 '' env BGQ_HOST_CC=$host \
		"$cc" -o "$tmp/absolute" "$tmp/absolute.o"
	expect "absolute_includes_run_by_$host" 0 '' "$run" --np 1 : "$tmp/absolute"
	if grep -q 'absolute.c:4 .*abs/header.h 0$' "$tmp/out"; then ok "file_and_line_by_$host"
	else not_ok "file_and_line_by_$host"; fi
	printf '#include "/bgsys/drivers/ppcfloor/spi/no.h"\n' >"$tmp/no.c"
	expect "absolute_include_of_nothing_by_$host" 1 \
		'no.c:1:.*/bgsys/drivers/ppcfloor/spi/no.h' \
		env BGQ_HOST_CC=$host "$cc" -c -o "$tmp/no.o" "$tmp/no.c"
done
(cd "$tmp" && "$cc" -M absolute.c) >"$tmp/out" 2>&1
if grep -q "$floor/hwi/include/bqc/A2_inlines.h" "$tmp/out" && ! grep -q /bgsys "$tmp/out"; then
	ok dependencies_on_standard_output
else not_ok dependencies_on_standard_output; fi
fi

# ---- what is given wrongly is named.  Map files line by line: test_mapping.c.
for list in '' 1,,2 3-1 0-3-5 1-x; do
	expect "on_demand_list_<$list>" 2 "--on-demand: '$list' is not a list of ranks" \
		"$run" --np 4 --shape 1x1x1x2x2 "--on-demand=$list" : "$spi/boot"
done
expect on_demand_beyond_the_job 2 "--on-demand: '0,2-4': rank 4 of 4 ranks" \
	"$run" --np 4 --shape 1x1x1x2x2 --on-demand=0,2-4 : "$spi/boot"
expect on_demand_beyond_32_bits 2 'rank 4294967297 of 4 ranks' \
	"$run" --np 4 --shape 1x1x1x2x2 --on-demand=4294967297 : "$spi/boot"
expect on_demand_beyond_64_bits 2 'rank 18446744073709551615 or more of 4 ranks' \
	"$run" --np 4 --shape 1x1x1x2x2 --on-demand=99999999999999999999 : "$spi/boot"
expect mesh_and_torus_of_one_dimension 2 '--mesh and --torus: dimension C is in both' \
	"$run" --np 4 --shape 1x1x1x2x2 --mesh AC --torus BCDE : "$spi/boot"
expect mesh_and_torus_of_different_ones 0 '' \
	"$run" --np 4 --shape 1x1x1x2x2 --mesh AC --torus BDE : "$spi/boot"

mkfifo "$tmp/fifo"
expect fifo_as_a_map_file 2 "--mapping: '.*fifo' .*: not a regular file" \
	timeout 10 "$run" --np 4 --shape 1x1x1x2x2 --mapping "$tmp/fifo" : "$spi/boot"
expect fifo_as_a_program 126 'fifo: not a regular file' timeout 10 "$run" --np 4 : "$tmp/fifo"
expect fifo_for_counters 2 '--counters .*fifo: a FIFO that has no reader' \
	timeout 10 "$run" --np 4 --shape 1x1x1x2x2 --counters="$tmp/fifo" : "$spi/boot"
expect fifo_for_a_table_of_bgq_net 1 'fifo: a FIFO that has no reader' \
	timeout 10 "$build/bin/bgq-net" --shape 2x2x2x1x1 --load 10 --csv "$tmp/fifo"

size=$(wc -c <"$spi/boot")
for bytes in 40 1000 $((size / 2)) $((size - 100)); do
	head -c $bytes "$spi/boot" >"$tmp/cut"
	expect "program_of_the_first_${bytes}_bytes" 126 \
		"cut: (truncated program file: it ends after|not a program.*it has) $bytes bytes" \
		"$run" --np 4 : "$tmp/cut"
done

# A segment without contents is at no offset of the file, though one may be given: that of the
# third program header, at 64 + 2 * 56 + 8, is put behind the file's end.
cat >"$tmp/apart.c" <<END
static char zeros[100000] __attribute__((aligned(0x20000)));
int main(void) { zeros[5] = 1; return zeros[5] + zeros[99999] - 1; }
END
"$build/bin/bgq-cc" -Wl,-Tbss=0x40000 -o "$tmp/apart" "$tmp/apart.c" &&
	printf '\000\000\004\000\000\000\000\000' |
	dd of="$tmp/apart" bs=1 seek=184 conv=notrunc 2>/dev/null
expect segment_without_contents_behind_the_end 0 '' "$run" --np 2 : "$tmp/apart"

summary

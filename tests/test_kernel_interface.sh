#!/bin/sh
# test_kernel_interface.sh - what programs reach without a call: registers at the addresses
# that the headers hand out, headers by every path, and what is refused by name.
# Usage: test_kernel_interface.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
cd "$(dirname "$0")/.." || exit 1
bqc=include/hwi/include/bqc

# ---- registers at their addresses on the machine
at=$spi/machine_addresses
expect registers_at_machine_addresses 0 '' "$run" --np 4 --timeout 60 : "$at"
expect registers_at_machine_addresses_clock_off 0 '' "$run" --np 4 --timeout 60 --clock off : "$at"
expect registers_at_machine_addresses_not_parked 0 '' \
	"$run" --np 4 --timeout 60 --parking=off : "$at"

# refused WHAT TEXT
refused() {
	expect "access_refused_by_name_$1" 139 "address 0x[0-9a-f]+, in .*: $2" \
		"$run" --np 1 --timeout 60 : "$at" "$1"
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
refused bedram 'no device is there for programs'
expect store_without_a_model_priority 2 'RAS: .*injection FIFOs from 48: priority = 0x1' \
	"$run" --np 1 --timeout 60 : "$at" priority
expect store_without_a_model_scan 2 'RAS: .*injection FIFOs from 48: scan = 0x0: not modelled' \
	"$run" --np 1 --timeout 60 : "$at" scan

# The program above names every address macro there is.
sed -n 's/^#define \(BGQ_MU_[A-Za-z0-9_]*\)(.*/\1/p; s/^#define \(BGQ_MU_[A-Za-z0-9_]*_OFFSET\) .*/\1/p' \
	$bqc/MU_Macros.h | grep -v '_STARTING_OFFSET$' >"$tmp/macros"
sed -n 's/^#define \(L1P_[A-Za-z0-9_]*\)\((n)\)\{0,1\} _L1P_REG.*/\1/p' $bqc/l1p_mmio.h \
	>>"$tmp/macros"
missing=$(while read -r macro; do
	grep -q "\b$macro\b" tests/spi/machine_addresses.c || echo "$macro"
done <"$tmp/macros")
echo "$(wc -l <"$tmp/macros") macros; missing: $missing" >"$tmp/out"
if [ "$missing" ] || [ "$(wc -l <"$tmp/macros")" -lt 80 ]; then not_ok every_address_macro_is_tried
else ok every_address_macro_is_tried; fi

summary

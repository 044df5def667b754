#!/bin/sh
# test_api_report.sh - the list that make api-report generates tells the truth about
# samples of each kind, is complete where it can be checked, and refuses a stale
# list of partial ones.  And none of the functions that programs use is missing.
# Leaves out: whether a function does what it is listed for.
# Usage: test_api_report.sh BUILD_DIR
set -u
source=$(cd "$(dirname "$0")/.." && pwd)
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0

verdict() { # STATUS NAME
	if [ "$1" -eq 0 ]; then
		passed=$((passed + 1))
		echo "[       OK ] $2"
	else
		failed=$((failed + 1))
		echo "[  FAILED  ] $2"
	fi
}
report() { # PARTIAL_TXT
	"$source/emu/tools/api-report" "$source/include" "$source/emu/core/calls/calls.def" "$1"
}
has() { # NAME STATE FUNCTION: in the report with that state
	grep -Eq "^  $2 +$3(:|\$)" "$tmp/report"
	verdict $? "$1"
}

report "$source/emu/tools/api-partial.txt" >"$tmp/report"
verdict $? report_is_made
has runtime_function_works works Kernel_GetRank
has inline_works works MUSPI_InjFifoInject
has method_works works MUSPI_DescriptorBase::setPayload
has runtime_function_is_missing missing Kernel_RDMAOpen
has inline_is_missing missing MUSPI_Reset
has generated_inline_is_missing missing SPEC_TryAlloc
has macro_is_missing missing mtspr
has partial_names_its_reason partial Kernel_ConfigureInjFifoInterrupts

# Every name that bgq-run exports to headers is in it.
"$source/emu/tools/calls" "$source/emu/core/calls/calls.def" |
	sed -n 's/^\(Kernel_[^ ]*\) .*/\1/p' | sort -u >"$tmp/exported"
sed -n 's/^  [a-z]* *\(Kernel_[A-Za-z_0-9]*\).*/\1/p' "$tmp/report" | sort >"$tmp/reported"
comm -23 "$tmp/exported" "$tmp/reported" >"$tmp/unreported"
[ -s "$tmp/exported" ] && [ ! -s "$tmp/unreported" ]
verdict $? all_exports_are_reported
sed 's/^/    /' "$tmp/unreported"

echo 'Kernel_NoSuchThing not at all' >"$tmp/stale"
report "$tmp/stale" >/dev/null 2>"$tmp/err"
[ $? -eq 1 ] && grep -q 'nothing is called Kernel_NoSuchThing' "$tmp/err"
verdict $? unknown_partial_is_refused
echo 'Kernel_RDMAOpen in part' >"$tmp/stale"
report "$tmp/stale" >/dev/null 2>"$tmp/err"
[ $? -eq 1 ] && grep -q 'Kernel_RDMAOpen is missing' "$tmp/err"
verdict $? missing_partial_is_refused

# Functions that programs use and that are not messaging libraries.  Alias addresses of L2 atomics
# (__l2_op_ptr) cannot be had: loads from them would have to have effects.
missing=
for name in Compare_and_Swap32 DCRReadUser Delay DelayTimeBase GetTimeBase \
	Kernel_AllocateBaseAddressTable Kernel_AllocateInjFifos Kernel_AllocateRecFifos \
	Kernel_BlockThreadId Kernel_CreateMemoryRegion Kernel_DeallocateBaseAddressTable \
	Kernel_DeallocateInjFifos Kernel_DestroyMemoryRegion Kernel_GetMemorySize \
	Kernel_GetPersonality Kernel_GetRank Kernel_InjFifoActivate Kernel_InjFifoInit \
	Kernel_JobCoords Kernel_L1pBaseAddress Kernel_L1pGetCurrentPatternAddress \
	Kernel_L1pSetPatternAddress Kernel_L2AtomicsAllocate Kernel_MyTcoord \
	Kernel_Physical2GlobalVirtual Kernel_Physical2Virtual Kernel_PhysicalHWThreadID \
	Kernel_PhysicalProcessorID Kernel_ProcessCount Kernel_ProcessorCoreID \
	Kernel_ProcessorCount Kernel_ProcessorID Kernel_ProcessorThreadID \
	Kernel_QueryBaseAddressTable Kernel_QueryInjFifos Kernel_QueryRecFifos \
	Kernel_RanksToCoords Kernel_RecFifoEnable Kernel_RecFifoInit Kernel_ThreadMask \
	L1P_PatternConfigure L1P_PatternGetAbandonThreshold L1P_PatternGetCurrentDepth \
	L1P_PatternGetEnable L1P_PatternGetNestingMode L1P_PatternPause \
	L1P_PatternResume L1P_PatternSetAbandonThreshold L1P_PatternSetEnable \
	L1P_PatternSetNestingMode L1P_PatternStart L1P_PatternStatus L1P_PatternStop \
	L1P_PatternUnconfigure L2_AtomicLoad L2_AtomicLoadClear L2_AtomicLoadDecrement \
	L2_AtomicLoadIncrement L2_AtomicLoadIncrementBounded L2_AtomicStore \
	L2_AtomicStoreAdd L2_Barrier L2_BarrierWithTicket L2_LockAcquire L2_LockRelease \
	MUSPI_CheckDescComplete MUSPI_CreateCollectiveDirectPutDescriptor \
	MUSPI_CreateCollectiveMemoryFIFODescriptor MUSPI_CreatePt2PtDirectPutDescriptor \
	MUSPI_CreatePt2PtMemoryFIFODescriptor MUSPI_DescriptorZeroOut \
	MUSPI_GIBarrierEnter MUSPI_GIBarrierEnterAndWait MUSPI_GIBarrierInit \
	MUSPI_GIBarrierPoll MUSPI_GIBarrierPollWithTimeout MUSPI_GetAtomicAddress \
	MUSPI_GetAtomicOffsetFromBaseAddress MUSPI_IdToInjFifo MUSPI_IdToRecFifo \
	MUSPI_InjFifoAdvanceDesc MUSPI_InjFifoInject MUSPI_InjFifoInjectMultiple \
	MUSPI_RecFifoPoll MUSPI_RegisterReceiveFunction MUSPI_RegisterRecvFunction \
	MUSPI_SetBaseAddress MUSPI_SetPayload MUSPI_SetRecPayloadBaseAddressInfo \
	MUSPI_SetRecPutOffset MUSPI_SetUpDestination MUSPI_getHeadVa \
	MUSPI_getHwDescCount MUSPI_getHwTail MUSPI_getStartPa MUSPI_getStartVa \
	MUSPI_setHeadVa MUSPI_setHwHead ThreadPriority_Low ThreadPriority_Medium \
	dcache_block_touch in64 mbar ppc_msync; do
	grep -Eq "^  (works|partial) +$name(:|\$)" "$tmp/report" || missing="$missing $name"
done
[ -z "$missing" ]
verdict $? "what_programs_use_is_there$missing"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

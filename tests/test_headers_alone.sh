#!/bin/sh
# test_headers_alone.sh - every header that programs include directly is in the
# floor and compiles with nothing before it, in C99, C++11 and gnu++98, silently
# under -Wall -Wextra -pedantic, whether found by -I or as a system header; and in gnu89,
# the machine's compilers' own C.
# Without LONG=1 as a system header in gnu++98 only, the others by -I only, and not in gnu89.
# Leaves out what is in them.  mpi.h and mpix.h have test_mpi.sh.
# Usage: test_headers_alone.sh BUILD_DIR
set -u
build=$(cd "${1:-build}" && pwd)
floor=$("$build/bin/bgq-cc" --floor)
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0

# Names as programs spell them, below the floor.
headers='
agents/include/comm/commagent.h
agents/include/comm/fence.h
agents/include/comm/rgetpacing.h
cnk/include/SPI_syscalls.h
cnk/include/SPRG_Usage.h
firmware/include/Firmware.h
firmware/include/fwext/fwext.h
firmware/include/fwext/fwext_lib.h
firmware/include/fwext/fwext_mu.h
firmware/include/fwext/fwext_nd.h
firmware/include/personality.h
hwi/include/bqc/A2_core.h
hwi/include/bqc/A2_inlines.h
hwi/include/bqc/MU_Addressing.h
hwi/include/bqc/MU_CollectiveNetworkHeader.h
hwi/include/bqc/MU_Descriptor.h
hwi/include/bqc/MU_Fifo.h
hwi/include/bqc/MU_Macros.h
hwi/include/bqc/MU_MessageUnitHeader.h
hwi/include/bqc/MU_PacketCommon.h
hwi/include/bqc/MU_PacketHeader.h
hwi/include/bqc/MU_Pt2PtNetworkHeader.h
hwi/include/bqc/PhysicalMap.h
hwi/include/bqc/classroute.h
hwi/include/bqc/dcr_support.h
hwi/include/bqc/l1p_mmio.h
hwi/include/bqc/l2_central_inlines.h
hwi/include/bqc/mu_dcr.h
hwi/include/bqc/nd_500_dcr.h
hwi/include/bqc/nd_x2_dcr.h
hwi/include/common/bgq_alignment.h
hwi/include/common/bgq_bitnumbers.h
hwi/include/common/compiler_support.h
hwi/include/common/uci.h
spi/include/kernel/MU.h
spi/include/kernel/collective.h
spi/include/kernel/debug.h
spi/include/kernel/envmon.h
spi/include/kernel/gi.h
spi/include/kernel/location.h
spi/include/kernel/memory.h
spi/include/kernel/process.h
spi/include/kernel/rdma.h
spi/include/kernel/sendx.h
spi/include/kernel/spec.h
spi/include/kernel/thread.h
spi/include/kernel/trace.h
spi/include/kernel/upci.h
spi/include/kernel/cnk/debug_impl.h
spi/include/kernel/cnk/envmon_impl.h
spi/include/kernel/cnk/kernel_impl.h
spi/include/kernel/cnk/rdma_impl.h
spi/include/kernel/cnk/sendx_impl.h
spi/include/kernel/cnk/trace_impl.h
spi/include/kernel/cnk/upci_impl.h
spi/include/l1p/flush.h
spi/include/l1p/pprefetch.h
spi/include/l1p/sprefetch.h
spi/include/l1p/types.h
spi/include/l2/atomic.h
spi/include/l2/barrier.h
spi/include/l2/lock.h
spi/include/mu/Addressing.h
spi/include/mu/Addressing_inlines.h
spi/include/mu/Classroute.h
spi/include/mu/Classroute_inlines.h
spi/include/mu/CollectiveMemoryFIFODescriptorXX.h
spi/include/mu/Descriptor.h
spi/include/mu/DescriptorBaseXX.h
spi/include/mu/DescriptorWrapperXX.h
spi/include/mu/Descriptor_inlines.h
spi/include/mu/Fifo.h
spi/include/mu/GI.h
spi/include/mu/GIBarrier.h
spi/include/mu/InjFifo.h
spi/include/mu/Pt2PtMemoryFIFODescriptorXX.h
spi/include/mu/RankMap.h
spi/include/mu/RecFifo.h
spi/include/mu/Reset.h
spi/include/mu/TermCheck.h
spi/include/mu/Util.h
spi/include/wu/wait.h'

# Classes, for C++ only; and a choice of types for those who have PAMI's header.
cxx_only() {
	case $1 in *XX.h) true ;; *) false ;; esac
}

# Everything else of the driver that we have, and the other spellings.
headers="$headers
$(cd "$floor" && find -L agents bgpm/include bgqemu/xl cnk firmware hwi spi/include -name '*.h' \
	! -path '*/mu/pami/*')
kernel/MU.h
kernel/location.h
kernel/process.h
mu/Addressing_inlines.h
mu/Descriptor_inlines.h
mu/GIBarrier.h
l2/barrier.h"

alone() { # WHAT SUFFIX command...: silent on every header
	what=$1 suffix=$2
	shift 2
	bad=0
	for header in $(echo "$headers" | sort -u); do
		if [ "$suffix" = c ] && cxx_only "$header"; then continue; fi
		# A declaration behind it: some hold macros only, and C wants one.
		printf '#include <%s>\nextern int alone;\n' "$header" >"$tmp/alone.$suffix"
		"$@" -fsyntax-only "$tmp/alone.$suffix" >"$tmp/log" 2>&1 &&
			[ ! -s "$tmp/log" ] && continue
		echo "    $header:"
		sed 's/^/    /' "$tmp/log" | head -5
		bad=$((bad + 1))
	done
	if [ "$bad" -eq 0 ]; then
		passed=$((passed + 1))
		echo "[       OK ] $what"
	else
		failed=$((failed + 1))
		echo "[  FAILED  ] $what: $bad headers"
	fi
}

warnings='-Wall -Wextra -pedantic'
by() { # HOW LANGUAGE...
	how=$1
	shift
	paths="-$how $floor -$how $floor/spi -$how $floor/spi/include
		-$how $floor/spi/include/kernel/cnk"
	for language in "$@"; do
		# shellcheck disable=SC2086 # lists of options
		case $language in
		gnu89) alone "gnu89_by_$how" c "${CC:-gcc}" -std=gnu89 -Wall -Wextra $paths ;;
		c99) alone "c99_by_$how" c "${CC:-gcc}" -std=c99 $warnings $paths ;;
		cxx11) alone "cxx11_by_$how" cc "${CXX:-g++}" -std=c++11 $warnings $paths ;;
		gnuxx98) alone "gnuxx98_by_$how" cc "${CXX:-g++}" -std=gnu++98 $warnings $paths ;;
		esac
	done
}
if [ "${LONG:-}" ]; then
	by I gnu89 c99 cxx11 gnuxx98
	by isystem c99 cxx11 gnuxx98
else
	by I c99 cxx11
	by isystem gnuxx98
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

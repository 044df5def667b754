# bgqemu - everything that is built goes below build/.  See README.
#
#   make                bgq-run, runjob, bgq-net, bgq-cc, bgq-c++ and the floor (build/bin)
#   make demo           install what is missing, build, boot machines, show it
#   make picture        the same up to a first page for a browser, build/picture.html
#   make test           install what is missing, build, run all tests
#   make FIBER=ucontext, make test FIBER=ucontext   without a processor's own code, as on one
#                       that has none here, in build/ucontext
#   make bench          micro-benchmarks and boot, JSON and CSV in build/bench
#   make bench-mu       message rates without a clock, beside memcpy and MPI
#   make bench-clock    processor time with --clock=off, beside the virtual clock
#   make bench-collective   allreduces and barriers a second of host time
#   make bench-net      packet-hops a second of the network alone
#   make bench-layers   what a packet costs the host, layer by layer
#   make bench-peers    processor time beside SimGrid's SMPI, and BookSim (BOOKSIM=FILE)
#   make bench-count    instructions as counted, beside those of GCC for the A2, by qemu
#   make bench-core     kernels on 1 to 64 threads: cycles, instructions a cycle, GB/s
#   make program-speed  programs' own code beside the host's compiler alone
#   make api-report     which SPI functions work, build/api-report.txt
#   make paper          every figure of the SC11 paper beside ours, build/paper/paper.html
#   make paper-table1   Table 1 of the SC11 paper into build/paper/table1.csv;
#                       the same for table2, table3, table4
#   make paper-node     threads of a node in the L2, build/paper/node.csv
#   make paper-more     barriers, locks, threads of a node, build/paper/more.csv; rates to a
#                       neighbour and of STREAM, build/paper/rates.csv; loads, loads.csv
#   make paper-compilers    the tables by each of the host's compilers, build/paper/compilers.csv
#   make fit, fit-sensitivity   figures fitted anew, with what is held out; what 5 % of each does
#   make paper-collective   latencies on 98,304 nodes, build/paper/collective.csv
#   make paper-machines figures of Blue Gene/L and /P, into build/paper/machines.csv
#   make paper-zones    all-to-all with and without zones, into build/paper/zones.csv
#                       what each figure of the router does to it: -sensitivity
#   make paper-alltoall all-to-all on 512 nodes, into build/paper/alltoall.csv
#   make check T=NAME   one test alone: T=test_mu_put, T=test_trains
#   make test-long      all tests with all cases, which takes half an hour
#   make coverage       which lines the tests reach, folder by folder
#   make help           this list
#   make test-asan test-tsan     tests under ASan+UBSan, stress under TSan
#   make test-mix       random programs, each parked, executed, reported, traced, on 1 to 4 workers
#   make soak           a hundred million packets and a million messages over links that err
#   make test-guided    inputs that reach new code, by Clang's libFuzzer
#   make test-fuzz      random descriptors, calls and damaged input, ten million each, sanitized
#   make test-property  a million random messages, the same for 1, 2 and 4 workers,
#                       and harmful traffic through small buffers
#   make test-torture   GCC's own suites and a thousand programs of csmith through bgq-cc, by
#                       SUITES, OPTIONS, MODES, COMPILERS, SEEDS, FIRST_SEED, ONLY, JOBS
#   make test-parking   hundreds of random patterns of waiting, parked and executed
#   make test-distributions      demo and tests on fresh roots of Debian and Ubuntu, with GCC
#                       and Clang of many versions: HOSTS='trixie noble:gcc-13', ROOTS=DIR
#   make test-aarch64   for AArch64 under user emulation, on an x86-64 Debian: TESTS= ROOTS=DIR
#   make install        PREFIX=/usr/local DESTDIR=
#   make uninstall      removes what that has installed there
#   make deb            the same as a Debian package, in build/deb; MAINTAINER='Name <address>'
#   make container-file a recipe for docker or podman, printed or written: FILE= IMAGE=
#   make site           the manuals as a web site, build/site/index.html
#   make compile_commands.json   for editors and clangd, in build
#   make format     changed lines as .clang-format has them; SINCE=main: changed since then
#   make check-style   blanks; layout and titles of what has changed: SINCE=main
#   make clean
#
# V=1 shows commands; CC=clang CXX=clang++ builds with Clang; B=dir builds there.

V ?= 0
Q := $(if $(filter 1,$(V)),,@)
say = $(if $(filter 1,$(V)),@:,@printf '  %-4s %s\n')
# FIBER=ucontext: no processor's own code, as on a processor that has none here.
FIBER ?=
B ?= $(if $(filter ucontext,$(FIBER)),build/ucontext,build)
PREFIX ?= /usr/local
DESTDIR ?=
ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(origin CXX),default)
CXX := g++
endif
OPT ?= -O2 -g
SAN ?=
WARN ?= -Wall -Wextra -Werror
# bgq-run is optimized as a whole: a third off what a message costs.  exports.c
# declares functions without their types, which is all that is warned of.
LTO ?= $(if $(SAN)$(findstring clang,$(CC)),,-flto=auto)
# The processor that programs and bgq-run are for: a cross compiler's is another than this one's.
CPU := $(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))
CROSS := $(filter-out $(shell uname -m),$(CPU))
PORTABLE := $(if $(filter ucontext,$(FIBER))$(filter-out x86_64 aarch64,$(CPU)),1)

MAKEFLAGS += --no-builtin-rules
# Jobs of recipes: as many as there are processors, unless -j says otherwise.
ALL_CORES = --no-print-directory \
	$(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc))
.DELETE_ON_ERROR:
.SECONDARY:

INC := -I. -Iinclude -Iinclude/spi -Iinclude/spi/include -Iinclude/spi/include/kernel/cnk$(if \
	$(PORTABLE), -DBGQ_PORTABLE)
# A guard of the stack is at %fs, which a program's assembly may have changed when the emulator
# is entered.  Ubuntu's compilers have them by default.
# All that is linked is a program, so thread-locals are at known places.
BASE := -fPIE -ftls-model=local-exec -fno-stack-protector -pthread -D_GNU_SOURCE $(INC) -MMD -MP
CC_ALL = $(CC) -std=gnu17 $(BASE) $(OPT) $(SAN) $(WARN) $(if $(LTO),$(LTO) -ffat-lto-objects) \
	$(CFLAGS)
CXX_ALL = $(CXX) -std=gnu++17 $(BASE) $(OPT) $(SAN) $(WARN) $(CXXFLAGS)
LINK_FLAGS = -pthread $(OPT) $(SAN) $(LDFLAGS)
# Tests and benchmarks take the objects as they are.
PLAIN_LINK = $(LINK_FLAGS) $(if $(LTO),-fno-lto -fno-use-linker-plugin)
# The decoder is linked statically, and bgq-run to a fixed address: to relocate its tables takes as
# long as to boot a hundred nodes.  That address is below the windows of emu/node/image/space.h,
# and far above all that a null pointer with an index reaches: there programs' wild stores fault.
# What is linked is position-independent code, as small addresses do not reach there.
RUN_AT := 0x1e0000000000
AT_FIXED = -pie $(if $(findstring clang,$(CC)),,-flinker-output=pie) \
	-Wl,-no-pie,--no-relax,-Ttext-segment=$(RUN_AT)
CAPSTONE := $(if $(findstring /,$(shell $(CC) -print-file-name=libcapstone.a)),\
	-l:libcapstone.a,-lcapstone)
LIBS := -lhwloc -ljemalloc -luring $(CAPSTONE) -lm -ldl

# ---- sources
# What runs on the host; programs' libraries and compilers have rules of their own.
ROOMS := $(patsubst %/,%,$(wildcard emu/core/*/ emu/node/*/ emu/show/*/ emu/cmd/*/))
SRC := $(sort $(foreach room,net/base net/machine net/mesh net/fault net mu mu/dma coll coll/tree \
	$(ROOMS),\
	$(wildcard $(room)/*.c)))
ifneq ($(CPU)$(PORTABLE),x86_64)
SRC := $(filter-out $(filter-out %/absent.c,$(wildcard emu/show/gdb/*.c)),$(SRC))
endif
ASM := $(sort $(foreach room,$(ROOMS),$(wildcard $(room)/*.S)))
OBJ := $(SRC:%.c=$(B)/%.o) $(ASM:%.S=$(B)/%.o)
# The router is compiled once for each kind of machine (net/kind.h); what is Blue Gene/Q's
# alone, or the same for all, only once.
NET_ONCE := collective hints kinds machine_check train train_stream zone_default
NET_KIND_SRC := $(filter-out $(NET_ONCE:%=net/%.c),$(wildcard net/*.c))
NET_KIND_OBJ := $(foreach kind,3d any mesh-kind,$(NET_KIND_SRC:net/%.c=$(B)/net/$(kind)/%.o))
# The programs proper; all else is what tests and benchmarks link.
LIBOBJ := $(filter-out \
	$(addprefix $(B)/emu/cmd/,run/main.o traffic/traffic_main.o runjob/runjob_main.o) \
	$(B)/emu/node/libc/host_malloc.o,$(OBJ)) $(NET_KIND_OBJ)
RUN_OBJ := $(filter-out $(B)/emu/cmd/traffic/% $(B)/emu/cmd/runjob/% $(B)/net/kinds.o,$(OBJ))
# The text that bgq-as reads is one processor's; a cross compiler's bgq-as runs on that, too.
AS_COMMON := $(addprefix emu/compile/as/as_,call.c charge.c depend.c emit.c flow.c line.c live.c \
	lock.c main.c mix_place.c out.c range.c scc.c section.c site.c symbol.c text.c unwind.c \
	version.c words.c)
ifeq ($(CPU),aarch64)
AS_SRC := $(AS_COMMON) $(sort $(wildcard emu/compile/as/aarch64/*.c))
$(AS_SRC:%.c=$(B)/%.o): CFLAGS += -DBGQ_AS_AARCH64
else
AS_SRC := $(sort $(wildcard emu/compile/as/as_*.c))
endif
AS_OBJ := $(AS_SRC:%.c=$(B)/%.o)
PPC_SRC := $(sort $(wildcard emu/compile/ppc/ppc_*.c))
PPC_OBJ := $(PPC_SRC:%.c=$(B)/%.o)
RT_SRC := $(sort $(wildcard emu/target/rt/*.c emu/target/rt/omp/*.c))
RT_OBJ := $(RT_SRC:%.c=$(B)/%.o)
MPI_SRC := $(sort $(wildcard emu/target/mpi/*.c emu/target/mpi/io/*.c))
MPI_OBJ := $(MPI_SRC:%.c=$(B)/%.o)
MPI_TRACE := emu/target/mpi/trace/mpi_trace.c
MPI_TRACE_OBJ := $(patsubst %,$(B)/emu/target/mpi/trace/%.o,\
	$(shell grep '^MPI_CALL' include/bgqemu/mpi_calls.def | cut -c10- | cut -d, -f1))
FORTRAN_SRC := $(sort $(wildcard emu/target/fortran/*.c))
FORTRAN_OBJ := $(FORTRAN_SRC:%.c=$(B)/%.o)
MASS_SRC := $(sort $(wildcard emu/target/mass/*.c))
MASS_OBJ := $(MASS_SRC:%.c=$(B)/%.o)
ALL_SRC := $(SRC) $(ASM) $(RT_SRC) $(MPI_SRC) $(MPI_TRACE) $(MASS_SRC) $(FORTRAN_SRC) \
	$(AS_SRC) $(PPC_SRC)
# Programs for the machine.
TEST_SPI_C := $(patsubst %.c,$(B)/%,$(sort $(wildcard tests/spi/*.c)))
TEST_SPI_CC := $(patsubst %.cc,$(B)/%,$(sort $(wildcard tests/spi/*.cc)))
TEST_SPI := $(TEST_SPI_C) $(TEST_SPI_CC)
BENCH_SPI := $(patsubst %.c,$(B)/%,$(sort $(wildcard bench/spi/*.c)))
HEADERS := $(sort $(shell find include -name '*.h'))

RUN := $(B)/bin/bgq-run
NET := $(B)/bin/bgq-net
RUNJOB := $(B)/bin/runjob
BGQCC := $(B)/bin/bgq-cc
# Counts time in the code of programs; without it that calls a hook.
BGQ_AS := $(if $(PORTABLE),,$(B)/lib/as/as)
SUPPORT := $(BGQ_AS) $(B)/lib/bgq-gdb.py $(B)/lib/libbgqrt.a $(B)/lib/bgqnote.o \
	$(B)/lib/bgq.map $(B)/lib/libbgqemu.so.1 $(B)/lib/floor_open.so $(B)/lib/floor-wrapper \
	$(B)/lib/bgq-needed $(B)/lib/bgq-ppc $(B)/lib/prologue.i $(B)/lib/cxx98.h \
	$(B)/lib/missing.awk $(B)/floor/.done
TOOLS := $(BGQCC) $(B)/bin/bgq-c++ $(SUPPORT)
MPICC := $(B)/bin/bgq-mpicc
MPI_TOOLS := $(MPICC) $(B)/bin/bgq-mpicxx $(B)/bin/bgq-mpif90 \
	$(B)/lib/libbgqmpi.a $(B)/lib/libbgqmpitrace.a $(B)/lib/libbgqfortran.a $(B)/bin/bgqgfortran

.PHONY: all demo install clean deps

all: $(RUN) $(RUNJOB) $(NET) $(TOOLS) $(MPI_TOOLS) $(B)/lib/libbgqmass.a

# Written only when they change: another compiler rebuilds the objects, a file that
# came or went links anew.
.PHONY: always
$(B)/.flags: always | $(B)/.needs
	@mkdir -p $(@D)
	@echo '$(CC_ALL) $(CXX_ALL) $(LINK_FLAGS) $(RT_FLAGS)' | cmp -s - $@ || \
		echo '$(CC_ALL) $(CXX_ALL) $(LINK_FLAGS) $(RT_FLAGS)' > $@
# Once: what is missing is told in one line, with the command that installs it.
$(B)/.needs:
	@CC='$(CC)' CXX='$(CXX)' CFLAGS='$(CFLAGS)' emu/tools/install-deps --check
	@mkdir -p $(@D) && touch $@
$(B)/.sources: always
	@mkdir -p $(@D)
	@echo '$(ALL_SRC)' | cmp -s - $@ || echo '$(ALL_SRC)' > $@

# ---- bgq-run
$(B)/%.o: %.c $(B)/.flags
	@mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC_ALL) -c $< -o $@

$(B)/net/3d/%.o: net/%.c $(B)/.flags
	@mkdir -p $(@D)
	$(say) CC "$< (3d)"
	$(Q)$(CC_ALL) -DNET_ROUTER_3D -c $< -o $@

$(B)/net/mesh-kind/%.o: net/%.c $(B)/.flags
	@mkdir -p $(@D)
	$(say) CC "$< (mesh)"
	$(Q)$(CC_ALL) -DNET_ROUTER_MESH -c $< -o $@

$(B)/net/any/%.o: net/%.c $(B)/.flags
	@mkdir -p $(@D)
	$(say) CC "$< (any)"
	$(Q)$(CC_ALL) -DNET_ROUTER_ANY -c $< -o $@

$(B)/%.o: %.cc $(B)/.flags
	@mkdir -p $(@D)
	$(say) CXX $<
	$(Q)$(CXX_ALL) -c $< -o $@

$(B)/%.o: %.S $(B)/.flags
	@mkdir -p $(@D)
	$(say) AS $<
	$(Q)$(CC) $(INC) -MMD -MP $(OPT) -c $< -o $@

$(B)/emu/show/page/page_text.o: emu/show/page/page.html $(wildcard emu/show/page/*.js)
# Vector registers are the program's there; those of headers can be inlined then.
$(B)/emu/core/check/quick.o $(B)/emu/core/check/fetch.o $(B)/emu/core/engine/fetch_enter.o \
	$(B)/emu/node/machine/own_code.o \
	$(B)/emu/node/libc/tls_descriptor.o: CFLAGS += $(if $(PORTABLE),,-mgeneral-regs-only)

# Functions are bound at once: to bind one takes 2 KiB of the stack that first calls it, which may
# be a program's (emu/core/calls/call_stays.def).
$(RUN): $(RUN_OBJ) $(B)/.sources
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) $(LINK_FLAGS) -Wl,-z,now $(if $(SAN),,$(AT_FIXED)) \
		$(if $(LTO),$(LTO) -Wno-lto-type-mismatch) -o $@ $(RUN_OBJ) $(LIBS)

# Translates a command line and runs bgq-run.
RUNJOB_OBJ := $(filter $(B)/emu/cmd/runjob/%,$(OBJ)) \
	$(addprefix $(B)/,emu/cmd/cli/values.o emu/cmd/cli/block.o net/machine/shape.o \
	net/machine/location.o)
$(RUNJOB): $(RUNJOB_OBJ) $(B)/.sources
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) $(LINK_FLAGS) $(LTO) -o $@ $(RUNJOB_OBJ)

# Only what it needs of the emulator.
$(NET): $(B)/emu/cmd/traffic/traffic_main.o $(B)/libbgqemu.a
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) $(LINK_FLAGS) $(if $(LTO),$(LTO)) -o $@ $^ -lhwloc -lm

$(B)/libbgqemu.a: $(LIBOBJ) $(B)/.sources
	$(say) AR $@
	$(Q)rm -f $@ && ar rcs $@ $(filter %.o,$^)

# ---- the assembler that bgq-cc's compilers find
$(B)/lib/as/as: $(AS_OBJ) $(B)/net/machine/core.o $(B)/.sources
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) $(LINK_FLAGS) $(LTO) -o $@ $(filter %.o,$^)

# ---- tells what a linked program needs
$(B)/lib/bgq-needed: emu/compile/cc/needed.c
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) -std=gnu17 -O2 -Wall -Wextra -Werror -D_GNU_SOURCE -o $@ $<

# ---- translates PowerPC assembly in sources
$(B)/lib/bgq-ppc: $(PPC_OBJ) $(addprefix $(B)/emu/compile/as/as_,mnemonic.o out.o symbol.o) \
		$(B)/net/machine/core.o $(B)/.sources
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) $(LINK_FLAGS) $(LTO) -o $@ $(filter %.o,$^)

$(addprefix $(B)/lib/,prologue.i cxx98.h missing.awk): $(B)/lib/%: emu/compile/ppc/prologue.i \
		emu/compile/cc/cxx98.h emu/compile/cc/missing.awk
	@mkdir -p $(@D)
	$(Q)cp $(filter %/$*,$^) $@

# ---- what bgq-cc links into programs.  It runs inside the emulated processes:
# position independent, never sanitized, never hooked.  Small: each node has a copy of what is
# in every program.
RT_FLAGS := -std=gnu17 -D_GNU_SOURCE $(INC) -MMD -MP -Os -g1 -fPIC \
	-ffunction-sections -fdata-sections -ftls-model=global-dynamic \
	-fno-semantic-interposition -fno-stack-protector -fcf-protection=none \
	-U_FORTIFY_SOURCE $(WARN)
# GCC's default on AArch64 are TLS descriptors, which cannot be cloned.
TLS_FLAGS := $(if $(filter aarch64,$(CPU)),-mtls-dialect=trad)

# AArch64: registers for bgq-as alone (emu/compile/as/target_aarch64.h); tables of jumps have too
# narrow distances for text that grows, and nothing may come between an exclusive load and its
# store; products and sums are rounded each, as on x86-64.
CPU_FLAGS := $(if $(filter aarch64,$(CPU)),-ffixed-x13 -ffixed-x14 -ffixed-x15 -fno-jump-tables \
	-moutline-atomics -ffp-contract=off)

# A touch each 64 KiB is enough for the guards of stacks, and costs nothing.
STACK_FLAGS := $(if $(filter x86_64,$(CPU)),--param \
	stack-clash-protection-probe-interval=16)

# Programs call it in loops.
$(patsubst %.c,$(B)/%.o,$(wildcard emu/target/rt/omp/*.c emu/target/rt/*rand*.c) \
	$(addprefix emu/target/rt/,hsearch.c ppc.c qpx.c strtok.c)): RT_FLAGS += -O2

# Exceptions pass through it.
$(B)/emu/target/rt/pthread_once.o: RT_FLAGS += -fexceptions

$(RT_OBJ): $(B)/%.o: %.c $(B)/.flags
	@mkdir -p $(@D)
	$(say) RT $<
	$(Q)$(CC) $(RT_FLAGS) $(TLS_FLAGS) -c $< -o $@ $(if $(WEAKEN),&& $(WEAKEN))

$(B)/lib/libbgqrt.a: $(filter-out $(B)/emu/target/rt/note.o,$(RT_OBJ)) $(B)/.sources
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)rm -f $@ && ar rcs $@ $(filter %.o,$^)

# A program may have a function of its own under one of these names, and use others: in the
# machine's libc each is an object of its own.
$(addprefix $(B)/emu/target/rt/,$(addsuffix .o,stdio_print stdio_scan random drand48 err getopt \
	hsearch numbers timebuf temp_names unavailable atomic_sized atomic_c11)): WEAKEN = objcopy \
	$$(nm -g --defined-only -P $@ | sed 's/ .*//; s/^/-W /') $@

$(B)/lib/bgqnote.o: $(B)/emu/target/rt/note.o
	@mkdir -p $(@D)
	$(Q)cp $< $@

$(B)/lib/bgq.map: emu/compile/cc/bgq.map
	@mkdir -p $(@D)
	$(Q)cp $< $@

$(B)/lib/bgq-gdb.py: emu/tools/bgq-gdb.py
	@mkdir -p $(@D)
	$(Q)cp $< $@

CALLS := $(wildcard emu/core/calls/calls*.def)
# An empty function for each name that bgq-run exports: programs are linked
# against it, bgq-run binds them to its own.
$(B)/lib/libbgqemu.so.1: emu/compile/cc/import_stub.c $(CALLS)
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) -I. -shared -nostdlib -fPIC -fno-builtin -w -Wl,-soname,$(@F) -o $@ $<
	$(Q)ln -sf $(@F) $(B)/lib/libbgqemu.so

VERSION := $(shell sed -n 's/.*BGQEMU_VERSION "\(.*\)".*/\1/p' emu/cmd/cli/version.h)
$(BGQCC): emu/compile/cc/bgq-cc.in emu/cmd/cli/version.h
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)sed -e 's|@VERSION@|$(VERSION)|' -e 's|@PREFIX@|$(PREFIX)|' \
		-e 's|@TLS_FLAGS@|$(TLS_FLAGS)|' -e 's|@STACK_FLAGS@|$(STACK_FLAGS)|' \
		-e 's|@CPU_FLAGS@|$(CPU_FLAGS)|' \
		-e 's|@COUNT_BY@|$(if $(BGQ_AS),as,hook)|' -e 's|@CPU@|$(CPU)|' \
		-e 's|@HOST_CC@|$(if $(CROSS),$(CC),gcc)|' \
		-e 's|@HOST_CXX@|$(if $(CROSS),$(CXX),g++)|' \
		$< > $@
	$(Q)chmod 755 $@

$(B)/bin/bgq-c++: $(BGQCC)
	$(Q)ln -sf bgq-cc $@

# For GCC, into which it is loaded: never sanitized.
$(B)/lib/floor_open.so: emu/compile/cc/floor_open.c
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) -O2 -Wall -Wextra -Werror -shared -fPIC -o $@ $< -ldl

$(B)/lib/floor-wrapper: emu/compile/cc/floor-wrapper
	@mkdir -p $(@D)
	$(Q)cp $< $@ && chmod 755 $@

$(B)/floor/.done: emu/compile/cc/make-floor $(BGQCC) $(HEADERS)
	$(say) GEN $(@D)
	$(Q)emu/compile/cc/make-floor $(@D) '$(CURDIR)/include' '$(abspath $(B))/bin/bgq-cc'
	@ln -sfn '$(CURDIR)/bench/spi' $(@D)/../examples # beside it, as where it is installed
	@touch $@

# ---- the small MPI: part of programs, so compiled as one.
$(MPI_OBJ): $(B)/%.o: %.c emu/target/mpi/pmpi $(TOOLS) $(HEADERS)
	@mkdir -p $(@D)
	$(say) BGQ $<
	$(Q)$(BGQCC) -std=gnu11 -O2 -I. -ffunction-sections -fdata-sections $(WARN) -MMD -c $< -o $@
	$(Q)emu/target/mpi/pmpi $@

# ---- what stands before an MPI for traces: an object for each call.
$(MPI_TRACE_OBJ): $(B)/emu/target/mpi/trace/%.o: $(MPI_TRACE) $(TOOLS) $(HEADERS) \
		include/bgqemu/mpi_calls.def
	@mkdir -p $(@D)
	$(Q)$(BGQCC) -std=gnu11 -O2 $(WARN) -DBGQEMU_MPI_CALL=$* -c $< -o $@

$(B)/lib/libbgqmpitrace.a: $(MPI_TRACE_OBJ)
	@mkdir -p $(@D) $(B)/floor/comm/lib
	$(say) AR $@
	$(Q)rm -f $@ && ar rcs $@ $^
	$(Q)ln -sf ../../../lib/libbgqmpitrace.a $(B)/floor/comm/lib/libbgqmpitrace.a

$(B)/lib/libbgqmpi.a: $(MPI_OBJ) $(B)/.sources
	@mkdir -p $(@D) $(B)/floor/comm/lib
	$(say) AR $@
	$(Q)rm -f $@ && ar rcs $@ $(filter %.o,$^)
	$(Q)ln -sf ../../../lib/libbgqmpi.a $(B)/floor/comm/lib/libbgqmpi.a

# ---- what stands for a part of Fortran's library, the same way.
$(FORTRAN_OBJ): $(B)/%.o: %.c $(TOOLS) $(HEADERS)
	@mkdir -p $(@D)
	$(say) BGQ $<
	$(Q)$(BGQCC) -std=gnu11 -O2 $(WARN) -MMD -c $< -o $@

$(B)/lib/libbgqfortran.a: $(FORTRAN_OBJ) $(B)/.sources
	$(say) AR $@
	$(Q)rm -f $@ && ar rcs $@ $(filter %.o,$^)

$(B)/bin/bgqgfortran: $(BGQCC)
	$(Q)ln -sf bgq-cc $@

$(B)/bin/bgq-mpif90: $(MPICC)
	$(Q)ln -sf bgq-mpicc $@

# ---- MASS, the same way.
$(MASS_OBJ): $(B)/%.o: %.c emu/target/mass/elements.def $(TOOLS) $(HEADERS)
	@mkdir -p $(@D)
	$(say) BGQ $<
	$(Q)$(BGQCC) -std=gnu11 -O2 -fno-math-errno -ffunction-sections -fdata-sections $(WARN) \
		-MMD -c $< -o $@

$(B)/lib/libbgqmass.a: $(MASS_OBJ) $(B)/.sources
	$(say) AR $@
	$(Q)rm -f $@ && ar rcs $@ $(filter %.o,$^)

$(MPICC): emu/compile/cc/bgq-mpicc
	@mkdir -p $(@D)
	$(Q)cp $< $@ && chmod 755 $@

$(B)/bin/bgq-mpicxx: $(MPICC)
	$(Q)ln -sf bgq-mpicc $@

# ---- SPI programs, built as a user would.
$(filter $(B)/tests/spi/openmp% %/wait_calls %/stack_use,$(TEST_SPI)): SPI_FLAGS := -fopenmp
$(B)/tests/spi/wait_calls: tests/spi/wait_calls.def
$(filter $(B)/tests/spi/mpi_%,$(TEST_SPI)): $(MPI_TOOLS)
$(filter $(B)/tests/spi/mpi_%,$(TEST_SPI)): SPI_CC := $(MPICC)
$(filter $(B)/tests/spi/mpi_%,$(TEST_SPI)): SPI_CXX := $(B)/bin/bgq-mpicxx
$(BENCH_SPI) $(TEST_SPI_C): $(B)/%: %.c $(TOOLS) $(HEADERS)
	@mkdir -p $(@D)
	$(say) BGQ $<
	$(Q)$(or $(SPI_CC),$(BGQCC)) -O2 -g -Wall $(SPI_FLAGS) -MMD -MF $@.d -o $@ $<

$(B)/tests/spi/ppc_qpx: SPI_FLAGS := --qpx -Wno-volatile-register-var
$(B)/tests/spi/threads_cxx: SPI_FLAGS := -std=gnu++20
$(B)/tests/spi/retaken_locks: SPI_FLAGS := -std=gnu++11
$(B)/tests/spi/handler_throws: SPI_FLAGS := -std=gnu++11 -fnon-call-exceptions
$(B)/tests/spi/throw_loops: SPI_FLAGS := -std=gnu++11 -Wno-infinite-recursion
$(TEST_SPI_CC): $(B)/%: %.cc $(TOOLS) $(HEADERS)
	@mkdir -p $(@D)
	$(say) BGQ $<
	$(Q)$(or $(SPI_CXX),$(B)/bin/bgq-c++) -O2 -g -Wall $(SPI_FLAGS) -MMD -MF $@.d -o $@ $<

# ---- tests and benchmarks: what they are made of, and their targets
include tests/tests.mk bench/bench.mk

# ---- what people call
deps:
	@emu/tools/install-deps

demo: deps
	@$(MAKE) $(ALL_CORES) run-demo
.PHONY: run-demo
run-demo: all $(TEST_SPI) $(BENCH_SPI)
	$(Q)bench/demo.sh $(B)

# A job's report as a page, for a first look.
.PHONY: picture run-picture
picture: deps
	@$(MAKE) $(ALL_CORES) run-picture
run-picture: all $(B)/bench/spi/alltoall
	$(Q)$(RUN) --np 32 --report=$(B)/picture.html : $(B)/bench/spi/alltoall 1024 >/dev/null
	@echo 'open in a browser: $(abspath $(B))/picture.html'

# The targets of the head of this file.
.PHONY: help
help:
	@sed -n '/^#   make/,/^# V=1/s/^# \{0,3\}//p' Makefile

# The code's own lists: headers, calls*.def, and what works in part only.
API_TOOL := emu/tools/api-report emu/tools/api-report.awk emu/tools/calls
.PHONY: api-report
api-report: $(B)/api-report.txt
	@head -1 $<
	$(say) SEE $<
$(B)/api-report.txt: $(API_TOOL) emu/tools/api-partial.txt $(CALLS) $(HEADERS)
	@mkdir -p $(@D)
	$(Q)CXX='$(CXX)' emu/tools/api-report include emu/core/calls/calls.def \
		emu/tools/api-partial.txt > $@

# ---- installation
LIBDIR := $(PREFIX)/lib/bgqemu
MAN := $(DESTDIR)$(PREFIX)/share/man
COMPLETIONS := $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH_COMPLETIONS := $(DESTDIR)$(PREFIX)/share/zsh/vendor-completions
FISH_COMPLETIONS := $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBDIR) $(MAN)/man1 $(MAN)/man5 $(MAN)/man7
	install -m 755 $(RUN) $(RUNJOB) $(NET) $(BGQCC) $(MPICC) $(DESTDIR)$(PREFIX)/bin
	ln -sf bgq-cc $(DESTDIR)$(PREFIX)/bin/bgq-c++
	ln -sf bgq-mpicc $(DESTDIR)$(PREFIX)/bin/bgq-mpicxx
	ln -sf bgq-mpicc $(DESTDIR)$(PREFIX)/bin/bgq-mpif90
	ln -sf bgq-cc $(DESTDIR)$(PREFIX)/bin/bgqgfortran
	$(if $(BGQ_AS),install -D -m 755 $(BGQ_AS) $(DESTDIR)$(LIBDIR)/as/as)
	install -m 644 $(B)/lib/libbgqfortran.a $(DESTDIR)$(LIBDIR)
	install -m 644 $(B)/lib/libbgqrt.a $(B)/lib/libbgqmass.a $(B)/lib/bgqnote.o \
		$(B)/lib/bgq.map $(B)/lib/bgq-gdb.py $(B)/lib/prologue.i $(B)/lib/cxx98.h \
		$(B)/lib/missing.awk $(B)/lib/libbgqemu.so.1 $(DESTDIR)$(LIBDIR)
	ln -sf libbgqemu.so.1 $(DESTDIR)$(LIBDIR)/libbgqemu.so
	install -m 755 $(B)/lib/floor_open.so $(B)/lib/floor-wrapper $(B)/lib/bgq-ppc \
		$(B)/lib/bgq-needed $(DESTDIR)$(LIBDIR)
	emu/compile/cc/make-floor $(DESTDIR)$(LIBDIR)/floor copy:include ../../../../../bin/bgq-cc
	install -D -m 644 -t $(DESTDIR)$(LIBDIR)/floor/comm/lib $(B)/lib/libbgqmpi.a \
		$(B)/lib/libbgqmpitrace.a
	install -D -m 644 -t $(DESTDIR)$(LIBDIR)/examples bench/spi/*.[ch]
	install -D -m 644 emu/tools/bgqemu.bash $(COMPLETIONS)/bgq-run
	ln -sf bgq-run $(COMPLETIONS)/runjob
	ln -sf bgq-run $(COMPLETIONS)/bgq-net
	install -d $(ZSH_COMPLETIONS) $(FISH_COMPLETIONS)
	emu/tools/make-completion zsh emu/tools/bgqemu.bash > $(ZSH_COMPLETIONS)/_bgqemu
	emu/tools/make-completion fish emu/tools/bgqemu.bash > $(FISH_COMPLETIONS)/bgq-run.fish
	ln -sf bgq-run.fish $(FISH_COMPLETIONS)/runjob.fish
	ln -sf bgq-run.fish $(FISH_COMPLETIONS)/bgq-net.fish
	install -d $(DESTDIR)$(PREFIX)/share/pkgconfig
	sed 's/@VERSION@/$(VERSION)/' emu/tools/bgqemu.pc.in \
		> $(DESTDIR)$(PREFIX)/share/pkgconfig/bgqemu.pc
	install -m 644 man/*.1 $(MAN)/man1
	install -m 644 man/*.5 $(MAN)/man5
	install -m 644 man/*.7 $(MAN)/man7

# Files that are ours alone, and no directory that others may use.
.PHONY: uninstall
uninstall:
	rm -rf $(DESTDIR)$(LIBDIR)
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/bin/,bgq-run runjob bgq-net bgq-cc bgq-c++ \
		bgq-mpicc bgq-mpicxx bgq-mpif90 bgqgfortran) \
		$(addprefix $(COMPLETIONS)/,bgq-run runjob bgq-net) \
		$(ZSH_COMPLETIONS)/_bgqemu \
		$(addprefix $(FISH_COMPLETIONS)/,bgq-run.fish runjob.fish bgq-net.fish) \
		$(DESTDIR)$(PREFIX)/share/pkgconfig/bgqemu.pc \
		$(foreach s,1 5 7,$(patsubst man/%,$(MAN)/man$(s)/%,$(wildcard man/*.$(s))))

# The manuals as a web site; its links are checked.
.PHONY: site
site:
	$(Q)emu/tools/make-site man $(B)/site $(B)/bin/bgq-net
	@echo 'open in a browser: $(abspath $(B))/site/index.html'

# How each source is compiled.  Programs' own are compiled by bgq-cc, of which editors know what
# GCC would be told.
.PHONY: format
format:
	git diff -U0 $(or $(SINCE),HEAD) -- '*.c' '*.cc' '*.h' | clang-format-diff -p1 -i

# Blanks, and what has changed: layout, titles of commits.  make test does it, too.
.PHONY: check-style
check-style:
	$(Q)emu/tools/check-style $(SINCE)

.PHONY: compile_commands.json
compile_commands.json: $(B)/compile_commands.json
$(B)/compile_commands.json: $(B)/.flags $(B)/.sources emu/tools/compile-commands
	$(say) GEN $@
	$(Q)emu/tools/compile-commands '$(CURDIR)' \
		'$(filter-out -MMD -MP,$(CC_ALL))' $(SRC) $(AS_SRC) $(PPC_SRC) \
		$(wildcard tests/*.c) \
		-- '$(filter-out -MMD -MP,$(CC) $(RT_FLAGS) $(TLS_FLAGS))' $(RT_SRC) \
		-- '$(CC) -std=gnu11 $(INC)' $(MPI_SRC) $(MASS_SRC) $(FORTRAN_SRC) \
		$(wildcard tests/spi/*.c bench/spi/*.c) > $@

# A package of all that, with its dependencies, in build/deb.
.PHONY: deb
deb: all
	$(Q)MAINTAINER='$(MAINTAINER)' emu/tools/make-deb '$(MAKE)' $(B) $(VERSION)

# A recipe for docker and podman: printed, or written to FILE=.
.PHONY: container-file
container-file:
	$(Q)emu/tools/container-file $(IMAGE) $(if $(FILE),> '$(FILE)')

clean:
	rm -rf build

# A header that is no more: what was compiled with it is compiled anew.
%.h: ;
-include $(OBJ:.o=.d) $(NET_KIND_OBJ:.o=.d) $(AS_OBJ:.o=.d) $(PPC_OBJ:.o=.d) \
	$(RT_OBJ:.o=.d) $(MPI_OBJ:.o=.d) \
	$(MASS_OBJ:.o=.d) $(FORTRAN_OBJ:.o=.d) $(TEST_BIN:=.d) $(BENCH_BIN:=.d) \
	$(BENCH_PART:.o=.d) $(BENCH_C:=.d) $(TEST_SPI:=.d) $(BENCH_SPI:=.d)

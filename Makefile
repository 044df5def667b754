# bgqemu - everything that is built goes below build/.  See README.
#
#   make                bgq-run, bgq-net, bgq-cc, bgq-c++ and the floor (build/bin)
#   make demo           install what is missing, build, boot machines, show it
#   make test           install what is missing, build, run all tests
#   make bench          micro-benchmarks and boot, JSON and CSV in build/bench
#   make bench-mu       message rates without a clock, beside memcpy and MPI
#   make bench-collective   allreduces and barriers a second of host time
#   make bench-net      packet-hops a second of the network alone
#   make program-speed  programs' own code beside the host's compiler alone
#   make api-report     which SPI functions work, build/api-report.txt
#   make paper          every figure of the SC11 paper beside ours, plots in build/paper
#   make paper-table1   Table 1 of the SC11 paper into build/paper/table1.csv;
#                       the same for table2, table3, table4
#   make paper-collective   latencies on 98,304 nodes, build/paper/collective.csv
#   make paper-zones    all-to-all with and without zones, into build/paper/zones.csv
#                       what each figure of the router does to it: -sensitivity
#   make paper-alltoall all-to-all on 512 nodes, into build/paper/alltoall.csv
#   make check T=NAME   one test alone: T=test_mu_put, T=test_trains
#   make test-long      all tests with all cases, which takes half an hour
#   make coverage       which lines the tests reach, folder by folder
#   make help           this list
#   make test-asan test-tsan     tests under ASan+UBSan, stress under TSan
#   make test-fuzz      random descriptors and calls, ten million each, sanitized
#   make test-property  a million random messages, the same for 1, 2 and 4 workers,
#                       and harmful traffic through small buffers
#   make test-parking   hundreds of random patterns of waiting, parked and executed
#   make install        PREFIX=/usr/local DESTDIR=
#   make clean
#
# V=1 shows commands; CC=clang CXX=clang++ builds with Clang; B=dir builds there.

V ?= 0
Q := $(if $(filter 1,$(V)),,@)
say = $(if $(filter 1,$(V)),@:,@printf '  %-4s %s\n')
B ?= build
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
# bgq-run is optimized as a whole: a third off what a message costs.  exports.h
# declares functions without their types, which is all that is warned of.
LTO ?= $(if $(SAN)$(findstring clang,$(CC)),,-flto=auto)

MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.SECONDARY:

INC := -I. -Iinclude -Iinclude/spi -Iinclude/spi/include -Iinclude/spi/include/kernel/cnk
BASE := -pthread -D_GNU_SOURCE $(INC) -MMD -MP
CC_ALL = $(CC) -std=gnu17 $(BASE) $(OPT) $(SAN) $(WARN) $(if $(LTO),$(LTO) -ffat-lto-objects) \
	$(CFLAGS)
CXX_ALL = $(CXX) -std=gnu++17 $(BASE) $(OPT) $(SAN) $(WARN) $(CXXFLAGS)
LINK_FLAGS = -pthread $(OPT) $(SAN) $(LDFLAGS)
# Tests and benchmarks take the objects as they are.
PLAIN_LINK = $(LINK_FLAGS) $(if $(LTO),-fno-lto -fno-use-linker-plugin)
LIBS := -lhwloc -ljemalloc -luring -lm -ldl

# ---- sources
ROOMS := $(filter-out emu/rt emu/cc emu/tools,$(patsubst %/,%,$(wildcard emu/*/)))
SRC := $(sort $(foreach room,net net/base mu coll $(ROOMS),$(wildcard $(room)/*.c)))
ASM := $(sort $(foreach room,$(ROOMS),$(wildcard $(room)/*.S)))
OBJ := $(SRC:%.c=$(B)/%.o) $(ASM:%.S=$(B)/%.o)
# The programs proper; all else is what tests and benchmarks link.
LIBOBJ := $(filter-out \
	$(B)/emu/run/main.o $(B)/emu/traffic/traffic_main.o $(B)/emu/libc/host_malloc.o,$(OBJ))
RUN_OBJ := $(filter-out $(B)/emu/traffic/%,$(OBJ))
AS_SRC := $(sort $(wildcard emu/cc/as_*.c))
AS_OBJ := $(AS_SRC:%.c=$(B)/%.o)
RT_SRC := $(sort $(wildcard emu/rt/*.c emu/rt/omp/*.c))
RT_OBJ := $(RT_SRC:%.c=$(B)/%.o)
TEST_BIN := $(patsubst %.c,$(B)/%,$(sort $(wildcard tests/test_*.c tests/stress_*.c \
	tests/fuzz_*.c)))
TEST_SH := $(sort $(wildcard tests/test_*.sh))
TEST_SPI_C := $(patsubst %.c,$(B)/%,$(sort $(wildcard tests/spi/*.c)))
TEST_SPI_CC := $(patsubst %.cc,$(B)/%,$(sort $(wildcard tests/spi/*.cc)))
TEST_SPI := $(TEST_SPI_C) $(TEST_SPI_CC)
BENCH_BIN := $(patsubst %.cc,$(B)/%,$(sort $(wildcard bench/*.cc)))
# bench/*_bench.c: the C side of the benchmarks; other bench/*.c: programs.
BENCH_PART := $(patsubst %.c,$(B)/%.o,$(sort $(wildcard bench/*_bench.c)))
BENCH_C := $(patsubst %.c,$(B)/%,$(sort $(filter-out %_bench.c,$(wildcard bench/*.c))))
BENCH_SPI := $(patsubst %.c,$(B)/%,$(sort $(wildcard bench/spi/*.c)))
HEADERS := $(sort $(shell find include -name '*.h'))

RUN := $(B)/bin/bgq-run
NET := $(B)/bin/bgq-net
BGQCC := $(B)/bin/bgq-cc
# Counts time in the code of programs; other hosts than x86-64 call a hook instead.
BGQ_AS := $(if $(filter x86_64,$(shell uname -m)),$(B)/lib/as/as)
SUPPORT := $(BGQ_AS) $(B)/lib/libbgqrt.a $(B)/lib/bgqnote.o $(B)/lib/bgq.map \
	$(B)/lib/libbgqemu.so.1 $(B)/floor/.done
TOOLS := $(BGQCC) $(B)/bin/bgq-c++ $(SUPPORT)

.PHONY: all demo test check bench run-bench install clean deps
.PHONY: bench-mu bench-net bench-collective
.PHONY: paper-table1 table1 paper-table2 table2 paper-table3 table3 paper-table4 table4
.PHONY: paper-zones zones paper-zones-sensitivity zones-sensitivity paper-collective collective
.PHONY: paper-alltoall alltoall
.PHONY: test-asan test-tsan

all: $(RUN) $(NET) $(TOOLS)

# Written only when they change: another compiler rebuilds the objects, a file that
# came or went links anew.
.PHONY: always
$(B)/.flags: always
	@mkdir -p $(@D)
	@echo '$(CC_ALL) $(CXX_ALL) $(LINK_FLAGS)' | cmp -s - $@ || \
		echo '$(CC_ALL) $(CXX_ALL) $(LINK_FLAGS)' > $@
$(B)/.sources: always
	@mkdir -p $(@D)
	@echo '$(SRC) $(ASM) $(RT_SRC) $(AS_SRC)' | cmp -s - $@ || \
		echo '$(SRC) $(ASM) $(RT_SRC) $(AS_SRC)' > $@

# ---- bgq-run
$(B)/%.o: %.c $(B)/.flags
	@mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC_ALL) -c $< -o $@

$(B)/%.o: %.cc $(B)/.flags
	@mkdir -p $(@D)
	$(say) CXX $<
	$(Q)$(CXX_ALL) -c $< -o $@

$(B)/%.o: %.S $(B)/.flags
	@mkdir -p $(@D)
	$(say) AS $<
	$(Q)$(CC) $(INC) -MMD -MP $(OPT) -c $< -o $@

$(RUN): $(RUN_OBJ) $(B)/.sources
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) $(LINK_FLAGS) $(if $(LTO),$(LTO) -Wno-lto-type-mismatch) -o $@ $(RUN_OBJ) $(LIBS)

# Only what it needs of the emulator.
$(NET): $(B)/emu/traffic/traffic_main.o $(B)/libbgqemu.a
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) $(LINK_FLAGS) $(if $(LTO),$(LTO)) -o $@ $^ -lhwloc -lm

$(B)/libbgqemu.a: $(LIBOBJ) $(B)/.sources
	$(say) AR $@
	$(Q)rm -f $@ && ar rcs $@ $(filter %.o,$^)

# ---- the assembler that bgq-cc's compilers find
$(B)/lib/as/as: $(AS_OBJ) $(B)/net/core.o $(B)/.sources
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) $(LINK_FLAGS) $(LTO) -o $@ $(filter %.o,$^)

# ---- what bgq-cc links into programs.  It runs inside the emulated processes:
# position independent, never sanitized, never hooked.
RT_FLAGS := -std=gnu17 -D_GNU_SOURCE $(INC) -MMD -MP -O2 -g1 -fPIC \
	-ffunction-sections -fdata-sections -ftls-model=global-dynamic \
	-fno-stack-protector -fcf-protection=none -U_FORTIFY_SOURCE $(WARN)
# GCC's default on AArch64 are TLS descriptors, which cannot be cloned.
TLS_FLAGS := $(if $(filter aarch64,$(shell uname -m)),-mtls-dialect=trad)

# Exceptions pass through it.
$(B)/emu/rt/pthread_once.o: RT_FLAGS += -fexceptions

$(RT_OBJ): $(B)/%.o: %.c $(B)/.flags
	@mkdir -p $(@D)
	$(say) RT $<
	$(Q)$(CC) $(RT_FLAGS) $(TLS_FLAGS) -c $< -o $@

$(B)/lib/libbgqrt.a: $(filter-out $(B)/emu/rt/note.o,$(RT_OBJ)) $(B)/.sources
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)rm -f $@ && ar rcs $@ $(filter %.o,$^)

$(B)/lib/bgqnote.o: $(B)/emu/rt/note.o
	@mkdir -p $(@D)
	$(Q)cp $< $@

$(B)/lib/bgq.map: emu/cc/bgq.map
	@mkdir -p $(@D)
	$(Q)cp $< $@

# An empty function for each name that bgq-run exports: programs are linked
# against it, bgq-run binds them to its own.
$(B)/lib/libbgqemu.so.1: emu/cc/import_stub.c emu/abi/exports.def
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) -I. -shared -nostdlib -fPIC -fno-builtin -w -Wl,-soname,$(@F) -o $@ $<
	$(Q)ln -sf $(@F) $(B)/lib/libbgqemu.so

VERSION := $(shell sed -n 's/.*BGQEMU_VERSION "\(.*\)".*/\1/p' emu/cli/version.h)
$(BGQCC): emu/cc/bgq-cc.in emu/cli/version.h
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)sed -e 's|@VERSION@|$(VERSION)|' -e 's|@PREFIX@|$(PREFIX)|' \
		-e 's|@TLS_FLAGS@|$(TLS_FLAGS)|' -e 's|@COUNT_BY@|$(if $(BGQ_AS),as,hook)|' \
		$< > $@
	$(Q)chmod 755 $@

$(B)/bin/bgq-c++: $(BGQCC)
	$(Q)ln -sf bgq-cc $@

$(B)/floor/.done: emu/cc/make-floor $(BGQCC)
	$(say) GEN $(@D)
	$(Q)emu/cc/make-floor $(@D) '$(CURDIR)/include' '$(abspath $(B))/bin/bgq-cc'
	@touch $@

# ---- tests and benchmarks
$(B)/tests/test_alu_double: TEST_LIBS := -lmpfr -lgmp
$(TEST_BIN): $(B)/tests/%: $(B)/tests/%.o $(B)/libbgqemu.a
	$(say) LD $@
	$(Q)$(CC) $(PLAIN_LINK) -o $@ $< $(B)/libbgqemu.a $(LIBS) -lcmocka $(TEST_LIBS)

$(BENCH_BIN): $(B)/bench/%: $(B)/bench/%.o $(BENCH_PART) $(B)/libbgqemu.a
	$(say) LD $@
	$(Q)$(CXX) $(PLAIN_LINK) -o $@ $< $(BENCH_PART) $(B)/libbgqemu.a -lbenchmark $(LIBS)

$(BENCH_C): $(B)/bench/%: $(B)/bench/%.o $(B)/libbgqemu.a
	$(Q)$(CC) $(PLAIN_LINK) -o $@ $< $(B)/libbgqemu.a

# SPI programs, built as a user would.
$(filter $(B)/tests/spi/openmp%,$(TEST_SPI)): SPI_FLAGS := -fopenmp
$(BENCH_SPI) $(TEST_SPI_C): $(B)/%: %.c $(TOOLS) $(HEADERS)
	@mkdir -p $(@D)
	$(say) BGQ $<
	$(Q)$(BGQCC) -O2 -g -Wall $(SPI_FLAGS) -MMD -MF $@.d -o $@ $<

$(B)/tests/spi/threads_cxx: SPI_FLAGS := -std=gnu++20
$(TEST_SPI_CC): $(B)/%: %.cc $(TOOLS) $(HEADERS)
	@mkdir -p $(@D)
	$(say) BGQ $<
	$(Q)$(B)/bin/bgq-c++ -O2 -g -Wall $(SPI_FLAGS) -MMD -MF $@.d -o $@ $<

# ---- what people call
deps:
	@emu/tools/install-deps

demo: deps
	@$(MAKE) --no-print-directory run-demo
.PHONY: run-demo
run-demo: all $(TEST_SPI) $(BENCH_SPI)
	$(Q)bench/demo.sh $(B)

# The targets of the head of this file.
.PHONY: help
help:
	@sed -n '/^#   make/,/^# V=1/s/^# \{0,3\}//p' Makefile

test: deps
	@$(MAKE) --no-print-directory check

# What takes minutes, too.
.PHONY: test-long
test-long: deps
	@LONG=1 TEST_SECONDS=1800 $(MAKE) --no-print-directory check

# One test alone: T=test_mu_put, T=test_trains.
ifdef T
check: all $(filter $(B)/tests/$(T),$(TEST_BIN)) $(if $(wildcard tests/$(T).sh),$(TEST_SPI) $(BENCH_SPI))
	@emu/tools/run-tests $(B) $(or $(strip $(filter $(B)/tests/$(T),$(TEST_BIN)) \
		$(wildcard tests/$(T).sh)),$(error no test is called $(T): see tests/test_*))
else
check: all $(TEST_BIN) $(TEST_SPI) $(BENCH_SPI)
	@emu/tools/run-tests $(B) $(TEST_BIN) $(TEST_SH)
endif

# Lines that the tests have reached, folder by folder.
.PHONY: coverage
coverage: deps
	@find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	@$(MAKE) --no-print-directory B=build/coverage OPT='-O1 -g' SAN='--coverage -fprofile-update=atomic' check
	@emu/tools/coverage build/coverage

bench: deps
	@$(MAKE) --no-print-directory run-bench

BENCH_ARGS ?= --benchmark_min_time=0.1
run-bench: all $(BENCH_BIN) $(BENCH_C) $(BENCH_SPI) $(TEST_SPI)
	$(Q)set -e; for b in $(BENCH_BIN); do \
		$$b $(BENCH_ARGS) --benchmark_out=$$b.json --benchmark_out_format=json; \
	done
	$(Q)bench/boot.sh $(B) $(B)/bench/boot.csv
	$(Q)bench/waiting.sh $(B) $(B)/bench/waiting.csv
	$(Q)bench/message_unit.sh $(B) $(B)/bench/message_unit.csv
	$(Q)bench/collective.sh $(B) $(B)/bench/collective.csv

# Needs no Google Benchmark; compares with MPI if that is installed.
bench-mu: all $(BENCH_SPI)
	$(Q)bench/message_unit.sh $(B) $(B)/bench/message_unit.csv

# The network alone, beside what events and memory cost.
bench-net: all $(B)/bench/net_reference
	$(Q)bench/net.sh $(B) $(B)/bench/net.csv

bench-collective: all $(BENCH_SPI) $(B)/bench/sum_alone
	$(Q)bench/collective.sh $(B) $(B)/bench/collective.csv $(B)/bench/long_collective.csv

# What programs compute, against the same source from the host's compiler alone.
.PHONY: program-speed bench-program
program-speed bench-program: all
	$(Q)bench/program_speed.sh $(B) $(B)/bench/program_speed.csv

# What the code says of itself: headers, exports.h, and what works in part only.
API_TOOL := emu/tools/api-report emu/tools/api-report.awk
.PHONY: api-report
api-report: $(B)/api-report.txt
	@head -1 $<
	$(say) SEE $<
$(B)/api-report.txt: $(API_TOOL) emu/tools/api-partial.txt emu/abi/exports.def $(HEADERS)
	@mkdir -p $(@D)
	$(Q)CXX='$(CXX)' emu/tools/api-report include emu/abi/exports.def emu/tools/api-partial.txt > $@

paper-table1: deps
	@$(MAKE) --no-print-directory table1

table1: all $(B)/bench/spi/pingpong
	$(Q)bench/paper_table1.sh $(RUN) $(B)/bench/spi/pingpong \
		bench/paper/table1_pingpong_latency.csv $(B)/paper/table1.csv

paper-table2: deps
	@$(MAKE) --no-print-directory table2

table2: all $(B)/bench/spi/exchange
	$(Q)bench/paper_table.sh "Table 2: direct puts on all ten links, looped back, send + receive" \
		message_kib throughput_GBps 3 bench/paper/table2_nearest_neighbor.csv \
		$(B)/paper/table2.csv $(RUN) --shape 1x1x1x1x1 : $(B)/bench/spi/exchange

paper-table3: deps
	@$(MAKE) --no-print-directory table3

table3: all $(B)/bench/spi/allreduce
	$(Q)bench/paper_table.sh "Table 3: allreduce of one double by direct put, 2 to 512 nodes" \
		nodes latency_ns 3 bench/paper/table3_collective_latency.csv \
		$(B)/paper/table3.csv bench/table3.sh $(RUN) $(B)/bench/spi/allreduce

paper-table4: deps
	@$(MAKE) --no-print-directory table4

table4: all $(B)/bench/spi/allreduce
	$(Q)bench/paper_table.sh "Table 4: allreduce of doubles by direct put on 512 nodes" \
		message_kib throughput_GBps 4 bench/paper/table4_collective_throughput.csv \
		$(B)/paper/table4.csv $(RUN) --np 512 : $(B)/bench/spi/allreduce 512 1048576

paper-zones: deps
	@$(MAKE) --no-print-directory zones

zones: $(NET)
	$(Q)bench/paper_zones.sh $(NET) $(B)/paper/zones.csv

paper-zones-sensitivity: deps
	@$(MAKE) --no-print-directory zones-sensitivity

zones-sensitivity: $(NET)
	$(Q)bench/paper_zones_sensitivity.sh $(NET) $(B)/paper/zones_sensitivity.csv

paper-collective: deps
	@$(MAKE) --no-print-directory collective

collective: $(NET)
	$(Q)bench/paper_collective.sh $(NET) bench/paper/claims.csv $(B)/paper/collective.csv

# All of it on one page, and the tables as plots.
.PHONY: paper
paper:
	@emu/tools/install-deps gnuplot-nox
	@$(MAKE) --no-print-directory all
	$(Q)bench/paper.sh '$(MAKE)' $(B)

paper-alltoall: deps
	@$(MAKE) --no-print-directory alltoall

# Some five minutes of a core.  Fewer sizes are quicker: ALLTOALL_BYTES=4096.
ALLTOALL_BYTES ?= 512 1024 2048 4096 8192 16384 32768
alltoall: all $(B)/bench/spi/alltoall
	$(Q)bench/paper_alltoall.sh bench/paper/claims.csv $(B)/paper/alltoall.csv \
		$(RUN) --np 512 : $(B)/bench/spi/alltoall $(ALLTOALL_BYTES)

# Sanitized builds live beside the plain one.
ASAN := -fsanitize=address,undefined -fno-sanitize-recover=undefined \
	-fno-omit-frame-pointer
TSAN := -fsanitize=thread -fno-omit-frame-pointer
# Threads that share memory: rings, channels, the engine and its windows.
TSAN_TESTS := $(filter %ring %engine %pool %barrier %channel %workers,$(TEST_BIN)) \
	$(filter $(B)/tests/stress_%,$(TEST_BIN))

# bgq-run handles its programs' signals itself, and switches stacks behind ASan's
# back, which warns of it: its words go to a log, shown if it found an error.
ASAN_LOG := $(CURDIR)/build/asan/log
ASAN_SIGNALS := handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0
ASAN_RUN := $(ASAN_SIGNALS):use_sigaltstack=0:detect_leaks=0:log_path=$(ASAN_LOG)

test-asan: deps
	@rm -f $(ASAN_LOG).*
	@ASAN_OPTIONS='$(ASAN_RUN)' $(MAKE) --no-print-directory B=build/asan OPT='-O1 -g' \
		SAN='$(ASAN)' check; status=$$?; \
	logs=$$(grep -l ERROR: $(ASAN_LOG).* 2>/dev/null) && cat $$logs && status=1; \
	exit $$status

FUZZ_DESCRIPTORS ?= 10000000
FUZZ_CALLS ?= 10000000
FUZZ_SEED ?= 1
.PHONY: test-fuzz fuzz
test-fuzz: deps
	@rm -f $(ASAN_LOG).*
	@RUN_ASAN_OPTIONS='$(ASAN_RUN)' $(MAKE) --no-print-directory B=build/asan OPT='-O1 -g' \
		SAN='$(ASAN)' fuzz; status=$$?; cat $(ASAN_LOG).* 2>/dev/null | \
		grep -A 20 'ERROR:\|runtime error:' && status=1; exit $$status

fuzz: all $(B)/tests/fuzz_descriptors $(B)/tests/fuzz_model $(B)/tests/spi/fuzz_kernel
	@tests/run_fuzz.sh $(B) $(FUZZ_DESCRIPTORS) $(FUZZ_CALLS) $(FUZZ_SEED)

PROPERTY_MESSAGES ?= 1000000
PROPERTY_SEED ?= 1
.PHONY: test-property property
test-property: deps
	@$(MAKE) --no-print-directory property

property: all $(B)/tests/test_mu_property $(B)/tests/spi/property \
		$(B)/tests/test_net_traffic $(B)/tests/test_net_workers
	@tests/run_property.sh $(B) $(PROPERTY_MESSAGES) $(PROPERTY_SEED)

PARKING_SEEDS ?= 300
PARKING_SEED ?= 1
.PHONY: test-parking parking
test-parking: deps
	@$(MAKE) --no-print-directory parking

parking: all $(B)/tests/spi/wait_random
	@sh tests/run_parking.sh $(B) $(PARKING_SEEDS) $(PARKING_SEED)

test-tsan: deps
	@$(MAKE) --no-print-directory B=build/tsan OPT='-O1 -g' SAN='$(TSAN)' check-threads

.PHONY: check-threads
check-threads: $(sort $(TSAN_TESTS))
	@emu/tools/run-tests $(B) $(sort $(TSAN_TESTS))

# ---- installation
LIBDIR := $(PREFIX)/lib/bgqemu
MAN := $(DESTDIR)$(PREFIX)/share/man
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBDIR) $(MAN)/man1 $(MAN)/man7
	install -m 755 $(RUN) $(NET) $(BGQCC) $(DESTDIR)$(PREFIX)/bin
	ln -sf bgq-cc $(DESTDIR)$(PREFIX)/bin/bgq-c++
	$(if $(BGQ_AS),install -D -m 755 $(BGQ_AS) $(DESTDIR)$(LIBDIR)/as/as)
	install -m 644 $(B)/lib/libbgqrt.a $(B)/lib/bgqnote.o $(B)/lib/bgq.map \
		$(B)/lib/libbgqemu.so.1 $(DESTDIR)$(LIBDIR)
	ln -sf libbgqemu.so.1 $(DESTDIR)$(LIBDIR)/libbgqemu.so
	emu/cc/make-floor $(DESTDIR)$(LIBDIR)/floor copy:include ../../../../../bin/bgq-cc
	install -m 644 man/*.1 $(MAN)/man1
	install -m 644 man/*.7 $(MAN)/man7

clean:
	rm -rf build

-include $(OBJ:.o=.d) $(AS_OBJ:.o=.d) $(RT_OBJ:.o=.d) $(TEST_BIN:=.d) $(BENCH_BIN:=.d) \
	$(BENCH_PART:.o=.d) $(BENCH_C:=.d) $(TEST_SPI:=.d) $(BENCH_SPI:=.d)

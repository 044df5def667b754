# tests.mk - what tests are built from, and their targets; part of the Makefile.
.PHONY: test check test-asan test-tsan

TEST_BIN := $(patsubst %.c,$(B)/%,$(sort $(wildcard tests/test_*.c tests/stress_*.c \
	tests/fuzz_*.c)))
# With FIBER=ucontext: all but call_thunk, call_wrap and image_bind, which are about each
# processor's own code around library calls (emu/core/calls/call_code_*.c); and of the shell tests,
# most of which run programs whose code has to be counted or whose waits have to be proven, one of
# its own.
PORTABLE_SPI := boot memfifo openmp openmp_loops openmp_cxx threads_many mpi_halo
ifdef PORTABLE
TEST_BIN := $(filter-out %/test_call_thunk %/test_call_wrap %/test_image_bind,$(TEST_BIN))
TEST_SPI := $(PORTABLE_SPI:%=$(B)/tests/spi/%)
BENCH_SPI :=
endif
# The longest begin first.
TEST_SLOW := $(patsubst %,tests/test_%.sh,faults parking trains bgq_run as fortran hosts \
	reserve jump_loops equal_addresses headers_alone mpi last_words host_asm claims \
	transient faces make loops report bgq_cc restart files mix)
TEST_SH := $(if $(PORTABLE),tests/portable.sh,$(TEST_SLOW) $(filter-out $(TEST_SLOW),\
	$(sort $(wildcard tests/test_*.sh))))

# cmocka 2 has new names for some assertions, which cmocka 1 does not have.
$(B)/tests/%.o: private CFLAGS += -DCMOCKA_DISABLE_DEPRECATION_WARNINGS
$(B)/tests/test_alu_double: TEST_LIBS := -lmpfr -lgmp
$(TEST_BIN): $(B)/tests/%: $(B)/tests/%.o $(B)/libbgqemu.a
	$(say) LD $@
	$(Q)$(CC) $(PLAIN_LINK) -o $@ $< $(B)/libbgqemu.a $(LIBS) -lcmocka $(TEST_LIBS)

# bgq-as with a rule broken on purpose, which its verifier has to notice.
AS_BROKEN := $(if $(BGQ_AS),$(B)/tests/as/broken)
$(B)/tests/as/broken.o: private INC += -Iemu/cc
$(AS_BROKEN): $(B)/tests/as/broken.o $(filter-out %/as_live.o %/as_flow.o,$(AS_OBJ)) \
		$(B)/net/machine/core.o
	$(say) LD $@
	$(Q)$(CC) $(LINK_FLAGS) $(LTO) -o $@ $^

-include $(AS_BROKEN:=.d)

# Whatever is compiled for the machine here is read again behind bgq-as.
ifeq ($(CPU)$(PORTABLE),x86_64)
export BGQ_AS_VERIFY := 1
endif

# Reads JSON, for shell tests.
JSON_LINES := $(B)/tests/json_lines
$(JSON_LINES): tests/json_lines.c $(B)/.flags
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) -std=gnu17 -D_GNU_SOURCE $(OPT) $(SAN) $(WARN) -o $@ $<

# Runs a command on a host that forbids something.
DENY := $(B)/tests/deny
$(DENY): tests/deny.c $(B)/.flags
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(CC) -std=gnu17 -D_GNU_SOURCE $(OPT) $(WARN) -o $@ $<

test: deps
	@$(MAKE) $(ALL_CORES) check

# Tests that take minutes, too.
.PHONY: test-long
test-long: deps
	@LONG=1 TEST_SECONDS=1800 $(MAKE) $(ALL_CORES) check

# One test alone: T=test_mu_put, T=test_trains.
ifdef T
check: all $(JSON_LINES) $(DENY) $(AS_BROKEN) $(filter $(B)/tests/$(T),$(TEST_BIN)) \
		$(if $(wildcard tests/$(T).sh),$(TEST_SPI) $(BENCH_SPI))
	@emu/tools/run-tests $(B) $(or $(strip $(filter $(B)/tests/$(T),$(TEST_BIN)) \
		$(wildcard tests/$(T).sh)),$(error no test is called $(T): see tests/test_*))
else
check: all $(JSON_LINES) $(DENY) $(AS_BROKEN) $(TEST_BIN) $(TEST_SPI) $(BENCH_SPI)
	@emu/tools/run-tests $(B) $(TEST_BIN) $(TEST_SH)
endif

# Lines that the tests have reached, folder by folder, even if some of them fail.
.PHONY: coverage
coverage: deps
	@find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	@TEST_SECONDS=1800 $(MAKE) $(ALL_CORES) B=build/coverage OPT='-O1 -g' \
		SAN='--coverage -fprofile-update=atomic' check; status=$$?; \
	emu/tools/coverage build/coverage && exit $$status
# bgq-run keeps its counts however it ends.
ifneq ($(findstring --coverage,$(SAN)),)
RUN_OBJ += $(B)/tests/coverage_exit.o
$(RUN): $(B)/tests/coverage_exit.o
$(RUN): private LDFLAGS += -Wl,--wrap=_exit
endif

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
	@ASAN_OPTIONS='$(ASAN_RUN)' $(MAKE) $(ALL_CORES) B=build/asan OPT='-O1 -g' \
		SAN='$(ASAN)' check; status=$$?; \
	logs=$$(grep -l ERROR: $(ASAN_LOG).* 2>/dev/null) && cat $$logs && status=1; \
	exit $$status

FUZZ_DESCRIPTORS ?= 10000000
FUZZ_CALLS ?= 10000000
FUZZ_SEED ?= 1
.PHONY: test-fuzz fuzz
test-fuzz: deps
	@rm -f $(ASAN_LOG).*
	@RUN_ASAN_OPTIONS='$(ASAN_RUN)' $(MAKE) $(ALL_CORES) B=build/asan OPT='-O1 -g' \
		SAN='$(ASAN)' fuzz; status=$$?; cat $(ASAN_LOG).* 2>/dev/null | \
		grep -A 20 'ERROR:\|runtime error:' && status=1; exit $$status

fuzz: all $(B)/tests/fuzz_descriptors $(B)/tests/fuzz_model $(B)/tests/fuzz_input \
		$(B)/tests/spi/fuzz_kernel $(B)/tests/spi/boot
	@tests/run_fuzz.sh $(B) $(FUZZ_DESCRIPTORS) $(FUZZ_CALLS) $(FUZZ_SEED)

# Fuzzers that are guided by what code an input reaches: libFuzzer's, with Clang.  What they are
# about is instrumented, all else is the library's.
GUIDED_SRC_descriptor := mu/descriptor.c
GUIDED_SRC_faults := net/fault/plan.c net/fault/link.c net/base/time_text.c
GUIDED_SRC_machine := $(wildcard net/machine/describe*.c) net/machine/figures.c
GUIDED_SRC_jobs := emu/cmd/jobs/job_file.c emu/cmd/jobs/job_words.c emu/node/machine/corner.c \
	emu/cmd/cli/block.c net/machine/location.c
GUIDED_SRC_checkpoint := emu/cmd/restart/saved.c
GUIDED_SRC_environment := emu/node/machine/controls.c emu/node/machine/rank_list.c \
	emu/node/machine/corner.c emu/cmd/cli/block.c net/machine/location.c
GUIDED_SRC_mapping := emu/node/machine/mapping.c
GUIDED := $(patsubst tests/guided/%.c,$(B)/guided/%,$(wildcard tests/guided/*.c))
GUIDED_CC ?= clang
GUIDED_SAN := -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined
GUIDED_RUNS ?= 10000000
GUIDED_SECONDS ?= 600
$(GUIDED): $(B)/guided/%: tests/guided/%.c tests/guided/guided.h $(B)/libbgqemu.a
	@mkdir -p $(@D)
	$(say) LD $@
	$(Q)$(GUIDED_CC) -std=gnu17 -D_GNU_SOURCE -O1 -g -pthread $(GUIDED_SAN) $(INC) -Itests \
		-DCMOCKA_DISABLE_DEPRECATION_WARNINGS -o $@ $< $(GUIDED_SRC_$*) \
		$(B)/libbgqemu.a $(LIBS) -lcmocka

.PHONY: test-guided
test-guided: $(GUIDED)
	@sh tests/run_guided.sh $(B) $(GUIDED_RUNS) $(GUIDED_SECONDS)

# Random programs, each in all ways to run it.
MIX_PROGRAMS ?= 1000
MIX_SEED ?= 1
.PHONY: test-mix mix
test-mix: deps
	@$(MAKE) $(ALL_CORES) mix

mix: all
	@sh tests/run_mix.sh $(B) $(MIX_PROGRAMS) $(MIX_SEED)

# Long traffic over links that err.
SOAK_RUNS ?= 10
SOAK_PACKETS ?= 10000000
SOAK_MESSAGES ?= 1000000
SOAK_SEED ?= 1
.PHONY: soak soak-run
soak: deps
	@$(MAKE) $(ALL_CORES) soak-run

soak-run: all $(B)/tests/spi/property $(B)/tests/spi/short_messages
	@sh tests/run_soak.sh $(B) $(SOAK_RUNS) $(SOAK_PACKETS) $(SOAK_MESSAGES) $(SOAK_SEED)

PROPERTY_MESSAGES ?= 1000000
PROPERTY_SEED ?= 1
.PHONY: test-property property
test-property: deps
	@$(MAKE) $(ALL_CORES) property

property: all $(B)/tests/test_mu_property $(B)/tests/spi/property \
		$(B)/tests/test_net_traffic $(B)/tests/test_net_workers
	@tests/run_property.sh $(B) $(PROPERTY_MESSAGES) $(PROPERTY_SEED)

PARKING_SEEDS ?= 300
PARKING_SEED ?= 1
.PHONY: test-parking parking
test-parking: deps
	@$(MAKE) $(ALL_CORES) parking

parking: all $(B)/tests/spi/wait_random
	@sh tests/run_parking.sh $(B) $(PARKING_SEEDS) $(PARKING_SEED)

# The compilers' own suites and random programs: tests/run_torture.sh has the variables.
.PHONY: test-torture
export SUITES OPTIONS MODES COMPILERS SEEDS FIRST_SEED ONLY JOBS
test-torture:
	@emu/tools/install-deps gcc-$$(gcc -dumpversion | cut -d. -f1)-source csmith libcsmith-dev
	@$(MAKE) $(ALL_CORES) all
	@sh tests/run_torture.sh $(B)

# On other distributions, with other compilers; as root, with debootstrap.
# Builds for AArch64 with cross compilers and runs the tests under user emulation, as root on a
# Debian of x86-64: TESTS=, ROOTS=DIR.
.PHONY: test-aarch64
test-aarch64:
	@emu/tools/test-aarch64 $(TESTS)

.PHONY: test-distributions
test-distributions:
	@emu/tools/test-distributions $(HOSTS)

test-tsan: deps
	@$(MAKE) $(ALL_CORES) B=build/tsan OPT='-O1 -g' SAN='$(TSAN)' check-threads

.PHONY: check-threads
check-threads: $(sort $(TSAN_TESTS))
	@emu/tools/run-tests $(B) $(sort $(TSAN_TESTS))

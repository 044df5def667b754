# bench.mk - benchmarks and the tables of the SC11 paper; part of the Makefile.
.PHONY: bench run-bench bench-mu bench-net bench-collective
.PHONY: paper-table1 table1 paper-table2 table2 paper-table3 table3 paper-table4 table4
.PHONY: paper-node node paper-more more paper-compilers
.PHONY: paper-zones zones paper-zones-sensitivity zones-sensitivity paper-collective collective
.PHONY: paper-alltoall alltoall

BENCH_BIN := $(patsubst %.cc,$(B)/%,$(sort $(wildcard bench/*.cc)))
# bench/*_bench.c: the C side of the benchmarks; other bench/*.c: programs.
BENCH_PART := $(patsubst %.c,$(B)/%.o,$(sort $(wildcard bench/*_bench.c)))
BENCH_C := $(patsubst %.c,$(B)/%,$(sort $(filter-out %_bench.c,$(wildcard bench/*.c))))

$(BENCH_BIN): $(B)/bench/%: $(B)/bench/%.o $(BENCH_PART) $(B)/libbgqemu.a
	$(say) LD $@
	$(Q)$(CXX) $(PLAIN_LINK) -o $@ $< $(BENCH_PART) $(B)/libbgqemu.a -lbenchmark $(LIBS)

$(BENCH_C): $(B)/bench/%: $(B)/bench/%.o $(B)/libbgqemu.a
	$(Q)$(CC) $(PLAIN_LINK) -o $@ $< $(B)/libbgqemu.a

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

# What --clock=off costs in processor time, beside the virtual clock.
.PHONY: bench-clock
bench-clock: all $(B)/bench/spi/clock_loops
	$(Q)bench/clock_off.sh $(RUN) $(B)/bench/spi/clock_loops $(B)/bench/clock_off.csv

# The network alone, beside what events and memory cost.
bench-net: all $(B)/bench/net_reference
	$(Q)bench/net.sh $(B) $(B)/bench/net.csv

# The cost of a packet, layer by layer: bgq-run with counters in its scheduler, of use for
# nothing else.
.PHONY: bench-layers
LAYERS_OBJ := $(addprefix $(B)/bench/layers/,count.o engine_thread.o)
$(B)/bench/layers/count.o: bench/layers/count.c
$(B)/bench/layers/engine_thread.o: emu/core/engine/engine_thread.c
$(LAYERS_OBJ): $(B)/.flags
	@mkdir -p $(@D)
	$(say) CC $@
	$(Q)$(CC_ALL) -DBGQEMU_LAYERS -c $(filter %.c,$^) -o $@

$(B)/bench/layers/bgq-run: $(RUN_OBJ) $(LAYERS_OBJ)
	$(say) LD $@
	$(Q)$(CC) $(LINK_FLAGS) $(if $(LTO),$(LTO) -Wno-lto-type-mismatch) -o $@ $(LAYERS_OBJ) \
		$(filter-out $(B)/emu/core/engine/engine_thread.o,$(RUN_OBJ)) $(LIBS)

bench-layers: all $(B)/bench/layers/bgq-run $(B)/bench/net_reference $(B)/bench/spi/layers \
		$(B)/bench/spi/alltoall
	$(Q)bench/layers.sh $(B) $(B)/bench/layers.csv

# Beside simulators of others: SMPI, and BookSim if BOOKSIM names its binary.
.PHONY: bench-peers
bench-peers:
	@emu/tools/install-deps libsimgrid-dev
	@$(MAKE) --no-print-directory all $(B)/bench/spi/alltoall
	$(Q)bench/peers.sh $(B) $(B)/bench/peers.csv

bench-collective: all $(BENCH_SPI) $(B)/bench/sum_alone
	$(Q)bench/collective.sh $(B) $(B)/bench/collective.csv $(B)/bench/long_collective.csv

# Programs' computations, against the same source from the host's compiler alone.
.PHONY: program-speed bench-program
program-speed bench-program: all
	$(Q)bench/program_speed.sh $(B) $(B)/bench/program_speed.csv

# The core's model on code, in simulated time.
.PHONY: bench-core
bench-core: all $(B)/bench/spi/node_memory
	$(Q)bench/core.sh $(B) $(B)/bench/core.csv

# Instructions of kernels as they are counted, beside GCC's for the A2, executed by qemu.
.PHONY: bench-count
bench-count: all
	@emu/tools/install-deps gcc-powerpc64-linux-gnu libc6-dev-ppc64-cross qemu-user
	$(Q)bench/count.sh $(RUN) $(BGQCC) $(B)/bench/count.csv $(COMPILERS)

paper-table1: deps
	@$(MAKE) --no-print-directory table1

table1: all $(B)/bench/spi/pingpong
	$(Q)bench/paper_table1.sh $(RUN) $(B)/bench/spi/pingpong \
		bench/paper/table1_pingpong_latency.csv $(B)/paper/table1.csv

paper-node: deps
	@$(MAKE) --no-print-directory node

node: all $(B)/bench/spi/l2_counters
	$(Q)bench/paper_node.sh $(RUN) $(B)/bench/spi/l2_counters bench/paper/l2_counters.csv \
		$(B)/paper/node.csv

paper-more: deps
	@$(MAKE) --no-print-directory more

more: all $(addprefix $(B)/bench/spi/,l2_meet thread_cost neighbour node_memory)
	$(Q)bench/paper_more.sh $(RUN) $(B)/bench/spi bench/paper $(B)/paper

# Figures that no document has, fitted anew; and what 5 % of each figure does.  By a bgq-run whose
# machine description reads other figures from the environment.
.PHONY: fit fit-sensitivity
$(B)/bench/fit/machine.o: bench/fit/machine.c net/machine/machine.c $(B)/.flags
	@mkdir -p $(@D)
	$(say) CC $@
	$(Q)$(CC_ALL) -c $< -o $@

$(B)/bench/fit/bgq-run: $(RUN_OBJ) $(B)/bench/fit/machine.o
	$(say) LD $@
	$(Q)$(CC) $(LINK_FLAGS) $(if $(LTO),$(LTO) -Wno-lto-type-mismatch) -o $@ \
		$(B)/bench/fit/machine.o $(filter-out $(B)/net/machine/machine.o,$(RUN_OBJ)) $(LIBS)

FIT_PROGRAMS := $(addprefix $(B)/bench/spi/,pingpong exchange allreduce l2_counters l2_meet)
fit: all $(B)/bench/fit/bgq-run $(FIT_PROGRAMS)
	$(Q)bench/fit.sh $(B)/bench/fit/bgq-run $(B)/bench/spi

fit-sensitivity: all $(B)/bench/fit/bgq-run $(FIT_PROGRAMS)
	$(Q)bench/fit.sh $(B)/bench/fit/bgq-run $(B)/bench/spi -s $(FIGURES)

# The tables by each of the host's compilers that are there.
paper-compilers: all
	$(Q)bench/paper_compilers.sh $(RUN) $(BGQCC) $(B)/paper/compilers.csv $(COMPILERS)

paper-table2: deps
	@$(MAKE) --no-print-directory table2

table2: all $(B)/bench/spi/exchange
	$(Q)bench/paper_table.sh \
		"Table 2: direct puts on all ten links, looped back, send + receive" \
		message_kib throughput_GBps 3 bench/paper/table2_nearest_neighbor.csv \
		$(B)/paper/table2.csv bench/table2.sh $(RUN) $(B)/bench/spi/exchange

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
	$(Q)bench/paper_ceiling.sh $(B)/paper/table4.csv bench/paper/claims.csv

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

.PHONY: paper-machines machines
paper-machines: deps
	@emu/tools/install-deps gnuplot-nox
	@$(MAKE) --no-print-directory machines

machines: $(NET)
	$(Q)bench/machines.sh $(NET) $(B)/paper

paper-alltoall: deps
	@$(MAKE) --no-print-directory alltoall

# Some five minutes of a core.  Fewer sizes are quicker: ALLTOALL_BYTES=4096.
ALLTOALL_BYTES ?= 512 1024 2048 4096 8192 16384 32768
alltoall: all $(B)/bench/spi/alltoall
	$(Q)bench/paper_alltoall.sh bench/paper/claims.csv $(B)/paper/alltoall.csv \
		$(RUN) --np 512 : $(B)/bench/spi/alltoall $(ALLTOALL_BYTES)

-include $(LAYERS_OBJ:.o=.d)

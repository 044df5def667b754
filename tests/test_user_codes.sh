#!/bin/sh
# test_user_codes.sh - what sources of users expect of libraries, headers and MPI that no other test
# has: found by compiling and running programs of others.
# Leaves out: the machine and its kernel (test_user_machine.sh),
# sources for bgxlc (test_xl_codes.sh), and PowerPC assembly (test_ppc_asm.sh).
# Usage: test_user_codes.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
build=$(cd "$build" && pwd)
run=$build/bin/bgq-run cc=$build/bin/bgq-cc

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

# ---- a library's functions with versions, as in an archive for -static
cat >"$tmp/library.c" <<'END'
int begin_1(void) { return 1; }
int begin_2(void) { return 2; }
int end(void) { return 4; }
__asm__(".symver begin_1,begin@LIBRARY_1.0");
__asm__(".symver begin_2,begin@@LIBRARY_2.0");
__asm__(".symver end, end@@LIBRARY_1.0");
END
cat >"$tmp/user.c" <<'END'
#include <string.h>
int begin(void), end(void);
volatile char text[] = "\"; .symver begin, end@@LIBRARY_1.0";
int main(void) { return begin() + end() != 6 || strlen((char *)text) != 34; }
END
for o in -O0 -O2; do
	expect "links_versions$o" 0 '' "$cc" $o -o "$tmp/user" "$tmp/user.c" "$tmp/library.c"
	expect "the_default_version_is_called$o" 0 '' "$run" --np 2 : "$tmp/user"
done

# ---- attributes of the world, and a handler of errors
cat >"$tmp/attributes.c" <<'END'
#include <mpi.h>
int main(int argc, char **argv)
{
	int *value, flag;
	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
	MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag);
	if (!flag || *value < 32767)
		return 1;
	PMPI_Attr_get(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &value, &flag);
	if (!flag || !*value)
		return 2;
	MPI_Attr_get(MPI_COMM_WORLD, MPI_APPNUM, &value, &flag);
	return flag ? 3 : MPI_Finalize();
}
END
expect compiles_attributes 0 '' "$build/bin/bgq-mpicc" -Wall -Werror -o "$tmp/attributes" \
	"$tmp/attributes.c"
expect attributes_of_the_world 0 '' "$run" --np 2 : "$tmp/attributes"

# ---- headers that those of GCC 4's C++ library included; names that are nowhere stay wrong
cat >"$tmp/missing.cc" <<'END'
#include <map>
using namespace std;
uint32_t word = 3;
int main(int argc, char **argv)
{
#ifdef ASSEMBLY
	asm volatile("msync" : : : "memory");
#endif
	ostringstream s;
	double x[2] = { numeric_limits<double>::max(), M_PI };
	std::sort(x, x + 2);
	usleep(1);
	s << x[0];
	return std::strlen(argv[0]) == 0 || atoi("3") != int(word) || s.str() != "3.14159" ||
		getpid() == INT_MAX || argc != 1;
}
END
for o in '' -DASSEMBLY; do
	expect "compiles_with_headers_of_gcc4_$o" 0 '' "$build/bin/bgq-c++" -Wall -Werror $o \
		-o "$tmp/missing" "$tmp/missing.cc"
	[ ! -s "$tmp/err" ] || not_ok "silently_$o"
	expect "runs_with_headers_of_gcc4_$o" 0 '' "$run" --np 1 : "$tmp/missing"
done
expect the_compilers_words_may_be_coloured 0 '' "$build/bin/bgq-c++" -fdiagnostics-color=always \
	-c -o "$tmp/missing.o" "$tmp/missing.cc"
echo 'int i = no_such_name + atoi("1");' >"$tmp/nowhere.cc"
expect names_that_are_nowhere 1 'nowhere.cc:1:.*no_such_name' "$build/bin/bgq-c++" -c \
	-o "$tmp/nowhere.o" "$tmp/nowhere.cc"
! grep -q 'atoi. was' "$tmp/err" || not_ok others_are_not_named

# ---- a program that is executed as it is
cat >"$tmp/self.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <spi/include/kernel/location.h>
int main(int argc, char **argv)
{
	char word[9] = "";
	scanf("%8s", word);
	printf("%s %s %s %u\n", argc > 1 ? argv[1] : "", getenv("OF_SELF"), word,
		Kernel_ProcessorID());
	return argc;
}
END
expect compiles_self 0 '' "$cc" -Wl,-rpath,/nowhere -o "$tmp/self" "$tmp/self.c"
cat >"$tmp/by_itself" <<'END'
cd "$1" && PATH=/nowhere OF_SELF=c ./self "a  b" <<-word
d
word
END
expect runs_itself 2 'ended with status 2' sh "$tmp/by_itself" "$tmp"
grep -qx 'a  b c d 0' "$tmp/out" && ok what_it_is_given || not_ok what_it_is_given
# The program's compiler's directory is gone.
LC_ALL=C sed "s|$build/bin|$(echo "$build/bin" | tr '[:alnum:]' x)|" "$tmp/self" >"$tmp/moved"
chmod +x "$tmp/moved"
expect looks_for_bgq_run 1 'ended with status 1' env PATH="/nowhere:$build/bin" "$tmp/moved" \
	</dev/null
expect says_what_is_missing 126 'moved: a program for an emulated machine: run it with bgq-run' \
	env -i "$tmp/moved"

# ---- functions that return a pointer, called without their declaration
cat >"$tmp/undeclared.c" <<'END'
#include <stdio.h>
int main(void)
{
	char line[] = "one/two";
	double *p = (double *)memalign(64, 1000);
	char *memory = mmap(0, 4096, 3, 0x22, -1, 0);
	p[1] = 2.5;
	memory[7] = 3;
	return strcmp(strtok(line, "/"), "one") || (unsigned long)p % 64 || p[1] + memory[7] != 5.5;
}
END
cat >"$tmp/own.c" <<'END'
int main(void) { return valloc(1, 2) - 3; }
int valloc(int a, int b) { return a + b; }
END
if ! "$cc" --version | grep -q clang; then
	expect undeclared_pointers_are_said 0 'implicit declaration of function .memalign' \
		"$cc" -O2 -o "$tmp/undeclared" "$tmp/undeclared.c"
	expect undeclared_pointers_are_whole 0 '' "$run" --np 2 : "$tmp/undeclared"
fi
expect own_function_of_such_a_name 0 '' "$cc" -O2 -o "$tmp/own" "$tmp/own.c"
expect own_function_is_called 0 '' "$run" --np 2 : "$tmp/own"
summary

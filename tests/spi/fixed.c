/*
 * fixed.c - the program's code and constants, which no store may change: stores of the program
 * (fixed code, fixed constant), of a call, and of a direct put from rank 0, until the program
 * has made them writable (fixed calls).  Usage: fixed CASE.
 */
#include "mail.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

#include <spi/include/mu/Addressing_inlines.h>

#define PAGE 4096

static const char constant[] = "of the program";
static char payload[64] __attribute__((aligned(64)));
static volatile uint64_t counter __attribute__((aligned(64)));
static MUSPI_BaseAddressTableSubGroup_t bat;

static char *volatile place; /* for the compiler, any */

static void put(uint32_t offset)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = test_physical(payload);
	info.Base.Message_Length = 1;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	info.Base.Dest.Destination.Destination = 0;
	info.Base.Dest.Destination.E_Destination = 1;
	info.DirectPut.Rec_Payload_Offset = offset;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info) == 0);
	CHECK(MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &mail_inj), &d) == 1);
}

/* Rank 0 stores to rank 1's page at place, which it may, or not. */
static void calls(bool may)
{
	uint32_t ids[2] = { 0, 1 };
	char was = place[0];

	counter = 100;
	payload[0] = '!';
	CHECK(Kernel_AllocateBaseAddressTable(0, &bat, 2, ids, 0) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 0, test_physical(place)) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 1, MUSPI_GetAtomicAddress(test_physical(&counter),
							    MUHWI_ATOMIC_OPCODE_STORE_ADD)) == 0);
	test_barrier();
	if (Kernel_GetRank() == 0)
		put(0);
	usleep(100);
	if (Kernel_GetRank() == 1)
		CHECK(place[0] == (may ? '!' : was) && counter == (may ? 99 : 100));
	test_barrier();
}

int main(int argc, char **argv)
{
	bool code = argc > 1 && !strcmp(argv[1], "code");
	int fd = open("/dev/zero", O_RDONLY);

	place = code ? (char *)(uintptr_t)put : (char *)(uintptr_t)constant;
	if (code || !strcmp(argv[1], "constant"))
		*place = 'x';
	CHECK(read(fd, place, 1) == -1 && errno == EFAULT);
	CHECK(madvise((char *)((uintptr_t)place & -PAGE), PAGE, MADV_DONTNEED) == 0 &&
	      !strcmp(place, "of the program"));
	mail_init();
	if (!strcmp(argv[1], "put")) {
		calls(false);
		return 0;
	}
	CHECK(mprotect((char *)((uintptr_t)place & -PAGE), PAGE,
		       PROT_READ | PROT_WRITE | PROT_EXEC) == 0);
	calls(true);
	CHECK(read(fd, place, 1) == 1 && !*place);
	*place = 'x';
	CHECK(*place == 'x');
	CHECK(mprotect((char *)((uintptr_t)place & -PAGE), PAGE, PROT_READ | PROT_EXEC) == 0);
	CHECK(read(fd, place, 1) == -1 && errno == EFAULT);
	return 0;
}

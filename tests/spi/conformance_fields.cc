/*
 * conformance_fields.cc - inlines that store to descriptors and FIFO shadows: each changes the
 * bits that the headers name and no others, in C and by the methods of the classes.
 * Leaves out: what the message unit does with the fields (memfifo.c, room_behind.c).
 */
#include "spi_test.h"

#include <string.h>

#include <spi/include/kernel/MU.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/DescriptorWrapperXX.h>
#include <spi/include/mu/RecFifo.h>

static MUHWI_Descriptor_t c;
static MUSPI_DescriptorBase x;

static void all(int byte)
{
	memset(&c, byte, sizeof c);
	memset((void *)&x, byte, sizeof x);
}

/* The call of C and the method leave equal descriptors, whatever bits were there. */
#define BOTH(call, method)                                                                \
	do {                                                                              \
		for (int byte = 0; byte < 256; byte += 255) {                             \
			all(byte);                                                        \
			MUSPI_##call;                                                     \
			x.method;                                                         \
			CHECK(memcmp(&c, (void *)&x, sizeof c) == 0);                     \
		}                                                                         \
	} while (0)

#define PT2PT c.PacketHeader.NetworkHeader.pt2pt
#define COLLECTIVE c.PacketHeader.NetworkHeader.collective
#define MU c.PacketHeader.messageUnitHeader.Packet_Types

static void common_fields(void)
{
	MUSPI_BaseDescriptorInfoFields_t base = {};
	uint8_t bytes[14] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 };

	MUSPI_SetUpDestination(&base.Dest, 1, 2, 3, 4, 1);
	CHECK(base.Dest.Destination.Destination == (1u << 24 | 2 << 18 | 3 << 12 | 4 << 6 | 1));
	BOTH(SetDataPacketType(&c, 2), setDataPacketType(2));
	BOTH(SetMessageUnitPacketType(&c, 0x7f), setMessageUnitPacketType(0x7f));
	CHECK(PT2PT.Byte8.Packet_Type == 1 && PT2PT.Byte8.Size == 31);
	BOTH(SetTorusInjectionFIFOMap(&c, 1ull << 63), setTorusInjectionFIFOMap(1ull << 63));
	BOTH(SetDestination(&c, base.Dest), setDestination(base.Dest));
	BOTH(SetPayload(&c, 0x1234567890, 77), setPayload(0x1234567890, 77));
	BOTH(SetPrefetchOnly(&c, 3), setPrefetchOnly(3));
	BOTH(SetInterrupt(&c, 2), setInterrupt(2));
	CHECK(c.Half_Word1.Half_Word1 == 0xfffffffe);
	BOTH(SetSoftwareBit(&c, 2), setSoftwareBit(2));
	CHECK(MU.Memory_FIFO.Unused1 == 0 && MU.Memory_FIFO.Rec_FIFO_Id == 511);
	BOTH(SetSoftwareBytes(&c, bytes), setSoftwareBytes(bytes));
	CHECK(memcmp(MU.Memory_FIFO.Unused2, bytes, 14) == 0);
	CHECK(MUSPI_DescriptorGetNumPacketChunks(1) == 16);
	all(0);
	MUSPI_SetSize(&c);
	CHECK(PT2PT.Byte8.Byte8 == 16);
}

/* All fields of a kind at once: the C call sets the size of the packet too, the method not. */
static void base_fields(void)
{
	MUSPI_BaseDescriptorInfoFields_t base = {};

	base.Pre_Fetch_Only = 1;
	base.Payload_Address = 0x123456789a;
	base.Message_Length = 512;
	base.Torus_FIFO_Map = 5;
	for (int byte = 0; byte < 256; byte += 255) {
		all(byte);
		x.setBaseFields(&base);
		CHECK(x.PacketHeader.NetworkHeader.pt2pt.Byte8.Byte8 == byte);
		MUSPI_SetBaseFields(&c, &base);
		CHECK(PT2PT.Byte8.Size == 16);
		PT2PT.Byte8.Byte8 = (uint8_t)byte;
		CHECK(memcmp(&c, (void *)&x, sizeof c) == 0);
		CHECK(c.Half_Word0.Half_Word0 == 1 && c.Pa_Payload == 0x123456789a);
	}
}

static void pt2pt_fields(void)
{
	MUSPI_Pt2PtDescriptorInfoFields_t info = { 0x81, 0x42, 0x24, 0x18 };

	BOTH(SetPt2PtFields(&c, &info), setPt2PtFields(&info));
	CHECK(PT2PT.Hints == 0x81 && PT2PT.Byte2.Byte2 == 0x42);
	CHECK(PT2PT.Byte3.Byte3 == 0x24 && PT2PT.Injection_Info.Skip == 0x18);
	BOTH(SetHintsABCD(&c, 0x33), setHintsABCD(0x33));
	CHECK(PT2PT.Hints == 0x33 && PT2PT.Byte2.Byte2 == 0xff);
	BOTH(SetPt2PtSkip(&c, 9), setPt2PtSkip(9));
	BOTH(SetRouteToIONode(&c, 0xdf), setRouteToIONode(0xdf));
	CHECK(PT2PT.Byte2.Byte2 == 0xdf);
	BOTH(SetReturnFromIONode(&c, 0xe7), setReturnFromIONode(0xe7));
	CHECK(PT2PT.Byte2.Byte2 == 0xe7);
}

static void collective_fields(void)
{
	MUSPI_CollectiveDescriptorInfoFields_t info = {};

	info.Op_Code = MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
	info.Class_Route = 5;
	info.Misc = 0xa8;
	info.Skip = 3;
	for (unsigned exponent = 0; exponent < 8; exponent++) {
		info.Word_Length = (uint16_t)(4u << exponent);
		BOTH(SetCollectiveFields(&c, &info), setCollectiveFields(&info));
		CHECK(COLLECTIVE.Byte1.Byte1 == (info.Op_Code | exponent));
		CHECK(COLLECTIVE.Byte2.Byte2 == 0x50 && COLLECTIVE.Byte3.Byte3 == 0xa8);
	}
	BOTH(SetCollectiveMisc(&c, 0x5a), setCollectiveMisc(0x5a));
	BOTH(SetCollectiveSkip(&c, 4), setCollectiveSkip(4));
	CHECK(COLLECTIVE.Byte3.Byte3 == 0xff && COLLECTIVE.Injection_Info.Skip == 4);
}

static void packet_fields(void)
{
	MUSPI_MemoryFIFODescriptorInfoFields_t fifo = {};
	MUSPI_DirectPutDescriptorInfoFields_t put = {};
	MUSPI_RemoteGetDescriptorInfoFields_t get = {};

	fifo.Rec_FIFO_Id = 271;
	fifo.Rec_Put_Offset = 0x1fffffffff;
	fifo.SoftwareBit = 3;
	BOTH(SetMemoryFIFOFields(&c, &fifo), setMemoryFIFOFields(&fifo));
	CHECK(MU.Memory_FIFO.Rec_FIFO_Id == 271 && MU.Memory_FIFO.Unused1 == 1);
	CHECK(MU.Memory_FIFO.Put_Offset_MSB == 31 && c.Half_Word1.Half_Word1 == 0);
	put.Rec_Payload_Base_Address_Id = 543;
	put.Rec_Payload_Offset = 0x1200000034;
	put.Rec_Counter_Base_Address_Id = 542;
	put.Rec_Counter_Offset = 0x56;
	BOTH(SetDirectPutFields(&c, &put), setDirectPutFields(&put));
	CHECK(MU.Direct_Put.Rec_Payload_Base_Address_Id == 543 && MU.Direct_Put.Pacing == 0);
	CHECK(MU.Direct_Put.Put_Offset_MSB == 0x12 && MU.Direct_Put.Put_Offset_LSB == 0x34);
	CHECK(MU.Direct_Put.Counter_Offset == 0x56);
	get.Type = MUHWI_PACKET_TYPE_GET;
	get.Rget_Inj_FIFO_Id = 300;
	BOTH(SetRemoteGetFields(&c, &get), setRemoteGetFields(&get));
	CHECK(MU.Remote_Get.Rget_Inj_FIFO_Id == 300);
	CHECK(PT2PT.Byte8.Byte8 >> 6 == MUHWI_PACKET_TYPE_GET >> 6);
}

static void count(void *n)
{
	++*(int *)n;
}

static void wrapper(void)
{
	MUSPI_DescriptorWrapper fresh, w(&x), next;
	int calls = 0;

	CHECK(fresh.getDescriptorPtr() == NULL && !fresh.isCallbackDesired());
	CHECK(w.getDescriptorPtr() == &x);
	w.setDescriptorPtr(NULL);
	w.setFIFONum(70000); /* 16 bits are kept */
	w.setSequenceNumber(1ull << 40);
	w.setDoneCallback(count, &calls);
	w.setNextPtr(&next);
	w.setPrevPtr(&w);
	w.clone(next);
	CHECK(next.getDescriptorPtr() == NULL && next.getFIFONum() == 70000 - 65536);
	CHECK(next.getSequenceNumber() == 1ull << 40 && next.isCallbackDesired());
	CHECK(next.getNextPtr() == &next && next.getPrevPtr() == &w);
	next.performCallback();
	CHECK(calls == 1);
}

/* The shadow of a FIFO, and what its registers say. */
static void fifo_fields(void)
{
	static char memory[1024] __attribute__((aligned(64)));
	static MUSPI_RecFifoSubGroup_t group;
	Kernel_RecFifoAttributes_t attributes = {};
	Kernel_MemoryRegion_t region;
	uint32_t id = 2;

	CHECK(Kernel_AllocateRecFifos(9, &group, 1, &id, &attributes) == 0);
	CHECK(Kernel_CreateMemoryRegion(&region, memory, sizeof memory) == 0);
	CHECK(Kernel_RecFifoInit(&group, 2, &region,
				 (uint64_t)memory - (uint64_t)region.BaseVa, 1023) == 0);

	MUSPI_Fifo_t *f = &MUSPI_IdToRecFifo(2, &group)->_fifo;

	CHECK(MUSPI_getSize(f) == 1023 && MUSPI_getHwSize(f) == 1023);
	CHECK(MUSPI_getStartPa(f) == test_physical(memory) && MUSPI_getStartVa(f) == memory);
	CHECK(MUSPI_getHwStart(f) == MUSPI_getStartPa(f) && MUSPI_getEndVa(f) == memory + 1024);
	CHECK(MUSPI_getHwHead(f) == MUSPI_getStartPa(f));
	CHECK(MUSPI_getHwTail(f) == MUSPI_getStartPa(f));
	MUSPI_setTailVa(f, memory + 64);
	CHECK(MUSPI_getTailVa(f) == memory + 64 && MUSPI_getHwTail(f) == MUSPI_getStartPa(f));
	MUSPI_setHwTail(f, 32);
	CHECK(MUSPI_getHwTail(f) == MUSPI_getStartPa(f) + 32);
	MUSPI_setHwHead(f, 32);
	CHECK(MUSPI_getHwHead(f) == MUSPI_getStartPa(f) + 32);
	MUSPI_ClearInterrupts(&group, 0);
	MUSPI_ClearInterrupts(&group, ~0ull);
	MUSPI_ClearInterruptsDirect(MUSPI_GetClearInterruptsStatusPtr(&group), 1);
}

int main(void)
{
	common_fields();
	base_fields();
	pt2pt_fields();
	collective_fields();
	packet_fields();
	wrapper();
	fifo_fields();
	return 0;
}

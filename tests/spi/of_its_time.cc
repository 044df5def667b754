/*
 * of_its_time.cc - C++ as GCC 4 compiled it: members that are copied as words, memory that
 * is cleared before a constructor runs in it, a `this` that is NULL, and functions that forget
 * to return.
 */
#include "spi_test.h"

#include <new>
#include <stdint.h>
#include <string.h>

struct packet {
	uint64_t word[16];
};

/* As message libraries fill packets: any structure, eight bytes at a time. */
class writer {
public:
	writer(uint16_t i) : id(i) {}

	template <class P> void produce(P &p) const
	{
		struct { uint64_t address; size_t bytes; uint16_t id; } info;

		info.id = id;
		info.bytes = 5;
		info.address = 7;
		copy(p, (void *)&info, sizeof info);
	}

private:
	template <class P> static void copy(P &p, void *from, size_t bytes)
	{
		uint64_t *words = (uint64_t *)from;

		for (size_t i = 0; i < bytes / sizeof *words; i++)
			p.word[i] = words[i];
	}

	uint16_t id;
};

struct state {
	int kept, set;

	state() : set(1) {}
};

struct node {
	int value;

	bool is_none() const { return this == NULL; }
};

#pragma GCC diagnostic ignored "-Wreturn-type"
static int fill(int *p)
{
	for (int i = 0; i < 5; i++)
		p[i] = i;
}

/* What fill() must not run on into. */
int behind_it()
{
	CHECK(!"called");
	return 1;
}

static volatile int two = 2;
static node *volatile none;

int main()
{
	static char room[sizeof(state)] __attribute__((aligned(8)));
	packet p;

	writer((uint16_t)two).produce(p);
	CHECK(p.word[0] == 7 && p.word[1] == 5 && (p.word[2] & 0xffff) == 2);
	memset(room, 0x11, sizeof room);
	CHECK((new (room) state)->kept == 0x11111111);
	CHECK(none->is_none());

	int filled[5];

	fill(filled);
	CHECK(filled[4] == 4);
	return 0;
}

/* equal_access.c - see equal_access.h. */
#include "equal_access.h"

#include <string.h>
#include <sys/mman.h>

#include "check_stores.h"
#include "emu/core/engine/context.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"
#include "emu/node/machine/own_code.h"
#include "emu/node/machine/protect.h"
#include "emu/core/follow/access_bytes.h"
#include "net/base/pages.h"
#include "step.h"

#define ACCESSES_MAX 4 /* of one instruction, by pages */
#define BYTES_MAX 64
#define FAULT_STORES 2 /* in the fault's error code */

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)

/* Bytes of another rank that are the running one's for an instruction. */
static struct access {
	uint8_t *at, *own;
	unsigned bytes;
	bool stores;
	uint8_t kept[BYTES_MAX];
} access_of[ACCESSES_MAX]; /* there is one worker */
static unsigned accesses;

static void *page_of(const void *p)
{
	return (void *)((uintptr_t)p & ~(uintptr_t)(PAGE_BYTES - 1));
}

static void begin(struct access *a)
{
	mprotect(page_of(a->at), PAGE_BYTES, PROT_READ | PROT_WRITE);
	memcpy(a->kept, a->at, a->bytes);
	memcpy(a->at, a->own, a->bytes);
}

static void end(const struct access *a)
{
	if (a->stores)
		memcpy(a->own, a->at, a->bytes);
	memcpy(a->at, a->kept, a->bytes);
}

/* Adds bytes within one page.  False: the rank may not access its own memory so. */
static bool add_part(uint64_t address, unsigned bytes, bool stores)
{
	struct access a = { (uint8_t *)(uintptr_t)address,
			    (uint8_t *)(uintptr_t)own_code(address), bytes, stores, { 0 } };

	if (accesses == ACCESSES_MAX ||
	    protect_forbids(process_self(), a.own, bytes, stores) ||
	    (stores && protect_of_image(process_self(), a.own, bytes)))
		return false;
	check_stores_allow((uintptr_t)a.own, true); /* opens it, if that has not been done */
	begin(&a);
	access_of[accesses++] = a;
	return true;
}

static bool add(uint64_t address, unsigned bytes, bool stores)
{
	unsigned left = (unsigned)(PAGE_BYTES - address % PAGE_BYTES);

	if (bytes <= left)
		return add_part(address, bytes, stores);
	return add_part(address, left, stores) && add_part(address + left, bytes - left, stores);
}

/* A string's instruction has two places, which may be in one page: then the second one would not
 * fault. */
static bool add_string(const ucontext_t *uc, struct access_bytes a)
{
	uint64_t from = (uint64_t)uc->uc_mcontext.gregs[REG_RSI];
	uint64_t to = (uint64_t)uc->uc_mcontext.gregs[REG_RDI];

	return (!own_code_owner(from) || add(from, a.bytes, false)) &&
	       (!own_code_owner(to) || add(to, a.bytes, a.moves));
}

bool equal_access(ucontext_t *uc, uint64_t address)
{
	struct access_bytes a = { 0 };
	bool stores = uc->uc_mcontext.gregs[REG_ERR] & FAULT_STORES;

	if (accesses == 0 && own_code_owner(address) && step_is_possible())
		a = decode_access_bytes(*context_pc(uc));
	if (!a.bytes || a.bytes > BYTES_MAX)
		return false;
	if (!(a.string ? add_string(uc, a) : add(address, a.bytes, stores))) {
		equal_stepped();
		return false;
	}
	step_begin(uc);
	return true;
}

void equal_stepped(void)
{
	unsigned n = accesses;

	while (accesses)
		end(&access_of[--accesses]);
	while (n) /* all are closed when none is used any more: some share a page */
		mprotect(page_of(access_of[--n].at), PAGE_BYTES, PROT_NONE);
}

#else

bool equal_access(ucontext_t *uc, uint64_t address)
{
	(void)uc, (void)address;
	return false;
}

void equal_stepped(void)
{
}

#endif

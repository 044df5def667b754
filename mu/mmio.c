/*
 * mmio.c - what a program's store to a memory-mapped register, such as a doorbell, does
 * (hwi/include/bqc/MU_Macros.h).  Registers that only the kernel may write, and offsets
 * without a register, are ignored; a value that makes no sense, and a register whose effect is
 * not modelled, is reported and ignored.
 */
#include <string.h>

#include "internal.h"

/* A store, for reports: what would be said of it, but for the reason. */
struct store {
	struct mu *mu;
	struct mu_ras ras;
};

static void refuse(const struct store *at, const char *text)
{
	struct mu_ras r = at->ras;

	r.text = text;
	mu_report(at->mu, &r);
}

/* The FIFO; NULL with a record if there is none. */
static struct mu_injfifo *injfifo_of(const struct store *at)
{
	struct mu_injfifo *f = mu_injfifo_find(at->mu, at->ras.node, at->ras.id);

	if (!f)
		refuse(at, "not allocated");
	return f;
}

static struct mu_recfifo *recfifo_of(const struct store *at)
{
	struct mu_recfifo *f = mu_recfifo_find(at->mu, at->ras.node, at->ras.id);

	if (!f)
		refuse(at, "not allocated");
	return f;
}

/* The pointer's offset in the ring; false with a record if it has none. */
static bool ring_offset(const struct store *at, const struct mu_ring *r, uint64_t align,
			uint64_t *offset)
{
	*offset = at->ras.value - r->start_pa;
	if (!r->bytes && !*offset)
		return false; /* between start and size it has nothing else to point to */
	if (!r->bytes)
		refuse(at, "not initialised");
	else if (*offset > r->bytes)
		refuse(at, "outside the FIFO");
	else if (*offset & (align - 1))
		refuse(at, "misaligned");
	else {
		if (*offset == r->bytes) /* the end is the start */
			*offset = 0;
		return true;
	}
	return false;
}

static const char at_work[] = "the message unit works on the FIFO";

/* Restarts an idle FIFO, with any head and tail. */
static void injfifo_point(struct mu *mu, struct mu_injfifo *f, uint64_t head,
			  uint64_t tail, ps_t now_ps)
{
	f->ring.head = f->fetch_pos = head;
	f->ring.tail = f->ring.shadow_tail = tail;
	f->seen_count = 0;
	if (head == tail)
		mu_injfifo_mirror(f);
	else
		mu_injfifo_tail(mu, f, now_ps + mu->m->mu_tail_store_ps, now_ps);
}

/* clears: the slot at the tail, which is free. */
static inline __attribute__((always_inline)) void
move_tail(struct mu *mu, uint32_t node, uint32_t id, uint64_t value, ps_t now_ps, bool clears)
{
	struct store at = { mu, { node, "injection FIFO", id, "tail", value, NULL, now_ps } };
	struct mu_injfifo *f = injfifo_of(&at);
	uint64_t tail;

	if (!f)
		return;
	struct mu_ring *r = &f->ring;

	if (!ring_offset(&at, r, DESC_BYTES, &tail) || tail == r->tail)
		return;
	if (r->first) {
		refuse(&at, "remote gets are being appended");
		return;
	}
	if (mu_ring_distance(r, r->head, tail) < mu_ring_used(r)) {
		if (f->active || mu_injfifo_busy(f))
			refuse(&at, "moves past the head");
		else
			injfifo_point(mu, f, r->head, tail, now_ps);
		return;
	}
	if (clears)
		memset(r->host + tail, 0, DESC_BYTES);
	r->tail = r->shadow_tail = tail;
	mu_injfifo_tail(mu, f, now_ps + mu->m->mu_tail_store_ps, now_ps);
}

static void store_tail(struct mu *mu, uint32_t node, uint32_t id, uint64_t value,
		       ps_t now_ps)
{
	move_tail(mu, node, id, value, now_ps, false);
}

/* Moves the head; from there to the tail, descriptors are carried out, again if they were
 * before. */
static void store_injfifo_head(struct mu *mu, uint32_t node, uint32_t id, uint64_t value,
			       ps_t now_ps)
{
	struct store at = { mu, { node, "injection FIFO", id, "head", value, NULL, now_ps } };
	struct mu_injfifo *f = injfifo_of(&at);
	uint64_t head;

	if (f && ring_offset(&at, &f->ring, DESC_BYTES, &head) && head != f->ring.head) {
		if (mu_injfifo_busy(f))
			refuse(&at, at_work);
		else
			injfifo_point(mu, f, head, f->ring.tail, now_ps);
	}
}

/* Programs may let the count begin at any number. */
static void store_desc_count(struct mu *mu, uint32_t node, uint32_t id, uint64_t value,
			     ps_t now_ps)
{
	struct store at = { mu, { node, "injection FIFO", id, "descriptor count", value,
				  NULL, now_ps } };
	struct mu_injfifo *f = injfifo_of(&at);

	if (!f)
		return;
	f->desc_count = value;
	mu_injfifo_mirror(f);
}

static void store_head(struct mu *mu, uint32_t node, uint32_t id, uint64_t value,
		       ps_t now_ps)
{
	struct store at = { mu, { node, "reception FIFO", id, "head", value, NULL, now_ps } };
	struct mu_recfifo *f = recfifo_of(&at);
	uint64_t head;

	if (!f)
		return;
	struct mu_ring *r = &f->ring;

	if (!ring_offset(&at, r, NET_CHUNK_BYTES, &head))
		return;
	if (mu_ring_distance(r, r->head, head) > mu_ring_distance(r, r->head, r->tail)) {
		refuse(&at, "moves past the tail");
		return;
	}
	r->head = head;
	mu_recfifo_show_head(f);
	mu_ring_resume(mu, node, r, now_ps);
}

/* Programs may restart a FIFO in which no packet is under way at any place. */
static void store_recfifo_tail(struct mu *mu, uint32_t node, uint32_t id, uint64_t value,
			       ps_t now_ps)
{
	struct store at = { mu, { node, "reception FIFO", id, "tail", value, NULL, now_ps } };
	struct mu_recfifo *f = recfifo_of(&at);
	uint64_t tail;

	if (!f || !ring_offset(&at, &f->ring, NET_CHUNK_BYTES, &tail) || tail == f->ring.tail)
		return;
	if (f->ring.first) {
		refuse(&at, at_work);
		return;
	}
	f->ring.tail = f->ring.shadow_tail = tail;
	mu_recfifo_show_tail(f);
	mu_ring_resume(mu, node, &f->ring, now_ps);
}

/* From here on the FIFO has no place, until its size is stored. */
static void ring_start(struct mu_ring *r, uint64_t start_pa)
{
	*r = (struct mu_ring){ .start_pa = start_pa, .spare = r->spare, .held = r->held };
}

static void store_injfifo_start(struct mu *mu, uint32_t node, uint32_t id, uint64_t value,
				ps_t now_ps)
{
	struct store at = { mu, { node, "injection FIFO", id, "start", value, NULL, now_ps } };
	struct mu_injfifo *f = injfifo_of(&at);

	if (!f)
		return;
	if (mu_injfifo_busy(f) || f->ring.first) {
		refuse(&at, at_work);
	} else {
		ring_start(&f->ring, value);
		f->fetch_pos = 0;
		f->seen_count = 0;
		mu_injfifo_mirror(f);
	}
}

static void store_recfifo_start(struct mu *mu, uint32_t node, uint32_t id, uint64_t value,
				ps_t now_ps)
{
	struct store at = { mu, { node, "reception FIFO", id, "start", value, NULL, now_ps } };
	struct mu_recfifo *f = recfifo_of(&at);

	if (!f)
		return;
	if (f->ring.first) {
		refuse(&at, at_work);
	} else {
		ring_start(&f->ring, value);
		mu_recfifo_mirror(f);
	}
}

static void store_injfifo_size(struct mu *mu, uint32_t node, uint32_t id, uint64_t value,
			       ps_t now_ps)
{
	const struct mu_injfifo *f = mu_injfifo_find(mu, node, id);

	mu_injfifo_init(mu, node, id, f ? f->ring.start_pa : 0, value + 1, now_ps);
}

static void store_recfifo_size(struct mu *mu, uint32_t node, uint32_t id, uint64_t value,
			       ps_t now_ps)
{
	const struct mu_recfifo *f = mu_recfifo_find(mu, node, id);

	mu_recfifo_init(mu, node, id, f ? f->ring.start_pa : 0, value + 1, now_ps);
}

static void store_bat(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t i,
		      uint64_t value, ps_t now_ps)
{
	struct store at = { mu, { node, "base address table entry",
				  subgroup * MU_BAT_PER_SUBGROUP + i, "base", value,
				  NULL, now_ps } };
	struct mu_subgroup *s = mu_subgroup_find(mu, node, subgroup);

	if (!s || !(s->bat_allocated >> i & 1)) {
		refuse(&at, "not allocated");
		return;
	}
	s->bat[i] = value & MU_PA_MASK;
	s->bat_written |= (uint8_t)(1u << i);
	mu_mirror(mu, node, subgroup, REG_BAT + 8 * i, s->bat[i]);
	mu_early_deliver(mu, node, now_ps);
}

/* Bit 31 is FIFO 0 of the group's first subgroup. */
static void store_enable(struct mu *mu, uint32_t node, uint32_t subgroup, uint64_t bits,
			 int on, ps_t now_ps)
{
	for (uint32_t i = 0; i < MU_INJ_PER_SUBGROUP; i++)
		if (bits >> (31 - (subgroup % 4 * MU_INJ_PER_SUBGROUP + i)) & 1)
			mu_injfifo_activate(mu, node, subgroup * MU_INJ_PER_SUBGROUP + i, on,
					    now_ps);
}

typedef void fifo_store(struct mu *mu, uint32_t node, uint32_t id, uint64_t value, ps_t now_ps);

/* Returns what carries out stores to a register of an injection FIFO; NULL: nothing. */
static fifo_store *injfifo_store(uint32_t reg)
{
	switch (reg % REG_STRIDE) {
	case REG_START: return store_injfifo_start;
	case REG_SIZE: return store_injfifo_size;
	case REG_TAIL: return store_tail;
	case REG_HEAD: return store_injfifo_head;
	case REG_DESC_COUNT: return store_desc_count;
	default: return NULL;
	}
}

static fifo_store *recfifo_store(uint32_t reg)
{
	switch (reg % REG_STRIDE) {
	case REG_START: return store_recfifo_start;
	case REG_SIZE: return store_recfifo_size;
	case REG_HEAD: return store_head;
	case REG_TAIL: return store_recfifo_tail;
	default: return NULL;
	}
}

/* Registers that are there on the machine, and whose effect is not modelled. */
static void without_effect(struct mu *mu, uint32_t node, uint32_t subgroup, uint32_t reg,
			   uint64_t value, ps_t now_ps)
{
	struct store at = { mu, { node, "injection FIFOs from", subgroup * MU_INJ_PER_SUBGROUP,
				  "scan", value, NULL, now_ps } };

	if (reg == REG_PRIORITY) {
		at.ras.field = "priority";
		refuse(&at, "it is given when a FIFO is allocated");
	} else if (reg == REG_SCAN_REC || reg == REG_SCAN_INJ) {
		refuse(&at, "not modelled");
	}
}

/* Where a register is. */
struct mmio_place {
	uint32_t page, subgroup, reg;
	bool none; /* nowhere */
};

static inline struct mmio_place place_of(uint32_t off)
{
	struct mmio_place p = { .page = off % MU_MMIO_GROUP_STRIDE / MU_MMIO_SUBGROUP_STRIDE,
				.reg = off % MU_MMIO_SUBGROUP_STRIDE };

	p.subgroup = off / MU_MMIO_GROUP_STRIDE * 4 + p.page;
	p.none = p.page > 3 || p.subgroup >= MU_SUBGROUPS || p.reg % 8;
	return p;
}

static uint32_t injfifo_at(struct mmio_place p)
{
	return p.subgroup * MU_INJ_PER_SUBGROUP + p.reg / REG_STRIDE;
}

static uint32_t recfifo_at(struct mmio_place p)
{
	return p.subgroup * MU_REC_PER_SUBGROUP + (p.reg - REG_REC) / REG_STRIDE;
}

/* More than all network reception FIFOs of a node can receive while a thread is ahead of
 * the network's events, which is less than it takes to receive a full packet. */
#define ROOM_MUCH (UINT64_C(32) << 10)

static bool has_room(struct mu *mu, uint32_t node, const struct mu_ring *r)
{
	const struct mu_early *e = mu->early ? &mu->early[node] : NULL;

	return !r->held && !(e && (e->first || e->held)) &&
	       mu_ring_used(r) + ROOM_MUCH <= r->bytes;
}

bool mu_mmio_makes_room(struct mu *mu, uint32_t node, uint32_t off, uint64_t value)
{
	struct mmio_place p = place_of(off);

	if (p.none || p.reg < REG_REC || p.reg >= REG_REC_END || p.reg % REG_STRIDE != REG_HEAD ||
	    mu->m->host_code)
		return false;
	struct mu_recfifo *f = mu_recfifo_find(mu, node, recfifo_at(p));

	return f && f->ring.bytes && value - f->ring.start_pa < f->ring.bytes &&
	       has_room(mu, node, &f->ring);
}

static bool is_barrier(uint32_t page, uint32_t reg)
{
	return page == 0 && reg >= REG_GI_CONTROL && reg < REG_GI_STATUS;
}

bool mu_mmio_is_barrier(uint32_t off)
{
	struct mmio_place p = place_of(off);

	return is_barrier(p.page, p.reg);
}

void mu_mmio_store(struct mu *mu, uint32_t node, uint32_t off, uint64_t value,
		   ps_t now_ps)
{
	struct mmio_place p = place_of(off);
	uint32_t subgroup = p.subgroup, reg = p.reg;

	if (p.none)
		return;
	if (reg < REG_REC) {
		fifo_store *store = injfifo_store(reg);

		if (store)
			store(mu, node, injfifo_at(p), value, now_ps);
	} else if (reg < REG_REC_END) {
		fifo_store *store = recfifo_store(reg);

		if (store)
			store(mu, node, recfifo_at(p), value, now_ps);
	} else if (reg >= REG_BAT && reg < REG_BAT_END) {
		store_bat(mu, node, subgroup, (reg - REG_BAT) / 8, value, now_ps);
	} else if (reg == REG_ENABLE || reg == REG_DISABLE) {
		store_enable(mu, node, subgroup, value, reg == REG_ENABLE, now_ps);
	} else if (is_barrier(p.page, reg)) {
		mu_mirror(mu, node, subgroup, reg, value);
		mu->ops->gi_control(mu->ctx, node, (reg - REG_GI_CONTROL) / 8,
				    (uint32_t)value & 7, now_ps);
	} else {
		without_effect(mu, node, subgroup, reg, value, now_ps);
	}
}

void mu_mmio_inject(struct mu *mu, uint32_t node, uint32_t off, uint64_t tail, ps_t now_ps)
{
	struct mmio_place p = place_of(off);

	if (p.none || p.reg >= REG_REC || p.reg % REG_STRIDE != REG_TAIL)
		mu_mmio_store(mu, node, off, tail, now_ps);
	else
		move_tail(mu, node, injfifo_at(p), tail, now_ps, true);
}

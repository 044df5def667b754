/* traffic_machine.c - see traffic_machine.h.  Only figures that net/ uses. */
#include "traffic_machine.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "emu/cli/values.h"

#define FIGURE(name, field) { name, offsetof(struct net_machine, field), \
			      sizeof ((struct net_machine *)0)->field }

static const struct figure {
	const char *name;
	size_t offset, bytes;
} figures[] = {
	FIGURE("link_ps_per_byte", link_rate.ps),
	FIGURE("link_overhead_bytes", link_overhead_bytes),
	FIGURE("link_gap_ps", link_gap_ps),
	FIGURE("router_ps", router_ps),
	FIGURE("wire_board_ps", wire_board_ps),
	FIGURE("wire_midplane_ps", wire_midplane_ps),
	FIGURE("wire_cable_ps", wire_cable_ps),
	FIGURE("vc_packets.dynamic", vc_packets[0]),
	FIGURE("vc_packets.deterministic", vc_packets[1]),
	FIGURE("vc_packets.priority", vc_packets[2]),
	FIGURE("vc_packets.system", vc_packets[3]),
	FIGURE("injfifo_packets", injfifo_packets),
	FIGURE("recfifo_packets", recfifo_packets),
	FIGURE("token_ps", token_ps),
	FIGURE("through_grants", through_grants),
	FIGURE("longest_of_256", longest_of_256),
};

#define FIGURES (sizeof figures / sizeof *figures)

static const struct figure *find(const char *name, size_t length)
{
	for (size_t i = 0; i < FIGURES; i++)
		if (strlen(figures[i].name) == length && !strncmp(figures[i].name, name, length))
			return &figures[i];
	return NULL;
}

int traffic_machine_set(struct net_machine *m, const char *text)
{
	size_t length = strcspn(text, "=");
	const struct figure *f = find(text, length);
	unsigned long value;

	if (!f)
		return -ENOENT;
	if (!text[length] || !value_parse(text + length + 1, 10, 0,
					  f->bytes == 1 ? UINT8_MAX : UINT32_MAX, &value))
		return -EINVAL;
	uint32_t wide = (uint32_t)value;
	uint8_t narrow = (uint8_t)value;

	memcpy((char *)m + f->offset, f->bytes == 1 ? (void *)&narrow : (void *)&wide, f->bytes);
	return 0;
}

void traffic_machine_print(const struct net_machine *m, FILE *out)
{
	for (size_t i = 0; i < FIGURES; i++) {
		const struct figure *f = &figures[i];
		uint32_t wide = 0;
		uint8_t narrow = 0;

		memcpy(f->bytes == 1 ? (void *)&narrow : (void *)&wide, (const char *)m + f->offset,
		       f->bytes);
		fprintf(out, "  %-26s %u\n", f->name, f->bytes == 1 ? narrow : wide);
	}
}

/* describe.c - writes a machine description as text, and knows those that have names; see
 * describe.h. */
#include "describe_internal.h"

#include <string.h>

#include "machines.h"

static const struct {
	const char *name;
	const struct net_machine *(*machine)(void);
	const struct net_source *sources;
} machines[] = {
	{ "bgq", net_machine_bgq, net_sources_bgq },
	{ "bgl", net_machine_bgl, net_sources_bgl },
	{ "bgp", net_machine_bgp, net_sources_bgp },
	{ "snl", net_machine_snl, net_sources_snl },
};

#define MACHINES (sizeof machines / sizeof *machines)

bool net_description_named(struct net_description *d, const char *name)
{
	for (size_t i = 0; i < MACHINES; i++) {
		if (strcmp(machines[i].name, name) != 0)
			continue;
		*d = (struct net_description){ .m = *machines[i].machine(),
					       .sources = machines[i].sources };
		snprintf(d->name, sizeof d->name, "%s", d->m.name);
		return true;
	}
	return false;
}

const char *net_description_names(void)
{
	return "bgq, bgl, bgp, snl";
}

/* ---- text */

static const char *const kind_names[] = {
	[NET_SOURCE_SEED] = "document",
	[NET_SOURCE_PUBLIC] = "public",
	[NET_SOURCE_DERIVED] = "derived",
	[NET_SOURCE_OURS] = "ours",
};

static void print_source(const struct net_description *d, unsigned i, FILE *f)
{
	const struct net_source *s = d->sources;

	if (d->changed[i / 64] >> i % 64 & 1) {
		fprintf(f, "# [set] not the machine's own\n");
		return;
	}
	for (; s && s->figure; s++)
		if (!strcmp(s->figure, describe_figures[i].name))
			fprintf(f, "# [%s] %s\n", kind_names[s->kind], s->text);
}

static void print_box(const struct net_machine *m, const uint8_t *size, FILE *f)
{
	for (unsigned d = 0; d < m->dims; d++)
		fprintf(f, "%s%u", d ? "x" : "", size[d]);
}

static void print_set(const struct net_machine *m, FILE *f)
{
	if (!m->mesh)
		fputs("none", f);
	for (unsigned d = 0; d < m->dims; d++)
		if (m->mesh >> d & 1)
			fputc(m->letters[d], f);
}

static void print_rate(const void *at, FILE *f)
{
	struct net_rate r;

	memcpy(&r, at, sizeof r);
	fprintf(f, "%u", r.ps);
	if (r.bytes != 1)
		fprintf(f, "/%u", r.bytes);
}

static void print_value(const struct net_description *d, const struct describe_figure *g,
			FILE *f)
{
	const struct net_machine *m = &d->m;

	switch (g->form) {
	case DESCRIBE_NAME: fputs(d->name, f); break;
	case DESCRIBE_LETTERS: fputs(m->letters, f); break;
	case DESCRIBE_SET: print_set(m, f); break;
	case DESCRIBE_BOX: print_box(m, (const uint8_t *)m + g->offset, f); break;
	case DESCRIBE_RATE: print_rate((const char *)m + g->offset, f); break;
	default: fprintf(f, "%u", describe_number(m, g));
	}
}

/* Whether a figure is nothing, as it is read if no line gives it. */
static bool is_left_out(const struct net_machine *m, const struct describe_figure *g)
{
	if (g->form == DESCRIBE_BOX)
		return !((const uint8_t *)m)[g->offset];
	return g->optional && !describe_number(m, g);
}

void net_description_print(const struct net_description *d, FILE *f)
{
	fputs("# A machine description for bgq-net --machine=FILE; see bgq-machines(7).\n"
	      "# Above each figure: what it is, and where it is from: [document] one of those\n"
	      "# that the project starts from, [public] another text, [derived] from those,\n"
	      "# [ours] chosen, for none of them says.\n", f);
	for (unsigned i = 0; i < describe_figure_count; i++) {
		const struct describe_figure *g = &describe_figures[i];
		const char *unit = describe_unit(&d->m, g);

		if (is_left_out(&d->m, g))
			continue;
		fprintf(f, "\n# %s.\n", g->what);
		print_source(d, i, f);
		fprintf(f, "%s = ", g->name);
		print_value(d, g, f);
		fprintf(f, "%s%s\n", *unit ? " " : "", unit);
	}
}

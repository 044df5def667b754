/* options_net.c - see options_net.h. */
#include "options_net.h"

#include <ctype.h>
#include <string.h>

/* each: every letter is a group of its own. */
static const char *read_masks(const char *letters, const char *text, bool each,
			      uint8_t masks[NET_MASKS])
{
	unsigned seen = 0, i = 0;

	if (!letters)
		letters = "ABCDE";

	memset(masks, 0, NET_MASKS);
	for (const char *p = text; *p; p++) {
		const char *at = strchr(letters, toupper((unsigned char)*p));

		if (*p == ',') {
			if (p == text || p[1] == ',' || !p[1])
				return "an empty group of dimensions";
			i += !each;
			continue;
		}
		if (!at)
			return strcmp(letters, "ABCDE") ? "not a list of the machine's dimensions"
							: "not a list of dimensions out of ABCDE";
		unsigned d = (unsigned)(at - letters);

		if (seen >> d & 1)
			return "names a dimension twice";
		seen |= 1u << d;
		masks[i] |= (uint8_t)(1u << d); /* i < NET_MASKS: every group has a letter */
		i += each;
	}
	if (seen == (1u << strlen(letters)) - 1)
		return NULL;
	return strcmp(letters, "ABCDE") ? "does not name each of the machine's dimensions"
					: "does not name each of A, B, C, D and E";
}

const char *options_zone(struct options_net *o, const char *letters, const char *text)
{
	unsigned zone = (unsigned)(*text - '0');
	uint8_t masks[NET_MASKS];

	if (zone >= NET_ZONES || text[1] != '=')
		return "not of the form N=MASKS with N from 0 to 3";
	const char *why = read_masks(letters, text + 2, false, masks);

	if (why)
		return why;
	memcpy(o->zone[zone], masks, sizeof masks);
	o->have_zone[zone] = true;
	return NULL;
}

const char *options_order(struct options_net *o, const char *letters, const char *text)
{
	uint8_t masks[NET_MASKS];
	const char *why = read_masks(letters, text, true, masks);

	if (why)
		return why;
	memcpy(o->order, masks, sizeof masks);
	o->have_order = true;
	return NULL;
}

void options_net_apply(const struct options_net *o, struct net *net)
{
	net_set_seed(net, o->seed);
	for (unsigned z = 0; z < NET_ZONES; z++)
		if (o->have_zone[z])
			net_set_zone(net, z, o->zone[z]);
	if (o->have_order)
		net_set_order(net, o->order);
}

/* options_trace.c - see options_trace.h. */
#include "options_trace.h"

#include <string.h>

#include "net/base/time_text.h"

const char *options_trace_links(struct options_trace *o, const char *text)
{
	o->links = 0;
	if (!strcmp(text, "none"))
		return NULL;
	for (;; text += 3) {
		if (*text < 'A' || *text > 'E' || (text[1] != '-' && text[1] != '+') ||
		    (text[2] && text[2] != ','))
			return "not a list of links like A+,C-";
		o->links |= (uint16_t)(1u << (2 * (*text - 'A') + (text[1] == '+')));
		if (!text[2])
			return NULL;
	}
}

const char *options_trace_time(struct options_trace *o, const char *text)
{
	static const char wrong[] = "not of the form FROM:TO, as 10us:1.5ms";

	o->from_ps = 0;
	o->to_ps = PS_NEVER;
	if (*text != ':' && !(text = time_text_parse(text, &o->from_ps)))
		return wrong;
	if (*text++ != ':')
		return wrong;
	if (*text && !(text = time_text_parse(text, &o->to_ps)))
		return wrong;
	if (*text)
		return wrong;
	return o->from_ps < o->to_ps ? NULL : "its end is not after its beginning";
}

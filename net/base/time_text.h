/* time_text.h - times as people write them: "1.5us", "20ns", at most a million seconds. */
#ifndef BGQ_BASE_TIME_TEXT_H
#define BGQ_BASE_TIME_TEXT_H

#include "event.h"

/* Returns what follows the time in text, NULL if it begins with none. */
const char *time_text_parse(const char *text, ps_t *ps);

#endif

/*
 * counting.h - programs that count their instructions: the image is prepared, and the engine told.
 */
#ifndef BGQ_EMU_RUN_COUNTING_H
#define BGQ_EMU_RUN_COUNTING_H

struct engine_config;

/* The program is loaded: 0, or an exit status, with a message. */
int counting_begin(void);
/* Switches are told, where a program counts. */
void counting_set(struct engine_config *cfg);

#endif

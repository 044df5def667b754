/*
 * why.h - the outcomes of a proof that a loop waits.
 */
#ifndef BGQ_EMU_FOLLOW_WHY_H
#define BGQ_EMU_FOLLOW_WHY_H

/* Why a loop is not known to wait.  Up to FOLLOW_UNKNOWN_LAST something in it is not known, and the
 * interpreter has stopped there. */
enum follow_why {
	FOLLOW_WAITS,        /* it does */
	FOLLOW_INSTRUCTION,  /* one without a meaning here */
	FOLLOW_CALL,         /* of a function that is not pure, or would not be now */
	FOLLOW_CODE,         /* outside the image */
	FOLLOW_MEMORY,       /* outside the process */
	FOLLOW_REGISTER,     /* a store to one of the machine */
	FOLLOW_UNDEFINED,    /* a register, or flags, that a call leaves undefined */
	FOLLOW_WORDS,        /* more than there are cells */
	FOLLOW_STATE,        /* where others may run, memory is not as at the head */
	FOLLOW_UNKNOWN_LAST = FOLLOW_STATE,
	FOLLOW_CHANGES,      /* no round leaves registers and memory as they were */
	FOLLOW_COLD,         /* no round leaves the order of code in the cache as it was */
	FOLLOW_LONG,         /* more steps or rounds than allowed */
	FOLLOW_WARMUP,       /* a later round may be a proof */
	FOLLOW_WHY_COUNT
};

/* Such loops, for messages: "call a function that may change something". */
const char *follow_why_text(enum follow_why why);

#endif

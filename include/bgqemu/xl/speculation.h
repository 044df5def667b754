/*
 * speculation.h - XL's statistics of transactions (#pragma tm_atomic, -qtm).
 *
 * For sources that include XL's header of this name.  C and C++.  Transactions are critical
 * sections here, so that none is ever rolled back or serialized (emu/target/rt/transaction.c).
 * Statistics of single blocks and of speculative execution are not declared.
 */
#ifndef BGQEMU_XL_SPECULATION_H
#define BGQEMU_XL_SPECULATION_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TmReport_s {
	unsigned long totalTransactions;     /* outermost ones */
	unsigned long totalRollbacks;        /* 0, as are all below */
	unsigned long totalSerializedJMV;    /* for what cannot be undone */
	unsigned long totalSerializedMAXRB;  /* after the most rollbacks */
	unsigned long totalSerializedOTHER;
} TmReport_t;

/* The calling process's numbers so far, of all threads.  Does not block. */
void tm_get_all_stats(TmReport_t *stats);

/* Writes them to standard output, on a line. */
void tm_print_all_stats(void);

#ifdef __cplusplus
}
#endif
#endif

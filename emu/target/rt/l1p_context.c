/*
 * l1p_context.c - state of the inlines of spi/include/l1p/pprefetch.h for each
 * hardware thread; in libSPI_l1p on the machine.  Programs may name it.
 */
#include <spi/include/l1p/types.h>

#define HARDWARE_THREADS 68

extern L1P_SPIContext _L1P_Context[HARDWARE_THREADS];
extern L1P_PatternLimitPolicy_t _L1P_PatternLimitMode;
extern uint64_t _L1P_PatternLimit, _L1P_PatternCount;

L1P_SPIContext _L1P_Context[HARDWARE_THREADS];
L1P_PatternLimitPolicy_t _L1P_PatternLimitMode;
uint64_t _L1P_PatternLimit, _L1P_PatternCount;

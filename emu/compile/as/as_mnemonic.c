/*
 * as_mnemonic.c - instructions for general registers by name: class on the A2, operands,
 * flags, and registers that are used without being written down.
 *
 * Sorted.  Names with DO_SUFFIX stand for those with b, w, l or q behind, too.  What
 * sets some flags only, or none for a shift by zero, has no DO_FLAGS_OUT.
 */
#include "as.h"

#include "net/machine/core.h"

#include <stdlib.h>
#include <string.h>

static const struct mnemonic mnemonics[] = {
	{ "adc", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_FLAGS_IN | DO_FLAGS_OUT, 0, 0 },
	{ "adcx", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_FLAGS_IN, 0, 0 },
	{ "add", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_FLAGS_OUT, 0, 0 },
	{ "adox", CORE_INTEGER_SIMPLE, DO_SUFFIX, REGS_OTHER, 0 },
	{ "and", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_FLAGS_OUT, 0, 0 },
	{ "andn", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_FLAGS_OUT, 0, 0 },
	{ "bextr", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_FLAGS_OUT, 0, 0 },
	{ "blsi", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_FLAGS_OUT, 0, 0 },
	{ "blsmsk", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_FLAGS_OUT, 0, 0 },
	{ "blsr", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_FLAGS_OUT, 0, 0 },
	{ "bsf", CORE_INTEGER_SIMPLE, DO_SUFFIX, 0, 0 },
	{ "bsr", CORE_INTEGER_SIMPLE, DO_SUFFIX, 0, 0 },
	{ "bswap", CORE_INTEGER_SIMPLE, DO_SUFFIX, 0, 0 },
	{ "bt", CORE_INTEGER_COMPARE, DO_SUFFIX | DO_READS, 0, 0 },
	{ "btc", CORE_INTEGER_SIMPLE, DO_SUFFIX, 0, 0 },
	{ "btr", CORE_INTEGER_SIMPLE, DO_SUFFIX, 0, 0 },
	{ "bts", CORE_INTEGER_SIMPLE, DO_SUFFIX, 0, 0 },
	{ "bzhi", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_FLAGS_OUT, 0, 0 },
	{ "cbtw", CORE_INTEGER_SIMPLE, 0, REG(RAX), REG(RAX) },
	{ "cbw", CORE_INTEGER_SIMPLE, 0, REG(RAX), REG(RAX) },
	{ "cdq", CORE_INTEGER_SIMPLE, 0, REG(RAX), REG(RDX) },
	{ "cdqe", CORE_INTEGER_SIMPLE, 0, REG(RAX), REG(RAX) },
	{ "clc", CORE_INTEGER_SIMPLE, 0, 0, 0 },
	{ "cld", CORE_INTEGER_SIMPLE, 0, 0, 0 },
	{ "clflush", CORE_CACHE_BLOCK, DO_READS | DO_NOT_ACCESS, 0, 0 },
	{ "clflushopt", CORE_CACHE_BLOCK, DO_READS | DO_NOT_ACCESS, 0, 0 },
	{ "cltd", CORE_INTEGER_SIMPLE, 0, REG(RAX), REG(RDX) },
	{ "cltq", CORE_INTEGER_SIMPLE, 0, REG(RAX), REG(RAX) },
	{ "clwb", CORE_CACHE_BLOCK, DO_READS | DO_NOT_ACCESS, 0, 0 },
	{ "cmc", CORE_INTEGER_SIMPLE, DO_FLAGS_IN, 0, 0 },
	{ "cmp", CORE_INTEGER_COMPARE, DO_SUFFIX | DO_READS | DO_FLAGS_OUT, 0, 0 },
	{ "cmpsb", CORE_INTEGER_COMPARE, DO_FLAGS_OUT, REG(RSI) | REG(RDI), REG(RSI) | REG(RDI) },
	{ "cmpsl", CORE_INTEGER_COMPARE, DO_FLAGS_OUT, REG(RSI) | REG(RDI), REG(RSI) | REG(RDI) },
	{ "cmpsq", CORE_INTEGER_COMPARE, DO_FLAGS_OUT, REG(RSI) | REG(RDI), REG(RSI) | REG(RDI) },
	{ "cmpsw", CORE_INTEGER_COMPARE, DO_FLAGS_OUT, REG(RSI) | REG(RDI), REG(RSI) | REG(RDI) },
	{ "cmpxchg", CORE_INTEGER_COMPARE, DO_SUFFIX | DO_FLAGS_OUT, REG(RAX), REG(RAX) },
	{ "cmpxchg16b", CORE_INTEGER_COMPARE, 0,
		REG(RAX) | REG(RBX) | REG(RCX) | REG(RDX), REG(RAX) | REG(RDX) },
	{ "cmpxchg8b", CORE_INTEGER_COMPARE, 0,
		REG(RAX) | REG(RBX) | REG(RCX) | REG(RDX), REG(RAX) | REG(RDX) },
	{ "cpuid", CORE_ISYNC, 0, REG(RAX) | REG(RCX), REG(RAX) | REG(RBX) | REG(RCX) | REG(RDX) },
	{ "cqo", CORE_INTEGER_SIMPLE, 0, REG(RAX), REG(RDX) },
	{ "cqto", CORE_INTEGER_SIMPLE, 0, REG(RAX), REG(RDX) },
	{ "crc32", CORE_INTEGER_GENERAL, DO_SUFFIX, 0, 0 },
	{ "crc32b", CORE_INTEGER_GENERAL, 0, 0, 0 },
	{ "crc32l", CORE_INTEGER_GENERAL, 0, 0, 0 },
	{ "crc32q", CORE_INTEGER_GENERAL, 0, 0, 0 },
	{ "crc32w", CORE_INTEGER_GENERAL, 0, 0, 0 },
	{ "cwd", CORE_INTEGER_SIMPLE, 0, REG(RAX), REG(RDX) },
	{ "cwde", CORE_INTEGER_SIMPLE, 0, REG(RAX), REG(RAX) },
	{ "cwtd", CORE_INTEGER_SIMPLE, 0, REG(RAX), REG(RDX) },
	{ "cwtl", CORE_INTEGER_SIMPLE, 0, REG(RAX), REG(RAX) },
	{ "dec", CORE_INTEGER_SIMPLE, DO_SUFFIX, 0, 0 },
	{ "div", CORE_INTEGER_DIVIDE_32, DO_SUFFIX | DO_READS,
		REG(RAX) | REG(RDX), REG(RAX) | REG(RDX) },
	{ "emms", CORE_INTEGER_SIMPLE, 0, 0, 0 },
	{ "endbr32", CORE_NOTHING, DO_READS | DO_NOT_ACCESS, 0, 0 },
	{ "endbr64", CORE_NOTHING, DO_READS | DO_NOT_ACCESS, 0, 0 },
	{ "femms", CORE_INTEGER_SIMPLE, 0, 0, 0 },
	{ "hlt", CORE_NOTHING, DO_READS, 0, 0 },
	{ "idiv", CORE_INTEGER_DIVIDE_32, DO_SUFFIX | DO_READS,
		REG(RAX) | REG(RDX), REG(RAX) | REG(RDX) },
	{ "imul", CORE_INTEGER_MULTIPLY_64, DO_SUFFIX, 0, 0 },
	{ "inc", CORE_INTEGER_SIMPLE, DO_SUFFIX, 0, 0 },
	{ "int3", CORE_NOTHING, 0, 0, 0 },
	{ "lahf", CORE_INTEGER_SIMPLE, 0, REG(RAX) | REGS_FLAGS, REG(RAX) },
	{ "ldmxcsr", CORE_INTEGER_SIMPLE, DO_READS | DO_COPIES, 0, 0 },
	{ "lea", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_NOT_ACCESS, 0, 0 },
	{ "leave", CORE_LOAD_INTEGER, DO_SUFFIX, REG(RBP) | REG(RSP), REG(RBP) | REG(RSP) },
	{ "lfence", CORE_ISYNC, 0, 0, 0 },
	{ "lodsb", CORE_LOAD_INTEGER, 0, REG(RSI) | REG(RAX), REG(RAX) | REG(RSI) },
	{ "lodsl", CORE_LOAD_INTEGER, 0, REG(RSI) | REG(RAX), REG(RAX) | REG(RSI) },
	{ "lodsq", CORE_LOAD_INTEGER, 0, REG(RSI) | REG(RAX), REG(RAX) | REG(RSI) },
	{ "lodsw", CORE_LOAD_INTEGER, 0, REG(RSI) | REG(RAX), REG(RAX) | REG(RSI) },
	{ "lzcnt", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_FLAGS_OUT, 0, 0 },
	{ "mfence", CORE_SYNC, 0, 0, 0 },
	{ "mov", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movabs", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movbe", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movnti", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movsb", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movsbl", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movsbq", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movsbw", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movsl", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movslq", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movsw", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movswl", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movswq", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movsx", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movsxd", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movzb", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movzbl", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movzbq", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movzbw", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movzw", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movzwl", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movzwq", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "movzx", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_COPIES, 0, 0 },
	{ "mul", CORE_INTEGER_MULTIPLY_64, DO_SUFFIX | DO_READS, REG(RAX), REG(RAX) | REG(RDX) },
	{ "mulx", CORE_INTEGER_MULTIPLY_64, DO_SUFFIX | DO_WRITES, REG(RDX), 0 },
	{ "neg", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_FLAGS_OUT, 0, 0 },
	{ "nop", CORE_NOTHING, DO_SUFFIX | DO_READS | DO_NOT_ACCESS, 0, 0 },
	{ "not", CORE_INTEGER_SIMPLE, DO_SUFFIX, 0, 0 },
	{ "or", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_FLAGS_OUT, 0, 0 },
	{ "pause", CORE_INTEGER_SIMPLE, 0, 0, 0 },
	{ "pdep", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES, 0, 0 },
	{ "pext", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES, 0, 0 },
	{ "pop", CORE_LOAD_INTEGER, DO_SUFFIX | DO_WRITES | DO_COPIES, REG(RSP), REG(RSP) },
	{ "popcnt", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_FLAGS_OUT, 0, 0 },
	{ "popf", CORE_LOAD_INTEGER, DO_SUFFIX | DO_FLAGS_OUT, REG(RSP), REG(RSP) },
	{ "prefetch", CORE_CACHE_BLOCK, DO_READS | DO_NOT_ACCESS, 0, 0 },
	{ "prefetchnta", CORE_CACHE_BLOCK, DO_READS | DO_NOT_ACCESS, 0, 0 },
	{ "prefetcht0", CORE_CACHE_BLOCK, DO_READS | DO_NOT_ACCESS, 0, 0 },
	{ "prefetcht1", CORE_CACHE_BLOCK, DO_READS | DO_NOT_ACCESS, 0, 0 },
	{ "prefetcht2", CORE_CACHE_BLOCK, DO_READS | DO_NOT_ACCESS, 0, 0 },
	{ "prefetchw", CORE_CACHE_BLOCK, DO_READS | DO_NOT_ACCESS, 0, 0 },
	{ "prefetchwt1", CORE_CACHE_BLOCK, DO_READS | DO_NOT_ACCESS, 0, 0 },
	{ "push", CORE_STORE, DO_SUFFIX | DO_READS | DO_COPIES, REG(RSP), REG(RSP) },
	{ "pushf", CORE_STORE, DO_SUFFIX, REG(RSP) | REGS_FLAGS, REG(RSP) },
	{ "rcl", CORE_INTEGER_ROTATE_SHIFT, DO_SUFFIX | DO_FLAGS_IN, 0, 0 },
	{ "rcr", CORE_INTEGER_ROTATE_SHIFT, DO_SUFFIX | DO_FLAGS_IN, 0, 0 },
	{ "rdfsbase", CORE_MOVE_FROM_SPR, DO_SUFFIX, 0, 0 },
	{ "rdgsbase", CORE_MOVE_FROM_SPR, DO_SUFFIX, 0, 0 },
	{ "rdrand", CORE_MOVE_FROM_SPR, DO_SUFFIX, 0, 0 },
	{ "rdseed", CORE_MOVE_FROM_SPR, DO_SUFFIX, 0, 0 },
	{ "rdtsc", CORE_READ_TIME_BASE, 0, 0, REG(RAX) | REG(RDX) },
	{ "rdtscp", CORE_READ_TIME_BASE, 0, 0, REG(RAX) | REG(RCX) | REG(RDX) },
	{ "rol", CORE_INTEGER_ROTATE_SHIFT, DO_SUFFIX, 0, 0 },
	{ "ror", CORE_INTEGER_ROTATE_SHIFT, DO_SUFFIX, 0, 0 },
	{ "rorx", CORE_INTEGER_ROTATE_SHIFT, DO_SUFFIX | DO_WRITES, 0, 0 },
	{ "sahf", CORE_INTEGER_SIMPLE, 0, REG(RAX), 0 },
	{ "sal", CORE_INTEGER_ROTATE_SHIFT, DO_SUFFIX, 0, 0 },
	{ "sar", CORE_INTEGER_ROTATE_SHIFT, DO_SUFFIX, 0, 0 },
	{ "sarx", CORE_INTEGER_ROTATE_SHIFT, DO_SUFFIX | DO_WRITES, 0, 0 },
	{ "sbb", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_FLAGS_IN | DO_FLAGS_OUT, 0, 0 },
	{ "scasb", CORE_INTEGER_COMPARE, DO_FLAGS_OUT, REG(RAX) | REG(RDI), REG(RDI) },
	{ "scasl", CORE_INTEGER_COMPARE, DO_FLAGS_OUT, REG(RAX) | REG(RDI), REG(RDI) },
	{ "scasq", CORE_INTEGER_COMPARE, DO_FLAGS_OUT, REG(RAX) | REG(RDI), REG(RDI) },
	{ "scasw", CORE_INTEGER_COMPARE, DO_FLAGS_OUT, REG(RAX) | REG(RDI), REG(RDI) },
	{ "sfence", CORE_SYNC, 0, 0, 0 },
	{ "shl", CORE_INTEGER_ROTATE_SHIFT, DO_SUFFIX, 0, 0 },
	{ "shld", CORE_INTEGER_ROTATE_SHIFT, DO_SUFFIX, 0, 0 },
	{ "shlx", CORE_INTEGER_ROTATE_SHIFT, DO_SUFFIX | DO_WRITES, 0, 0 },
	{ "shr", CORE_INTEGER_ROTATE_SHIFT, DO_SUFFIX, 0, 0 },
	{ "shrd", CORE_INTEGER_ROTATE_SHIFT, DO_SUFFIX, 0, 0 },
	{ "shrx", CORE_INTEGER_ROTATE_SHIFT, DO_SUFFIX | DO_WRITES, 0, 0 },
	{ "stc", CORE_INTEGER_SIMPLE, 0, 0, 0 },
	{ "std", CORE_INTEGER_SIMPLE, 0, 0, 0 },
	{ "stmxcsr", CORE_INTEGER_SIMPLE, DO_WRITES | DO_COPIES, 0, 0 },
	{ "stosb", CORE_STORE, 0, REG(RAX) | REG(RDI), REG(RDI) },
	{ "stosl", CORE_STORE, 0, REG(RAX) | REG(RDI), REG(RDI) },
	{ "stosq", CORE_STORE, 0, REG(RAX) | REG(RDI), REG(RDI) },
	{ "stosw", CORE_STORE, 0, REG(RAX) | REG(RDI), REG(RDI) },
	{ "sub", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_FLAGS_OUT, 0, 0 },
	{ "syscall", CORE_SYSTEM_CALL, 0, REGS_PASSED | REGS_FLAGS,
		REG(RAX) | REG(RCX) | REG(R11) },
	{ "test", CORE_INTEGER_COMPARE, DO_SUFFIX | DO_READS | DO_FLAGS_OUT, 0, 0 },
	{ "tzcnt", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_WRITES | DO_FLAGS_OUT, 0, 0 },
	{ "ud2", CORE_NOTHING, DO_READS, 0, 0 },
	{ "xadd", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_FLAGS_OUT, 0, 0 },
	{ "xchg", CORE_INTEGER_SIMPLE, DO_SUFFIX, 0, 0 },
	{ "xgetbv", CORE_MOVE_FROM_SPR, 0, REG(RCX), REG(RAX) | REG(RDX) },
	{ "xor", CORE_INTEGER_SIMPLE, DO_SUFFIX | DO_FLAGS_OUT, 0, 0 },
};

static int compare(const void *key, const void *entry)
{
	const struct span *s = key;
	const char *name = ((const struct mnemonic *)entry)->name;
	size_t n = s->end - s->at;
	int order = strncmp(s->at, name, n);
	return order != 0 ? order : name[n] == '\0' ? 0 : -1;
}

static const struct mnemonic *find(struct span name)
{
	if (name.end - name.at >= (ptrdiff_t)sizeof mnemonics[0].name)
		return NULL;
	return bsearch(&name, mnemonics, sizeof mnemonics / sizeof *mnemonics,
		sizeof *mnemonics, compare);
}

/* NULL if it is not known. */
const struct mnemonic *mnemonic_find(struct span name)
{
	const struct mnemonic *m = find(name);
	if (m != NULL || name.end - name.at < 3 || strchr("bwlq", name.end[-1]) == NULL)
		return m;
	name.end--;
	m = find(name);
	return m != NULL && (m->what & DO_SUFFIX) ? m : NULL;
}

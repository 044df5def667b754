/*
 * mu/Util.h - cache and vector instructions that SPI programs name.
 *
 * On the machine these are single instructions; here they do what matters of
 * them on any host.  Must never need an ABI call.
 */
#ifndef SPI_MU_UTIL_H
#define SPI_MU_UTIL_H

#include <spi/include/kernel/cnk/kernel_impl.h>
#include <hwi/include/common/compiler_support.h>

/* Programs may undefine __INLINE__ between two of our headers, hence this in each
 * header that uses it. */
#ifndef __INLINE__
#define __INLINE__ static inline
#endif

/* Touch: fetch the line into the cache; into the L2. */
#define muspi_dcbt(vaddr, inc) \
	do { \
		__builtin_prefetch((const char *)(vaddr) + (inc)); \
	} while (0)
#define muspi_dcbt_l2(vaddr, inc) muspi_dcbt(vaddr, inc)

/* Zero the 64-byte line that holds the address. */
#define muspi_dcbz(vaddr, inc) \
	do { \
		uintptr_t muspi_line_ = (uintptr_t)((char *)(vaddr) + (inc)); \
		memset((void *)(muspi_line_ & ~(uintptr_t)63), 0, 64); \
	} while (0)

#ifdef __cplusplus
extern "C" {
#endif

/* One 32-byte vector register per operand name.  The operand itself cannot carry
 * 32 bytes, and programs tie it to a register that hosts do not have, so the
 * macros below use its name only and never its value. */
struct muspi_vector {
	const char *name;
	char bytes[32];
};

__INLINE__ struct muspi_vector *muspi_vector_find(const char *name)
{
	static struct muspi_vector file[32];
	uint32_t i;

	for (i = 0; i < 31; i++) {
		if (file[i].name == NULL || strcmp(file[i].name, name) == 0)
			break;
	}
	file[i].name = name;
	return &file[i];
}

__INLINE__ void muspi_vector_load(const void *address, const char *name)
{
	memcpy(muspi_vector_find(name)->bytes, address, 32);
}

__INLINE__ void muspi_vector_store(void *address, const char *name)
{
	memcpy(address, muspi_vector_find(name)->bytes, 32);
}

#ifdef __cplusplus
}
#endif

#define VECTOR_LOAD_NU(address, index, reg) \
	muspi_vector_load((const char *)(address) + (index), #reg)
#define VECTOR_STORE_NU(address, index, reg) \
	muspi_vector_store((char *)(address) + (index), #reg)

#endif

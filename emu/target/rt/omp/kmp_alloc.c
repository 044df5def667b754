/* kmp_alloc.c - Clang's allocate directives and clauses. */
#include "kmp.h"

void *omp_alloc(size_t bytes, uintptr_t allocator);
void *omp_aligned_alloc(size_t align, size_t bytes, uintptr_t allocator);
void omp_free(void *p, uintptr_t allocator);

void *__kmpc_alloc(int thread, size_t bytes, uintptr_t allocator)
{
	(void)thread;
	return omp_alloc(bytes, allocator);
}

void *__kmpc_aligned_alloc(int thread, size_t align, size_t bytes, uintptr_t allocator)
{
	(void)thread;
	return omp_aligned_alloc(align, bytes, allocator);
}

void __kmpc_free(int thread, void *p, uintptr_t allocator)
{
	(void)thread;
	omp_free(p, allocator);
}

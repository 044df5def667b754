/*
 * omp_device.c - calls about devices: there is none but the node itself, number 0,
 * whose memory is the process's.
 */
#include "omp_rt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int omp_get_num_devices(void)
{
	return 0;
}

int omp_get_initial_device(void)
{
	return 0;
}

int omp_get_device_num(void)
{
	return 0;
}

int omp_is_initial_device(void)
{
	return 1;
}

int omp_get_default_device(void)
{
	return omprt_icv()->device;
}

void omp_set_default_device(int device)
{
	omprt_icv()->device = device > 0 ? device : 0;
}

/* -1 was the number in older versions of OpenMP, -10 GCC's own. */
static bool exists(int device)
{
	return device == 0 || device == -1 || device == -10;
}

void *omp_target_alloc(size_t bytes, int device)
{
	return exists(device) ? malloc(bytes) : NULL;
}

void omp_target_free(void *p, int device)
{
	if (exists(device))
		free(p);
}

int omp_target_is_present(const void *p, int device)
{
	return p && exists(device);
}

int omp_target_memcpy(void *to, const void *from, size_t bytes, size_t to_offset,
		      size_t from_offset, int to_device, int from_device)
{
	if (!exists(to_device) || !exists(from_device))
		return EINVAL;
	memcpy((char *)to + to_offset, (const char *)from + from_offset, bytes);
	return 0;
}

/* A box of so many elements out of an array into another; the last dimension is
 * contiguous. */
static void copy_box(char *to, const char *from, size_t bytes, int dimensions,
		     const size_t *extent, const size_t *to_offset,
		     const size_t *from_offset, const size_t *to_size,
		     const size_t *from_size)
{
	size_t to_step = bytes, from_step = bytes;

	for (int i = 1; i < dimensions; i++) {
		to_step *= to_size[i];
		from_step *= from_size[i];
	}
	to += to_offset[0] * to_step;
	from += from_offset[0] * from_step;
	if (dimensions == 1) {
		memcpy(to, from, extent[0] * bytes);
		return;
	}
	for (size_t i = 0; i < extent[0]; i++)
		copy_box(to + i * to_step, from + i * from_step, bytes, dimensions - 1,
			 extent + 1, to_offset + 1, from_offset + 1, to_size + 1,
			 from_size + 1);
}

/* Copies a box; without arrays returns how many dimensions are possible. */
int omp_target_memcpy_rect(void *to, const void *from, size_t bytes, int dimensions,
			   const size_t *extent, const size_t *to_offset,
			   const size_t *from_offset, const size_t *to_size,
			   const size_t *from_size, int to_device, int from_device)
{
	if (!to && !from)
		return INT32_MAX;
	if (dimensions < 1 || !exists(to_device) || !exists(from_device))
		return EINVAL;
	copy_box(to, from, bytes, dimensions, extent, to_offset, from_offset, to_size,
		 from_size);
	return 0;
}

/* The process's memory is mapped as it is, and no otherwise. */
int omp_target_associate_ptr(const void *host, const void *device_p, size_t bytes,
			     size_t offset, int device)
{
	(void)host, (void)device_p, (void)bytes, (void)offset, (void)device;
	return EINVAL;
}

int omp_target_disassociate_ptr(const void *host, int device)
{
	(void)host, (void)device;
	return EINVAL;
}

/* There is nothing that could be given up: threads stay with the process.  Not
 * from inside a region. */
int omp_pause_resource_all(int kind)
{
	bool valid = kind == 1 || kind == 2;

	return valid && omprt_self()->at.team->level == 0 ? 0 : -1;
}

int omp_pause_resource(int kind, int device)
{
	return exists(device) ? omp_pause_resource_all(kind) : -1;
}

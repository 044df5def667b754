/* libc_process.c - identity of the emulated process, its thread-locals, and
 * its image as its own C++ unwinder must see it. */
#include "libc.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#include "emu/node/machine/call.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/core/check/check.h"

void *emu_tls_get_addr(const struct tls_index *at)
{
	return (char *)thread_self->user->tls + at->offset;
}

int emu_dl_iterate_phdr(int (*cb)(struct dl_phdr_info *, size_t, void *), void *data)
{
	struct dl_phdr_info info = {
		.dlpi_addr = (uintptr_t)process_image(process_self()),
		.dlpi_name = booted.image.path,
		.dlpi_phdr = booted.image.phdr,
		.dlpi_phnum = (ElfW(Half))booted.image.phdrs,
		.dlpi_adds = 1,
	};
	check_in_call(); /* see emu_dl_find_object() */
	int rc = cb(&info, sizeof info, data);

	return rc ? rc : dl_iterate_phdr(cb, data);
}

#ifdef DLFO_STRUCT_HAS_EH_DBASE /* glibc 2.35: what libgcc asks instead */

static void *image_eh_frame(uint8_t *base)
{
	for (unsigned i = 0; i < booted.image.phdrs; i++)
		if (booted.image.phdr[i].p_type == PT_GNU_EH_FRAME)
			return base + booted.image.phdr[i].p_vaddr;
	return NULL;
}

/* The unwinder, whose code is not counted, asks for each frame: a stack may have a million. */
int emu_dl_find_object(void *pc, struct dl_find_object *out)
{
	check_in_call();
	uint8_t *base = process_image(process_self());

	if ((uintptr_t)pc - (uintptr_t)base >= booted.image.total_bytes)
		return _dl_find_object(pc, out);
	memset(out, 0, sizeof *out);
	out->dlfo_map_start = base;
	out->dlfo_map_end = base + booted.image.total_bytes;
	out->dlfo_eh_frame = image_eh_frame(base);
	return 0;
}

#else

int emu_dl_find_object(void *pc, struct dl_find_object *out)
{
	(void)pc, (void)out;
	return -1;
}

#endif

pid_t emu_getpid(void)
{
	return (pid_t)(process_self()->rank + 2);
}

pid_t emu_getppid(void)
{
	return 1;
}

int emu_gethostname(char *name, size_t bytes)
{
	char own[64];

	machine_node_name(thread_self->node, own, sizeof own);
	if (strlen(own) >= bytes) {
		errno = ENAMETOOLONG;
		return -1;
	}
	strcpy(name, own);
	return 0;
}

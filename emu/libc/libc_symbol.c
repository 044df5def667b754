/* libc_symbol.c - what a symbol's name stands for in the running process: dlsym(3) asks, in the
 * image (emu/rt/dl.c).  Never: a symbol of a library of the host but libc's parts. */
#include "emu/image/host_library.h"
#include "emu/image/image_find.h"
#include "emu/machine/call.h"
#include "emu/machine/machine.h"
#include "emu/rt/rt.h"

bool bgqemu_library_is_given(const char *name)
{
	return host_library_is_given(name);
}

void *bgqemu_symbol(const char *name, bool behind)
{
	struct image_found found;

	call_begin();
	if (!image_find(&machine.image, name, behind, &found))
		return NULL;
	if (found.at)
		return (void *)found.at;
	return (found.is_tls ? (uint8_t *)thread_self->user->tls
			     : process_image(process_self())) + found.offset;
}

/* libc_symbol.c - what a symbol's name stands for in the running process: dlsym(3) asks, in the
 * image (emu/target/rt/dl.c).  Never: a symbol of a library of the host but libc's parts. */
#include "emu/node/image/host_library.h"
#include "emu/node/image/image_find.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/booted.h"
#include "emu/target/rt/rt.h"

bool bgqemu_library_is_given(const char *name)
{
	return host_library_is_given(name);
}

void *bgqemu_symbol(const char *name, bool behind)
{
	struct image_found found;

	call_begin();
	if (!image_find(&booted.image, name, behind, &found))
		return NULL;
	if (found.at)
		return (void *)found.at;
	return (found.is_tls ? (uint8_t *)thread_self->user->tls
			     : process_image(process_self())) + found.offset;
}

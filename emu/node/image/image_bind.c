/* image_bind.c - see image_bind.h. */
#include "image_bind.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "emu/core/calls/call_costs.h"
#include "host_library.h"

int bindings_begin(struct bindings *b, const ElfW(Sym) *sym, size_t syms, const char *str)
{
	b->sym = sym;
	b->str = str;
	b->value = calloc(syms, sizeof *b->value);
	if (!b->value)
		return -ENOMEM;
	return call_thunks_open(b->thunks, syms, b->thunks->timed);
}

static bool is_function(unsigned type)
{
	return type == STT_FUNC || type == STT_GNU_IFUNC;
}

/* Decides by the type of the host library's symbol at exactly that address.  There is none if
 * a function has several versions, of which dlsym has chosen one; variables have one version. */
static bool host_has_function(const void *p, const ElfW(Sym) *s)
{
	unsigned type = ELF64_ST_TYPE(s->st_info);
	const ElfW(Sym) *host = NULL;
	Dl_info info;

	if (dladdr1(p, &info, (void **)&host, RTLD_DL_SYMENT) && host && info.dli_saddr == p)
		return is_function(ELF64_ST_TYPE(host->st_info));
	return type != STT_OBJECT && type != STT_TLS;
}

/* Most have an entry in the cost model, which is found a hundred times as fast. */
static bool is_host_function(const char *name, const void *p, const ElfW(Sym) *s)
{
	return call_cost_of(name)->name || host_has_function(p, s);
}

static const void *find(struct bindings *b, const ElfW(Sym) *s)
{
	const char *name = b->str + s->st_name;
	enum export_kind kind;
	const void *p = b->resolve(name, &kind);

	if (strstr(name, "align")) /* posix_memalign, aligned_alloc, operator new */
		b->aligns = true;
	if (strstr(name, "alloc") || !strncmp(name, "_Zn", 3)) /* malloc, operator new */
		b->allocates = true;
	if (!strcmp(name, "Kernel_CreateGlobalMemoryRegion") ||
	    !strcmp(name, "Kernel_Physical2GlobalVirtual"))
		b->reaches = true;
	if (!strcmp(name, "bgqemu_core_counts"))
		b->mixes = true;
	if (p && kind == EXPORT_CALL)
		return call_thunks_bind(b->thunks, name, p);
	if (p)
		return kind == EXPORT_REFUSAL ? call_thunks_reach(b->thunks, name, p) : p;
	p = host_library_symbol(name);
	if (p)
		return is_host_function(name, p, s) ? call_thunks_bind(b->thunks, name, p) : p;
	if (ELF64_ST_BIND(s->st_info) != STB_WEAK && !b->missing)
		b->missing = name;
	return NULL;
}

const void *bindings_value(struct bindings *b, const ElfW(Sym) *s)
{
	const void **value = &b->value[s - b->sym];

	if (!*value)
		*value = find(b, s);
	return *value;
}

int bindings_end(struct bindings *b)
{
	return call_thunks_close(b->thunks);
}

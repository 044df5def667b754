/* exports.h - the runtime's functions by name, for the loader. */
#ifndef BGQ_EMU_EXPORTS_TABLE_H
#define BGQ_EMU_EXPORTS_TABLE_H

enum export_kind {
	EXPORT_CALL,    /* a function, which takes time on the machine */
	EXPORT_REFUSAL, /* ends the process */
	EXPORT_VARIABLE
};

/* NULL if the runtime has no function or variable of that name. */
void *exports_find(const char *name, enum export_kind *kind);

#endif

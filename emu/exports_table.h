/* exports_table.h - the runtime's functions by name, for the loader. */
#ifndef BGQ_EMU_EXPORTS_TABLE_H
#define BGQ_EMU_EXPORTS_TABLE_H

/* NULL if the runtime has no function of that name. */
void *exports_find(const char *name);

#endif

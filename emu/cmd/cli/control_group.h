/* control_group.h - the control groups of Linux, of version 2 and 1, that this process is in: each
 * may limit what it gets of the host. */
#ifndef BGQ_EMU_CLI_CONTROL_GROUP_H
#define BGQ_EMU_CLI_CONTROL_GROUP_H

#include <stdbool.h>
#include <stdint.h>

/* Calls look for the folder of the process's group and of each around it.  controller: memory, cpu;
 * unified: the files are those of version 2.  root: "", or another root directory, for tests. */
typedef void control_group_look(const char *folder, bool unified, void *arg);
void control_groups(const char *root, const char *controller, control_group_look *look, void *arg);

/* The number that a file of the group begins with; false: there is no such file, or no number
 * ("max"). */
bool control_group_number(const char *folder, const char *name, uint64_t *n);

#endif

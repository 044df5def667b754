/* host_cpus.h - how much time of processors the process's control group has (cpu.max). */
#ifndef BGQ_EMU_CLI_HOST_CPUS_H
#define BGQ_EMU_CLI_HOST_CPUS_H

/* A number of processors, at least 1; 0: all that there are.  Looked up at the first call. */
unsigned host_cpus_limit(void);
/* By the files of another root directory, for tests. */
unsigned host_cpus_limit_of(const char *root);

#endif

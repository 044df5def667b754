/*
 * runjob_main.c - runjob: runs bgq-run, which is beside it, with the options of the
 * machine's command of that name, so that job scripts can stay as they are.
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emu/cmd/cli/version.h"
#include "front.h"
#include "translate.h"

static volatile sig_atomic_t child;

static void pass_on(int sig)
{
	if (child > 0)
		kill((pid_t)child, sig);
}

/* In runjob's own folder. */
static char *bgq_run(void)
{
	static char path[PATH_MAX + 16];
	ssize_t n = readlink("/proc/self/exe", path, PATH_MAX);

	if (n <= 0)
		return "bgq-run";
	path[n] = '\0';
	strcpy(strrchr(path, '/') + 1, "bgq-run");
	return path;
}

static int run(char **argv)
{
	execvp(argv[0], argv);
	fprintf(stderr, "runjob: %s: %s\n", argv[0], strerror(errno));
	return EXIT_FAILURE;
}

/* --raise: ends by the signal that ended the job, without a core file of its own. */
static int run_and_raise(char **argv)
{
	static const int passed[] = { SIGINT, SIGTERM, SIGHUP, SIGUSR1 };
	struct sigaction action = { .sa_handler = pass_on };
	sigset_t none, held;
	int status;

	sigemptyset(&held);
	for (unsigned i = 0; i < sizeof passed / sizeof *passed; i++) {
		sigaction(passed[i], &action, NULL);
		sigaddset(&held, passed[i]);
	}
	sigprocmask(SIG_BLOCK, &held, &none);
	pid_t pid = fork();

	if (pid == 0) {
		sigprocmask(SIG_SETMASK, &none, NULL);
		_exit(run(argv));
	}
	child = pid;
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (pid < 0) {
		fprintf(stderr, "runjob: %s\n", strerror(errno));
		return EXIT_FAILURE;
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return EXIT_FAILURE;
	int sig = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) - 128;

	if (sig > 0) {
		setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
		signal(sig, SIG_DFL);
		raise(sig);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}

static int run_job(int argc, char **argv)
{
	struct command_line c;
	struct words args = { 0 };

	if (!command_line_parse(&c, argc, argv))
		return EXIT_FAILURE;
	if (c.given[RUNJOB_HELP].words) {
		command_line_help();
		return 0;
	}
	if (c.given[RUNJOB_VERSION].words) {
		printf("runjob (bgqemu) %s\n", BGQEMU_VERSION);
		return 0;
	}
	words_add(&args, bgq_run());
	if (!translate_command(&c, &args))
		return EXIT_FAILURE;
	return c.given[RUNJOB_RAISE].words ? run_and_raise(args.word) : run(args.word);
}

/* Under other names: front.h. */
int main(int argc, char **argv)
{
	const char *slash = strrchr(argv[0], '/'), *name = slash ? slash + 1 : argv[0];
	struct words runjob = { 0 };
	int rc;

	argv[0] = (char *)name; /* in messages */
	if (!strcmp(name, "boot-block"))
		return front_boot_block(argc, argv);
	if (!strcmp(name, "get-bootable-blocks"))
		return front_bootable_blocks(argc, argv);
	if (strcmp(name, "srun"))
		return run_job(argc, argv);
	rc = front_srun(argc, argv, &runjob);
	return rc >= 0 ? rc : run_job(runjob.words, runjob.word);
}

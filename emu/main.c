/* main.c - bgq-run: options in, exit status out. */
#include "machine.h"

int main(int argc, char **argv)
{
	static struct options opt;
	int rc = options_parse(&opt, argc, argv);

	return rc >= 0 ? rc : machine_run(&opt);
}

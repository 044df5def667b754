/* job.c - prints what a launcher has given to each rank: number of ranks, place, directory,
 * variables and arguments named on the command line as NAME or word, and its input.
 * "end N": the last rank ends with status N; "kill": by SIGTERM. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>

static void say(const char *word)
{
	char line[64] = "";

	if (!strcmp(word, "input"))
		printf("input %s\n", fgets(line, sizeof line, stdin) ? strtok(line, "\n") : "none");
	else if (*word == '$')
		printf("%s=%s\n", word + 1, getenv(word + 1) ? getenv(word + 1) : "");
	else
		printf("word %s\n", word);
}

int main(int argc, char **argv)
{
	Personality_t p;
	char dir[256];

	Kernel_GetPersonality(&p, sizeof p);
	printf("rank %u of %u on <%u,%u,%u,%u,%u> core %u in %s\n", Kernel_GetRank(),
	       Kernel_ProcessCount() * p.Network_Config.Anodes * p.Network_Config.Bnodes *
		       p.Network_Config.Cnodes * p.Network_Config.Dnodes * p.Network_Config.Enodes,
	       p.Network_Config.Acoord, p.Network_Config.Bcoord, p.Network_Config.Ccoord,
	       p.Network_Config.Dcoord, p.Network_Config.Ecoord, Kernel_ProcessorCoreID(),
	       getcwd(dir, sizeof dir));
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "end"))
			return atoi(argv[i + 1]);
		if (!strcmp(argv[i], "kill"))
			raise(SIGTERM);
		say(argv[i]);
	}
	return 0;
}

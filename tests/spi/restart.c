/*
 * restart.c - for checkpoints: in each step all ranks exchange messages round the job, and tell
 * when; ranks below FILERS read a file and write files of their own and a common one in all the
 * ways there are.  What is written depends on what has been received and read.
 * Usage: restart STEPS DIRECTORY [WHAT]   WHAT: what rank 1 does besides, which cannot be kept:
 *        lock, random, pipe, socket, input
 */
#define _GNU_SOURCE
#include "mail.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILERS   4
#define MESSAGES 3
#define BYTES    1500

static unsigned char out[BYTES] __attribute__((aligned(64)));
static uint64_t received, sum = 1;
static uint32_t rank, ranks;
static const char *what = "";
static FILE *input, *own, *again;

static int take(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	const unsigned char *p = (const unsigned char *)(packet + 1);

	(void)param;
	sum = sum * 31 + p[0] + p[17];
	received += bytes;
	return 0;
}

static void exchange(uint32_t step)
{
	uint64_t before = received, seq = 0;

	memset(out, (int)(rank + step + sum % 3), sizeof out);
	for (int i = 0; i < MESSAGES; i++)
		seq = mail_send((rank + 7 * step + 1) % ranks, out, BYTES, 1);
	while (received - before < MESSAGES * (uint64_t)BYTES)
		MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &mail_rec), 4);
	while (!MUSPI_CheckDescComplete(MUSPI_IdToInjFifo(0, &mail_inj), seq))
		;
	test_barrier();
}

static const char *name(const char *of, uint32_t step)
{
	static char buf[64];

	snprintf(buf, sizeof buf, "%s.%u.%u", of, rank, step);
	return buf;
}

static void put(const char *file, const char *mode, uint32_t step)
{
	FILE *f = fopen(file, mode);

	CHECK(f != NULL);
	fprintf(f, "rank %u step %u sum %llu\n", rank, step, (unsigned long long)sum);
	fclose(f);
}

/* Appended, rewritten through another name, removed, read back, truncated, in a directory. */
static void files(uint32_t step)
{
	char line[64] = "", old[64];
	struct stat st;

	CHECK(fgets(line, sizeof line, input) != NULL);
	sum = sum * 33 + strlen(line) + (unsigned char)line[0];
	fprintf(own, "%u %s", step, line);
	put("log", "a", step);
	put(name("new", step), "w", step);
	put(name("new", step), "a", step);
	if (step % 3 == 1) {
		strcpy(old, name("new", step - 1));
		CHECK(rename(old, name("kept", step - 1)) == 0);
	}
	if (step % 3 == 2)
		CHECK(unlink(name("new", step - 2)) == -1 && unlink(name("new", step - 1)) == 0);
	CHECK(mkdir(name("dir", step), 0755) == 0);
	CHECK(stat(name("new", step), &st) == 0);
	sum += (uint64_t)st.st_size;
	fseek(again, 0, SEEK_SET);
	CHECK(fgets(line, sizeof line, again) || step == 0);
	fseek(again, 0, SEEK_END);
	fprintf(again, "%llu\n", (unsigned long long)(sum % 1000));
	fflush(again);
	CHECK(ftruncate(fileno(again), 4000) == 0);
}

static void what_cannot_be_kept(uint32_t step)
{
	static FILE *removed;
	char byte[8];

	if (!strcmp(what, "lock"))
		CHECK(flock(fileno(own), LOCK_EX) == 0);
	if (!strcmp(what, "random"))
		CHECK(getrandom(byte, sizeof byte, 0) == sizeof byte);
	if (!strcmp(what, "socket"))
		close(socket(AF_INET, SOCK_STREAM, 0));
	if (!strcmp(what, "removed") && step == 0)
		CHECK((removed = fopen("removed", "w")) != NULL && unlink("removed") == 0);
	if (!strcmp(what, "removed") && step == 20)
		CHECK(fclose(removed) == 0);
	if (!strcmp(what, "link") && step == 0)
		CHECK(symlink("nowhere", "link") == 0);
	if (!strcmp(what, "pipe") && step == 0)
		CHECK(mkfifo("fifo", 0600) == 0 && open("fifo", O_RDWR) >= 0);
}

int main(int argc, char **argv)
{
	uint32_t steps = argc > 1 ? (uint32_t)atoi(argv[1]) : 4;

	what = argc > 3 ? argv[3] : "";
	mail_init();
	rank = Kernel_GetRank();
	ranks = (uint32_t)mail_self.Network_Config.Anodes * mail_self.Network_Config.Bnodes *
		mail_self.Network_Config.Cnodes * mail_self.Network_Config.Dnodes *
		mail_self.Network_Config.Enodes;
	MUSPI_RegisterRecvFunction(take, NULL, 1);
	CHECK(argc < 3 || chdir(argv[2]) == 0);
	if (rank < FILERS) {
		input = !strcmp(what, "input") && rank == 0 ? stdin : fopen("input", "r");
		own = fopen(name("own", 0), "w");
		again = fopen(name("again", 0), "w+");
		CHECK(input && own && again);
	}
	test_barrier();
	for (uint32_t step = 0; step < steps; step++) {
		if (rank < FILERS)
			files(step);
		if (rank == 1)
			what_cannot_be_kept(step);
		exchange(step);
		if (rank % 64 < FILERS)
			printf("rank %u step %u sum %llu cycle %llu\n", rank, step,
			       (unsigned long long)sum, (unsigned long long)GetTimeBase());
		usleep(20);
	}
	if (rank < FILERS)
		CHECK(fclose(own) == 0 && fclose(again) == 0);
	return 0;
}

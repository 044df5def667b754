/*
 * mpi_equal.c - what rank 0 sends the address of is each rank's own there, however it is accessed:
 * by loads and stores of all sizes, in place, atomically, by functions of libc and of bgq-run,
 * across pages; what a rank stores changes no other rank.
 * Usage: mpi_equal [ACCESSES, which are timed]
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <mpi.h>

#define PAGE 4096
#define CHECK(what) \
	((what) ? (void)0 : (void)(wrong++, printf("rank %d: %d: %s\n", rank, __LINE__, #what)))

struct node {
	struct node *next;
	long value;
};

static struct all {
	volatile int8_t c;
	volatile int16_t s;
	volatile int32_t i;
	volatile int64_t l;
	volatile float f;
	volatile double d;
	volatile long double x;
	struct node list[4], *head;
	char text[64];
	double many[1024];
} all;

static char pages[3 * PAGE] __attribute__((aligned(PAGE)));
static int rank, wrong;

static void scalars(struct all *a)
{
	a->c = (int8_t)(rank + 1);
	a->s = (int16_t)(rank + 2);
	a->i = rank + 3;
	a->l = rank + 4;
	a->f = (float)rank + 5;
	a->d = rank + 6;
	a->x = rank + 7;
	a->c++;
	a->l += 10;
	a->d *= 2;
	a->i = -a->i;
	CHECK(all.c == rank + 2 && all.s == rank + 2 && all.i == -rank - 3);
	CHECK(all.l == rank + 14 && all.f == (float)rank + 5);
	CHECK(all.d == 2 * rank + 12 && all.x == rank + 7);
	all.l = 1000 + rank;
	CHECK(a->l == 1000 + rank && a->c == all.c && a->f == all.f && a->x == all.x);
	CHECK(__sync_fetch_and_add(&a->l, 5) == 1000 + rank && all.l == 1005 + rank);
	CHECK(__sync_bool_compare_and_swap(&a->i, -rank - 3, 77) && all.i == 77);
}

/* Pointers in memory are the sender's, and lead to the rank's own. */
static void lists(struct all *a)
{
	a->head = NULL;
	for (int i = 0; i < 4; i++) {
		a->list[i].value = rank * 10 + i;
		a->list[i].next = a->head;
		a->head = &a->list[i];
	}
	a->list[0].next = &a->list[0]; /* itself */
	long sum = 0;
	int n = 0;

	for (struct node *p = a->head; n < 6; p = p->next, n++)
		sum += p->value;
	CHECK(sum == 3 * (rank * 10) + 6 + 3 * (rank * 10));
	CHECK(all.list[2].value == rank * 10 + 2);
}

static void libc(struct all *a)
{
	char own[64];
	static double other[1024];

	snprintf(own, sizeof own, "rank %d has this", rank);
	strcpy(a->text, own);
	CHECK(!strcmp(all.text, own) && !strcmp(a->text, own) && strlen(a->text) == strlen(own));
	CHECK(strchr(a->text, 'h') == a->text + (strchr(own, 'h') - own));
	for (int i = 0; i < 1024; i++)
		all.many[i] = rank + i;
	memcpy(other, a->many, sizeof other);
	CHECK(!memcmp(other, all.many, sizeof other));
	memset(a->many, 0, sizeof a->many / 2);
	memmove(a->many + 512, a->many + 256, 256 * sizeof(double));
	for (int i = 0; i < 768; i++)
		CHECK(all.many[i] == 0);
	CHECK(all.many[768] == rank + 768);
	memcpy(a->many, other, sizeof other);
	double sum = 0;

	for (int i = 0; i < 1024; i++)
		sum += a->many[i];
	CHECK(sum == 1024.0 * rank + 1023 * 512);
}

static void across(char *p)
{
	for (unsigned at = PAGE - 8; at < PAGE; at++) {
		uint64_t v = UINT64_C(0x0101010101010101) * (unsigned)(rank + 1);
		uint64_t seen;

		memset(pages, 0, sizeof pages);
		memcpy(p + at, &v, 8);
		CHECK(!memcmp(pages + at, &v, 8) && !pages[at - 1] && !pages[at + 8]);
		memcpy(&seen, p + at, 8);
		CHECK(seen == v);
	}
}

static void timed(volatile int64_t *word, long n)
{
	if (!n || rank == 0)
		return;
	for (long i = 0; i < n; i++)
		(*word)++;
	CHECK(all.l == n);
}

/* Use that bgq-run makes of the pointers that it is given. */
static void calls(struct all *a)
{
	char own[64], printed[64];
	int fd = open("/dev/zero", O_RDONLY);

	snprintf(all.text, sizeof all.text, "text of %d", rank);
	snprintf(own, sizeof own, "text of %d", rank);
	snprintf(printed, sizeof printed, "%s", a->text);
	CHECK(!strcmp(printed, own));
	CHECK(sscanf(a->text, "text of %ld", &a->list[1].value) == 1 && all.list[1].value == rank);
	CHECK(read(fd, a->text, 4) == 4 && !all.text[3] && all.text[4] == own[4]);
	close(fd);
}

/* The address of rank 0's. */
static void *sent(void *p)
{
	MPI_Bcast(&p, sizeof p, MPI_BYTE, 0, MPI_COMM_WORLD);
	return p;
}

int main(int argc, char **argv)
{
	int size, on_stack = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	struct all *a = sent(&all);
	char *p = sent(pages), *text = sent((void *)(uintptr_t)"a constant");
	volatile int *stack = sent(&on_stack), *heap = sent(malloc(100));
	const int before = rank;

	scalars(a);
	lists(a);
	libc(a);
	across(p);
	calls(a);
	CHECK(!strcmp(text, "a constant"));
	*stack = before + 1;
	CHECK(on_stack == before + 1);
	*heap = before + 2;
	MPI_Barrier(MPI_COMM_WORLD);
	CHECK(*heap == before + 2 && *stack == before + 1 && all.many[1] == before + 1);
	all.l = 0;
	timed(&a->l, argc > 1 ? atol(argv[1]) : 0);
	MPI_Barrier(MPI_COMM_WORLD);
	printf("rank %d: %d wrong\n", rank, wrong);
	MPI_Finalize();
	return wrong != 0;
}

/*
 * stack_use.c - how much of the program's stack calls and checks use: each entry runs on a stack
 * that has been painted below it.  Prints the bytes of each, by name; ends with the number of
 * those above the manual's figure (bgqemu(7)).
 * Not here: calls that end the process; what a function of the program's own uses before it.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <omp.h>
#include <pthread.h>
#include <regex.h>
#include <search.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <wchar.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/kernel/process.h>
#include <spi/include/l2/atomic.h>
#include <spi/include/mu/GIBarrier.h>

#define STACK 65536
#define MOST  512
#define OWN   96 /* the frames of a region of the program's, and of what begins it */

static char *stack;
static ucontext_t outside, inside;
static void (*entry)(void);
static size_t used;

static char buf[65536] = "hello world", name[] = "/tmp/stack_use.XXXXXX";
static volatile double x = 1.25;
static volatile float single = 1.25f;
static volatile long double wide = 1.5L;
static volatile int n = 7;
static volatile uint64_t *word;
static int ints[1000], fd;
static FILE *file;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static pthread_t thread;
static sem_t sem;
static void *tree, *volatile block;
static regex_t regex;
static MUSPI_GIBarrier_t gi;
static volatile int flag;

static int by_value(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void *nothing(void *arg)
{
	return arg;
}

static void nothing_once(void)
{
	n++;
}

static void *raise_flag(void *arg)
{
	usleep(200);
	flag = 1;
	return arg;
}

static void on_signal(int sig)
{
	n = sig;
}

static void loop(long rounds)
{
	for (volatile long i = 0; i < rounds; i++)
		x += 1;
}

static void *count(void *arg)
{
	for (volatile long i = 0; i < 20000; i++)
		;
	return arg;
}

/* A wait that is parked, and ends. */
static void wait_parked(void)
{
	while (!flag)
		;
}

#define ENTRIES                                                                               \
	/* checks and waits */                                                                \
	E(loop, loop(300000)) E(loop_float, for (volatile long i = 0; i < 99999; i++) wide += 1) \
	E(wait_begin, flag = 0; pthread_create(&thread, NULL, raise_flag, NULL))              \
	E(wait, wait_parked()) E(wait_join, pthread_join(thread, NULL))                       \
	/* printing and reading */                                                            \
	E(printf, printf("%d %s\n", n, buf)) E(printf_float, printf("%.40f %Lg\n", x, wide))  \
	E(printf_many, printf("%d %d %d %d %d %d %d %d %g\n", n, n, n, n, n, n, n, n, x))     \
	E(fprintf_stderr, fprintf(stderr, "%d\n", n)) E(puts, puts(buf))                      \
	E(putchar, putchar('\n')) E(perror, perror(buf)) E(fflush, fflush(NULL))              \
	E(sprintf, sprintf(buf, "%d %s %g", n, "text", x))                                    \
	E(snprintf, snprintf(buf, 99, "%g %d %d %d %d %d %Lg", x, n, n, n, n, n, wide))       \
	E(sscanf, int a, b; float c; n += sscanf("1 2 3.5", "%d %d %f", &a, &b, &c))          \
	E(swprintf, wchar_t w[9]; swprintf(w, 9, L"%d", n)) E(dprintf, dprintf(1, "%d\n", n)) \
	E(fopen, file = fopen(name, "w+")) E(fprintf, fprintf(file, "%d %g\n", n, x))         \
	E(fputs, fputs(buf, file)) E(fwrite, fwrite(buf, 1, 3000, file))                      \
	E(fseek, fseek(file, 0, SEEK_SET)) E(fgets, block = fgets(buf, 99, file))             \
	E(fscanf, int a; n += fscanf(file, "%d", &a)) E(fread, n += (int)fread(buf, 1, 9, file)) \
	E(getline, char *l = NULL; size_t c = 0; n += (int)getline(&l, &c, file); free(l))    \
	E(ftell, n += (int)ftell(file)) E(fclose, fclose(file))                               \
	E(open_memstream, char *t; size_t s; file = open_memstream(&t, &s); fprintf(file, "x"); \
	  fclose(file); free(t))                                                              \
	/* files */                                                                           \
	E(open, fd = open(name, O_RDWR)) E(write, n += (int)write(fd, buf, 100))              \
	E(lseek, lseek(fd, 0, SEEK_SET)) E(read, n += (int)read(fd, buf, 50))                 \
	E(fstat, struct stat s; fstat(fd, &s)) E(close, close(fd))                            \
	E(stat, struct stat s; stat(name, &s)) E(access, n += access(name, R_OK))             \
	E(getcwd, block = getcwd(buf, 99)) E(mkdir, mkdir("/nowhere/at/all", 0700))           \
	E(unlink, unlink("/nowhere")) E(opendir, DIR *d = opendir("/"); closedir(d))          \
	E(readdir, DIR *d = opendir("/"); readdir(d); closedir(d))                            \
	/* memory */                                                                          \
	E(malloc, block = malloc(100)) E(realloc, block = realloc(block, 100000))             \
	E(free, free(block)) E(calloc, block = calloc(1000, 1000)) E(free_large, free(block)) \
	E(memalign, n += posix_memalign((void **)&block, 64, 100)) E(free_more, free(block))  \
	E(memcpy, memcpy(buf, buf + 40000, (size_t)(n & 63) * 99))                            \
	E(memset, memset(buf, 0, 30000))                                                      \
	E(memmove, memmove(buf, buf + 1, (size_t)(n & 63))) \
	E(memcmp, n += memcmp(buf, buf + 9, 9)) \
	E(memory_large, block = malloc(100 << 20); memset(block, 1, 100 << 20); free(block))  \
	E(mmap, block = mmap(NULL, 65536, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))     \
	E(munmap, munmap(block, 65536))                                                       \
	/* strings */                                                                         \
	E(strlen, n += (int)strlen(buf)) E(strcpy, strcpy(buf, "abcdefgh")) \
	E(strdup, free(strdup(buf))) \
	E(strcmp, n += strcmp(buf, "abc")) E(strchr, block = strchr(buf, 'c'))                \
	E(strstr, block = strstr(buf, "efg")) E(strtok, block = strtok(buf, ","))             \
	E(strerror, block = strerror(2)) E(toupper, n = toupper(n))                           \
	E(strtol, n += (int)strtol("12", NULL, 10))                                           \
	E(strtod, x = strtod("1.2345678901234567e-300", NULL)) E(atof, x = atof("1.5"))       \
	E(regcomp, n += regcomp(&regex, "a(b|c)*d", REG_EXTENDED))                            \
	E(regexec, n += regexec(&regex, "xxabcbcdxx", 0, NULL, 0)) E(regfree, regfree(&regex)) \
	/* numbers, sorts */                                                                  \
	E(sin, x = sin(x)) E(pow, x = pow(x, 1.1)) E(exp, x = exp(x)) E(log, x = log(fabs(x) + 1)) \
	E(lgamma, x = lgamma(x)) E(tgamma, x = tgamma(1.5)) E(sinl, wide = sinl(wide))        \
	E(powl, wide = powl(wide, 1.1L)) E(sqrt, x = sqrt(x)) E(sinf, single = sinf(single))  \
	E(expl, wide = expl(wide)) E(jn, x = jn(5, x)) E(fmod, x = fmod(1e300, 3))            \
	E(qsort, qsort(ints, 1000, 4, by_value)) E(rand, n += rand()) E(drand48, x = drand48()) \
	E(bsearch, int k = 5; block = bsearch(&k, ints, 1000, 4, by_value))                   \
	E(tsearch, tsearch(&ints[3], &tree, by_value)) E(tfind, tfind(&ints[3], &tree, by_value)) \
	E(tdelete, tdelete(&ints[3], &tree, by_value))                                        \
	/* time, the process */                                                               \
	E(time, n += (int)time(NULL)) E(clock, n += (int)clock()) E(usleep, usleep(1))        \
	E(clock_gettime, struct timespec t; clock_gettime(CLOCK_REALTIME, &t))                \
	E(strftime, time_t t = 0; strftime(buf, 99, "%c", gmtime(&t)))                        \
	E(localtime, time_t t = 0; localtime(&t)) E(getenv, block = getenv("HOME"))           \
	E(setenv, setenv("STACK_USE", "1", 1)) E(getpid, n += getpid())                       \
	E(sysconf, n += (int)sysconf(_SC_NPROCESSORS_ONLN)) E(signal, signal(SIGUSR1, on_signal)) \
	E(sigprocmask, sigset_t s; sigemptyset(&s); sigprocmask(SIG_BLOCK, &s, NULL))         \
	/* threads */                                                                         \
	E(create, pthread_create(&thread, NULL, nothing, NULL)) \
	E(join, pthread_join(thread, NULL)) \
	E(mutex, pthread_mutex_lock(&mutex); pthread_mutex_unlock(&mutex))                    \
	E(cond, pthread_cond_broadcast(&cond)) E(key_create, pthread_key_create(&key, NULL))  \
	E(setspecific, pthread_setspecific(key, buf)) \
	E(getspecific, block = pthread_getspecific(key)) \
	E(rwlock, pthread_rwlock_wrlock(&rwlock); pthread_rwlock_unlock(&rwlock))             \
	E(barrier, pthread_barrier_init(&barrier, NULL, 1); pthread_barrier_wait(&barrier))   \
	E(spin, pthread_spin_init(&spin, 0); pthread_spin_lock(&spin); pthread_spin_unlock(&spin)) \
	E(once, pthread_once(&once, nothing_once)) E(sched_yield, sched_yield())              \
	E(sem, sem_init(&sem, 0, 1); sem_wait(&sem); sem_post(&sem))                          \
	E(cond_timedwait, struct timespec t = { 0, 1 }; pthread_mutex_lock(&mutex);           \
	  pthread_cond_timedwait(&cond, &mutex, &t); pthread_mutex_unlock(&mutex))            \
	E(busy_begin, pthread_create(&thread, NULL, count, NULL))                             \
	E(busy_join, pthread_join(thread, NULL))                                              \
	E(parallel, _Pragma("omp parallel num_threads(4)") { x += 1; })                       \
	E(parallel_for, _Pragma("omp parallel for num_threads(4) schedule(dynamic)")          \
	  for (int i = 0; i < 100; i++) ints[i] = i)                                          \
	E(critical, _Pragma("omp critical") { x += 1; })                                      \
	/* the SPI */                                                                         \
	E(rank, n += (int)Kernel_GetRank()) E(hwthread, n += (int)Kernel_ProcessorID())       \
	E(memory_size, uint64_t b; Kernel_GetMemorySize(KERNEL_MEMSIZE_HEAP, &b))             \
	E(region, Kernel_MemoryRegion_t r; Kernel_CreateMemoryRegion(&r, buf, 100))           \
	E(personality, Kernel_GetPersonality((void *)buf, sizeof(Personality_t)))             \
	E(l2_allocate, Kernel_L2AtomicsAllocate((void *)(uintptr_t)word, 64))                 \
	E(l2, L2_AtomicLoadIncrement((volatile uint64_t *)word)) \
	E(time_base, n += (int)GetTimeBase()) \
	E(gi_init, MUSPI_GIBarrierInit(&gi, 0)) E(gi, MUSPI_GIBarrierEnterAndWait(&gi))       \
	E(delay, Delay(1000))

#define E(name, ...) static void of_##name(void) { __VA_ARGS__; }
ENTRIES
#undef E

static const struct {
	const char *name;
	void (*fn)(void);
} entries[] = {
#define E(name, ...) { #name, of_##name },
	ENTRIES
#undef E
};

/* On its own stack: paints it below, calls, looks how far down the paint is gone.  The loops are
 * one instruction each, which no check interrupts. */
__attribute__((noinline)) static void measure(void)
{
	for (;;) {
		char *first, *sp;

		__asm__ volatile("movq %%rsp, %%r12\n\tandq $-16, %%rsp\n\t"
				 "movq %2, %%rdi\n\tmovq %%rsp, %%rcx\n\tsubq %%rdi, %%rcx\n\t"
				 "movb $0x5a, %%al\n\tcld\n\trep stosb\n\tcall *%3\n\t"
				 "movq %2, %%rdi\n\tmovq %%rsp, %%rcx\n\tsubq %%rdi, %%rcx\n\t"
				 "movb $0x5a, %%al\n\tcld\n\trepe scasb\n\t"
				 "leaq -1(%%rdi), %0\n\tmovq %%rsp, %1\n\tmovq %%r12, %%rsp"
				 : "=&r"(first), "=&r"(sp) : "m"(stack), "m"(entry)
				 : "rdi", "rcx", "rax", "rdx", "rsi", "r8", "r9", "r10", "r11",
				   "r12", "memory", "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4",
				   "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
				   "xmm12", "xmm13", "xmm14", "xmm15");
		used = (size_t)(sp - first);
		swapcontext(&inside, &outside);
	}
}

/* Where it is more than the figure. */
static int judge(const char *of)
{
	size_t own = strncmp(of, "parallel", 8) ? 0 : OWN;
	int is_above = used > MOST + own;

	fprintf(stderr, "%s %zu%s\n", of, used, is_above ? " TOO MUCH" : "");
	return is_above;
}

int main(void)
{
	int above = 0;

	stack = malloc(STACK);
	word = aligned_alloc(64, 64);
	*word = 0;
	fd = mkstemp(name);
	close(fd);
	getcontext(&inside);
	inside.uc_stack.ss_sp = stack;
	inside.uc_stack.ss_size = STACK;
	makecontext(&inside, measure, 0);
	for (int round = 0; round < 2; round++)
		for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
			entry = entries[i].fn;
			swapcontext(&outside, &inside);
			above += judge(entries[i].name);
		}
	unlink(name);
	return above;
}

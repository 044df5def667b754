#!/bin/sh
# test_places.sh - the place that a report names is the program's line, whatever function of the
# C library a rank has given a bad pointer to, optimised and not; and a jump to where no code is.
# Leaves out what else reports say (test_bgq_run.sh, test_faults.sh).
# Usage: test_places.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

# One line a call, of which each rank makes one.  P is NULL, t and u are room.
cat >"$tmp/calls" <<'END'
strlen(P)
atol(P)
atoi(P)
atof(P)
strtod(P, 0)
strtol("1", (char **)8, 10)
strtoul(P, 0, 0)
strcpy(t, P)
strcpy(P, "a")
strncpy(t, P, 5)
strcat(P, "a")
strcmp(P, t)
strcasecmp(P, t)
strdup(P)
strstr(P, "a")
strspn(P, "a")
strpbrk("a", P)
strsep((char **)8, "a")
strtok(P, ",")
memcpy(t, P, zero + 100)
memcmp(P, t, zero + 10)
memchr(P, 1, zero + 10)
memmove(P, t, zero + 100)
memset(P, 0, zero + 100)
puts(P)
fputs(P, stdout)
fputs("a", P)
fprintf(P, "a%d", k)
sprintf(P, "a%d", k)
snprintf(P, 10, "a%d", k)
sscanf(P, "%d", &k)
sscanf("1", "%d", P)
fscanf(P, "%d", &k)
printf("%n", (int *)P)
printf("%s", (char *)8)
fclose(P)
fflush((FILE *)8)
fgetc(P)
ungetc('a', P)
fread(t, 1, 1, P)
fseek(P, 0, 0)
fileno(P)
ferror(P)
setvbuf(P, 0, 0, 0)
getenv(P)
putenv(P)
bsearch(t, u, 4, 4, P)
qsort(t, 4, 4, P), 0
lfind(t, u, P, 4, cmp)
localtime(P)
gmtime_r(P, P)
mktime(P)
strftime(t, 10, "%Y", P)
ctime(P)
time((time_t *)8)
nanosleep(P, 0)
clock_gettime(0, P)
pthread_mutex_lock(P)
pthread_once(P, P)
sem_wait(P)
regcomp(P, "a", 0)
fnmatch(P, "a", 0)
readdir(P)
wcslen(P)
wcstombs(t, P, 10)
frexp(1.0, P)
modf(1.5, P)
sigaction(SIGUSR1, (void *)8, 0)
setlocale(LC_ALL, (char *)8)
getopt(2, P, "a")
erand48(P)
free((void *)8), 0
free(&k), 0
realloc((void *)8, 10)
(longjmp(P, 1), 0)
((int (*)(void))P)()
((int (*)(void))5)()
END
calls=$(wc -l <"$tmp/calls")
{
	for header in complex ctype dirent errno fnmatch locale math pthread regex search \
		semaphore setjmp signal stdio stdlib string strings time unistd wchar \
		spi/include/kernel/location; do
		echo "#include <$header.h>"
	done
	echo 'static volatile long zero;'
	echo 'volatile long sink;'
	echo '#define P ((void *)zero)'
	echo 'static int cmp(const void *a, const void *b) { return a == b; }'
	echo 'int main(int argc, char **argv)'
	echo '{'
	echo 'int k = Kernel_GetRank() + atoi(argv[argc - 1]);'
	echo 'char t[200] = "b", u[200] = "c";'
	awk '{ print "if (k == " NR - 1 ") { sink += (long)(" $0 "); }" }' "$tmp/calls"
	echo 'return 0;'
	echo '}'
} >"$tmp/calls.c"
first=$(grep -n '^if (k == 0)' "$tmp/calls.c" | cut -d: -f1)
for level in 0 2; do
	"$build/bin/bgq-cc" -g -w -O$level -o "$tmp/calls.$level" "$tmp/calls.c" 2>"$tmp/err" ||
		not_ok "compiled_$level"
	for workers in 1 2; do
		for from in $(seq 0 16 "$calls"); do # a job tells of as many different places
			"$run" --np 16 --workers $workers : "$tmp/calls.$level" "$from" \
				2>&1 >/dev/null </dev/null | awk -v from="$from" '
					/^bgq-run: rank .* ended by signal/ { print $3 + from, $0 }'
		done >"$tmp/lines.$workers"
	done
	cp "$tmp/lines.2" "$tmp/err"
	if cmp -s "$tmp/lines.1" "$tmp/lines.2"; then ok "same_$level"
	else not_ok "same_$level"; fi
	n=0
	while read -r call; do
		grep "^$n " "$tmp/lines.1" >"$tmp/err"
		if grep -q "in main.*(calls.c:$((first + n))[,) ]" "$tmp/err"
		then ok "$level $call"; else not_ok "$level $call"; fi
		n=$((n + 1))
	done <"$tmp/calls"
done
grep -q "(calls.c:$((first + calls - 1)).*: the address that it called has no code" "$tmp/err"
if [ $? -eq 0 ]; then ok a_jump_to_nowhere; else not_ok a_jump_to_nowhere; fi
summary

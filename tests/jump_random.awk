# jump_random.awk - writes a program, by seed: nested loops whose ways back are branches, longjmp,
# contexts, exceptions, raised signals and faults, and that wait for a third thread; two threads
# run them while a timer sends signals.  What it computes does not depend on time.  With
# -DHOST it is a program of the host, without cycles.
# Usage: awk -v seed=N -f jump_random.awk >program.cc

function random(below) {
	state = (state * 16807) % 2147483647
	return int(state / 7) % below
}

function line(text) {
	printf "%s%s\n", indent, text
}

function deeper() { indent = indent "\t" }
function back() { indent = substr(indent, 2) }

# Some statements; what the loops in them count is in s->c[], by number.
function body(depth, i, parts) {
	parts = 1 + random(2)
	for (i = 0; i < parts; i++) {
		line("s->x = s->x * 5 + " random(1000) ";")
		if (depth > 0)
			loop(depth - 1, loops++)
	}
}

function again(number, go) {
	line("if (++s->c[" number "] < " 2 + random(4) ")")
	line("\t" go ";")
}

function by_branch(depth, number) {
	line("do {")
	deeper()
	body(depth)
	back()
	line("} while (++s->c[" number "] < " 2 + random(20) ");")
}

function by_longjmp(depth, number) {
	line("setjmp(s->jump[" number "]);")
	body(depth)
	again(number, random(2) ? "longjmp(s->jump[" number "], 1)" : "leap(s, " number ")")
}

function by_siglongjmp(depth, number) {
	line("sigsetjmp(s->jump[" number "], 1);")
	body(depth)
	again(number, "siglongjmp(s->jump[" number "], 2)")
}

function by_context(depth, number) {
	line("getcontext(&s->context[" number "]);")
	body(depth)
	again(number, "setcontext(&s->context[" number "])")
}

function by_throw(depth, number) {
	line("again_" number ":")
	line("try {")
	deeper()
	body(depth)
	again(number, random(2) ? "throw " number : "fall(s, " number ", " random(5) ")")
	back()
	line("} catch (int) {")
	line("\tgoto again_" number ";")
	line("}")
}

function by_signal(depth, number, fault) {
	line("sigsetjmp(s->jump[" number "], 1);")
	body(depth)
	line("s->to = " number ";")
	again(number, fault ? "*s->wild = 1" : "raise(SIGUSR1)")
}

function by_wait(number, way) {
	line("s->seen = ticks;")
	way = random(4)
	if (way == 0)
		line("while (ticks == s->seen)\n" indent "\t;")
	else if (way == 1)
		line("while (ticks == s->seen)\n" indent "\ts->rounds++;")
	else if (way == 2)
		line("setjmp(s->jump[" number "]);\n" indent "if (ticks == s->seen)\n" indent \
			"\tlongjmp(s->jump[" number "], 1);")
	else
		line("getcontext(&s->context[" number "]);\n" indent "if (ticks == s->seen)\n" \
			indent "\tsetcontext(&s->context[" number "]);")
}

function loop(depth, number, kind) {
	line("s->c[" number "] = 0;")
	kind = random(9)
	if (kind < 2) by_branch(depth, number)
	else if (kind == 2) by_longjmp(depth, number)
	else if (kind == 3) by_siglongjmp(depth, number)
	else if (kind == 4) by_context(depth, number)
	else if (kind == 5) by_throw(depth, number)
	else if (kind == 6) by_signal(depth, number, 0)
	else if (kind == 7) by_signal(depth, number, 1)
	else by_wait(number)
}

BEGIN {
	state = seed * 1000003 % 2147483646 + 1
	for (i = 0; i < 10; i++)
		random(2)
	print "#include <csetjmp>\n#include <csignal>\n#include <cstdio>\n#include <pthread.h>"
	print "#include <sys/time.h>\n#include <ucontext.h>\n#include <unistd.h>"
	print "#ifdef HOST\n#define GetTimeBase() 0ul\n#else"
	print "#include <hwi/include/bqc/A2_inlines.h>\n#include <spi/include/kernel/location.h>"
	print "#endif\n#define LOOPS 1000"
	print "struct state {"
	print "\tvolatile unsigned long x, seen, rounds, c[LOOPS];\n\tvolatile int to;"
	print "\tint *volatile wild;\n\tsigjmp_buf jump[LOOPS];\n\tucontext_t context[LOOPS];\n};"
	print "static volatile unsigned long ticks, beats, ended;"
	print "static state states[2];\nstatic __thread state *own;"
	print "static void jump(int sig)\n{\n\tsiglongjmp(own->jump[own->to], sig);\n}"
	print "static void beat(int)\n{\n\tbeats++;\n}"
	print "static __attribute__((noinline)) void leap(state *s, int i)\n{"
	print "\tlongjmp(s->jump[i], 3);\n}"
	print "static __attribute__((noinline)) void fall(state *s, int i, int depth)\n{"
	print "\tif (depth == 0)\n\t\tthrow i;\n\tfall(s, i, depth - 1);\n\ts->x++;\n}"
	for (f = 0; f < 4; f++) {
		print "static __attribute__((noinline)) void part_" f "(state *s)\n{"
		indent = "\t"
		for (p = 0; p < 3; p++)
			loop(2, loops++)
		print "}"
	}
	print "static void *run(void *to)\n{\n\tstate *s = own = (state *)to;"
	print "\tunsigned long began = GetTimeBase();\n\tint here;\n\ts->wild = (int *)8;"
	print "\tpart_0(s);\n\tpart_1(s);\n\tpart_2(s);\n\tpart_3(s);"
	print "#ifdef HOST\n\tprintf(\"thread %d: %lx\\n\", (int)(s - states), s->x);\n#else"
	print "\tprintf(\"rank %u thread %d: %lx, %lu rounds, %lu beats, %lu cycles\\n\","
	print "\t\tKernel_GetRank(), (int)(s - states), s->x, s->rounds, beats,"
	print "\t\tGetTimeBase() - began);\n#endif"
	print "\t__sync_fetch_and_add(&ended, 1);\n\treturn (void)began, (void)here, to;\n}"
	print "static void *tick(void *unused)\n{\n\twhile (ended < 2) {\n\t\tusleep(3);"
	print "\t\tticks++;\n\t}\n\treturn unused;\n}"
	print "int main()\n{\n\tpthread_t ticker, other;"
	print "\titimerval every = { { 0, 7 }, { 0, 7 } }, off = { { 0, 0 }, { 0, 0 } };"
	print "\tsignal(SIGUSR1, jump);\n\tsignal(SIGSEGV, jump);\n\tsignal(SIGALRM, beat);"
	print "\tpthread_create(&ticker, NULL, tick, NULL);"
	print "\tpthread_create(&other, NULL, run, &states[1]);"
	print "#ifndef HOST\n\tsetitimer(ITIMER_REAL, &every, NULL);\n#endif"
	print "\trun(&states[0]);\n\tsetitimer(ITIMER_REAL, &off, NULL);\n\t(void)every;"
	print "\tpthread_join(other, NULL);\n\tpthread_join(ticker, NULL);\n\treturn 0;\n}"
	if (loops > 1000) {
		print "#error too many loops"
	}
}

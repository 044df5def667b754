# mix.awk - writes a file of random programs, by seed: sequences of steps of mix.h, and loops of odd
# shapes that compute between them.  The program's argument chooses one.
# Usage: awk -v seed=N -v programs=N -f mix.awk >mix.c

function random(below) {
	state = (state * 16807) % 2147483647
	return int(state / 7) % below
}

# A loop whose shape, bounds and body depend on the seed and on what the sum is.
function loop(depth, kind, v, inner) {
	kind = random(6)
	v = "i" variables++
	inner = depth > 0 ? loop(depth - 1) : "add(" v " * " 1 + random(9) ");"
	if (kind == 0)
		return "for (unsigned " v " = sum % " 2 + random(30) "; " v "; " v "--) { " inner " }"
	if (kind == 1)
		return "unsigned " v " = 0; do { " inner " } while (++" v " < 2 + sum % " \
			2 + random(20) ");"
	if (kind == 2)
		return "for (unsigned " v " = 1; " v " < " 50 + random(2000) "; " v " += " v \
			" + (sum & 1)) { if (" v " % 3 == 1) continue; " inner " }"
	if (kind == 3)
		return "unsigned " v " = " random(40) "; again_" v ": if (" v " < 45) { " v " += 1 + " \
			"(sum & 3); " inner " goto again_" v "; }"
	if (kind == 4)
		return "volatile double d" v " = 1; for (int " v " = 0; d" v " < " 2 + random(50) \
			"; " v "++) { d" v " *= 1.25; " inner " }"
	return "for (volatile unsigned " v " = 0; " v " < " 3 + random(40) "; " v "++) switch (" v \
		" % 3) { case 0: add(" v "); break; default: { " inner " } }"
}

function do_step(phase, kind, bytes) {
	kind = random(22)
	bytes = 1 + random(2000)
	if (kind == 21) {
		expect = expect "\texpects(" phase ", " bytes ");\n"
		return "do_interrupted(" random(8) ", " bytes ", " 1 + random(40) \
			"); did(\"interrupted\");"
	}
	if (kind == 0 || kind == 1) {
		expect = expect "\texpects(" phase ", " bytes ");\n"
		return (kind ? "do_get(" : "do_put(") random(8) ", " bytes ", " random(3) "); did(\"" \
			(kind ? "get" : "put") "\");"
	}
	if (kind == 2) return "do_letters(" random(8) ", " 1 + random(5) ", " random(2) \
		"); did(\"letters\");"
	if (kind == 3) return "do_allreduce(" 1 + random(16) ", " random(2) "); did(\"allreduce\");"
	if (kind == 4) return "do_broadcast(" random(8) ", " 1 + random(64) "); did(\"broadcast\");"
	if (kind == 5) return "do_ring(" random(8) ", " 1 + random(512) "); did(\"ring\");"
	if (kind == 6) return "do_barrier(" random(2) "); did(\"barrier\");"
	if (kind == 7) return "do_threads(by_atomics, " 1 + random(20) "); did(\"atomics\");"
	if (kind == 8) return "do_threads(by_mutex, " 1 + random(20) "); did(\"mutex\");"
	if (kind == 9) return "do_sleep(" 1 + random(60) "); did(\"sleep\");"
	if (kind == 10) return "do_signal(" random(9) "); did(\"signal\");"
	if (kind == 11) return "do_file(" random(20) "); did(\"file\");"
	if (kind == 12) return "do_alltoall(" 1 + random(32) "); did(\"alltoall\");"
	if (kind == 13) return "do_requests(" 1 + random(random(2) ? 64 : 4096) ", " random(2) \
		"); did(\"requests\");"
	if (kind == 14) return "do_threads(by_condition, " 1 + random(10) "); did(\"condition\");"
	if (kind == 15) return "do_threads(by_semaphores, " 1 + random(10) "); did(\"semaphores\");"
	if (kind == 16) return "do_threads(by_pthread_barrier, " 1 + random(6) \
		"); did(\"meetings\");"
	if (kind == 17) return "do_tickets(" 1 + random(30) "); did(\"tickets\");"
	if (kind == 18) return "do_tell(); did(\"tell\");"
	if (kind == 19) return "do_pieces(" 1 + random(8) ", " 1 + random(200) "); did(\"pieces\");"
	return "{ " loop(random(3)) " } did(\"loop\");"
}

function program(n, body, steps, i) {
	expect = body = ""
	steps = 4 + random(9)
	for (i = 0; i < steps; i++) {
		if (random(3) == 0)
			body = body "\t{ " loop(random(2)) " }\n"
		body = body "\t" do_step(i) "\n"
	}
	printf "static void expects_%d(void)\n{\n%s}\n\n", n, expect
	printf "static void program_%d(void)\n{\n%s}\n\n", n, body
}

BEGIN {
	state = seed % 2147483646 + 1
	for (i = 0; i < 10; i++) random(2)
	print "#include \"tests/mix/mix.h\"\n"
	for (n = 0; n < programs; n++) program(n)
	print "int main(int argc, char **argv)\n{\n\tint n = argc > 1 ? atoi(argv[1]) : 0;\n"
	print "\tmix_begin(argc, argv);\n\tswitch (n) {"
	for (n = 0; n < programs; n++) printf "\tcase %d: expects_%d(); break;\n", n, n
	print "\t}\n\tMPI_Barrier(MPI_COMM_WORLD);\n\tswitch (n) {"
	for (n = 0; n < programs; n++) printf "\tcase %d: program_%d(); break;\n", n, n
	print "\t}\n\tMPI_Barrier(MPI_COMM_WORLD);\n\tMPI_Finalize();\n\treturn 0;\n}"
}

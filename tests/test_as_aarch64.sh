#!/bin/sh
# test_as_aarch64.sh - bgq-as for AArch64, compiled for this host: what it adds to assembly text.
# Leaves out whether programs compute the same with it: make test-aarch64 runs them.
# Usage: test_as_aarch64.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here" || exit 1
common=$(sed -n '/^AS_COMMON :=/,/)$/p' Makefile | tr -cs 'a-z_.' '\n' | grep '^[a-z_]*\.c$')
sources=$(for c in $common; do echo "emu/compile/as/as_$c"; done)
# shellcheck disable=SC2086 # a list of files
expect compiles 0 '' gcc -std=gnu17 -D_GNU_SOURCE -DBGQ_AS_AARCH64 -I. -O1 -Wall -Wextra -Werror \
	-o "$tmp/as" $sources emu/compile/as/aarch64/*.c net/machine/core.c
printf '#!/bin/sh\ncat\n' >"$tmp/cat"
chmod 755 "$tmp/cat"
unset BGQ_AS_VERIFY

# counted NAME: NAME.s with payments, one statement a line, into NAME.o
counted() {
	BGQ_REAL_AS="$tmp/cat" "$tmp/as" "$tmp/$1.s" >"$tmp/out" 2>"$tmp/err" || return
	tr ';' '\n' <"$tmp/out" >"$tmp/$1.o"
}
# has NAME FILE PATTERN, in lines that are one line here
has() {
	if tr '\n' ';' <"$tmp/$2.o" | grep -qE "$3"; then ok "$1"; else not_ok "$1"; fi
}
has_not() {
	if tr '\n' ';' <"$tmp/$2.o" | grep -qE "$3"; then not_ok "$1"; else ok "$1"; fi
}
# text NAME: a function of the statements on standard input
text() {
	{
		printf '\t.text\n\t.global f\n\t.type f, %%function\nf:\n'
		cat
		printf '\t.size f, .-f\n\t.ident "GCC: (Debian) 12"\n'
	} >"$tmp/$1.s"
	counted "$1"
}

text loop <<END
	mov	w2, 0
.L2:
	ldr	w1, [x0]
	add	w2, w2, 1
	cbnz	w1, .L2
	mov	w0, w2
	ret
END
has a_loop_has_a_check loop 'tbnz x15,63,\.Lbgq[0-9]*;\.Lbgq[0-9]*:.*bl bgqemu_check'
has the_budget_is_where_the_thread_pointer_leads loop 'mrs x14,tpidr_el0;ldr x14,\[x14,8\];ldr x15,'
has_not flags_stay loop '(subs|adds|cmp) x1[345]'
has_not nothing_is_kept_that_is_not_used loop 'stp x13,x14'

text uses <<END
	mov	x14, 5
.L2:
	ldr	w1, [x0]
	add	x14, x14, 1
	cbnz	w1, .L2
	mov	x0, x14
	ret
END
has registers_in_use_are_kept uses 'stp x13,x14,\[sp,-32\]!.*ldp x13,x14,\[sp\],32'

text pair <<END
.L2:
	ldaxr	w1, [x0]
	cmp	w1, w2
	bne	.L3
	stlxr	w4, w3, [x0]
	cbnz	w4, .L2
.L3:
	ret
END
has_not nothing_comes_between_an_exclusive_load_and_its_store pair 'ldaxr.*tpidr.*	stlxr'
has a_loop_of_them_has_a_check pair 'bgqemu_check'

text pointer <<END
	stp	x29, x30, [sp, -16]!
	blr	x1
	ldp	x29, x30, [sp], 16
	ret
END
has pointers_may_be_another_ranks pointer 'mov x15,x1;.*blr	x15.*bl bgqemu_call_target'

text thread <<END
	stp	x29, x30, [sp, -16]!
	adrp	x0, :tlsgd:v
	add	x0, x0, :tlsgd_lo12:v
	bl	__tls_get_addr
	nop
	ldp	x29, x30, [sp], 16
	ret
END
has what_the_linker_rewrites_is_in_one_piece thread \
	'adrp	x0, :tlsgd:v;[^a-z]*add	x0[^;]*;[^a-z]*bl	__tls_get_addr;[^a-z]*nop'

{
	printf '\ttbz\tw0, 3, .L9\n'
	for i in 1 2 3 4 5 6 7; do
		for k in 0 1 2 3 4 5 6 7 8 9; do
			for l in 0 1 2 3 4 5 6 7 8 9; do echo "	add	w$i, w$k, $l"; done
		done
	done
	printf '.L9:\n\tret\n'
} | text far
has near_branches_reach_far far 'tbnz	w0, 3, \.\+8;b \.L'

# bl and br of a text are as many as before, and each line stays on its line.
lines=$(wc -l <"$tmp/far.s")
head -n "$lines" "$tmp/out" | tail -n 2 | grep -q ret && ok lines_keep_their_numbers ||
	not_ok lines_keep_their_numbers
if command -v aarch64-linux-gnu-as >/dev/null; then
	for t in loop uses pair pointer thread far; do
		BGQ_REAL_AS=aarch64-linux-gnu-as "$tmp/as" -o "$tmp/object" "$tmp/$t.s" \
			2>"$tmp/err" && ok "assembles: $t" || not_ok "assembles: $t"
	done
fi
export BGQ_AS_VERIFY=1
BGQ_REAL_AS="$tmp/cat" expect a_verifier_is_not_pretended 1 'no verifier for AArch64' \
	"$tmp/as" "$tmp/loop.s"
summary

/*
 * ppc_insn.c - the instructions that are known: operands, what they do in C, their cost.
 *
 * Operands, one letter each:
 *   w r x  general register: written, read, both     z  read, but 0 is the number 0
 *   F f G  floating-point register, as one number    Q q P  all of its four numbers
 *   i      a number                                  -  a hint, not looked at
 *   m      D(RA), an address                         u  D(RA); RA becomes the address
 *   c      field of the condition register; ? before it: cr0 if it is left out
 *   b B    bit of the condition register: its value, its number
 * In the code $n is operand n, @n the register of operand n with u.  A dot behind a name
 * that is not in the table compares the first operand with 0.
 */
#include "ppc.h"

#include "net/machine/core.h"

#include <string.h>

#define SIMPLE CORE_INTEGER_SIMPLE
#define GENERAL CORE_INTEGER_GENERAL
#define COMPARE CORE_INTEGER_COMPARE
#define ROTATE CORE_INTEGER_ROTATE_SHIFT
#define LOAD CORE_LOAD_INTEGER
#define LOADF CORE_LOAD_FLOAT
#define STORE CORE_STORE
#define FLOAT CORE_FLOAT_ARITHMETIC
#define BLOCK CORE_CACHE_BLOCK
#define OWN CORE_NOTHING

/* An operation on each of the four numbers. */
#define EACH(e) "{int _i;for(_i=0;_i<4;_i++)$0[_i]=" e ";}"
#define SINGLE(e) "_bgq_single(" e ")"
#define FLOATS(name, operands, one, four) \
	{ "f" name, "F" operands, "$0=" one ";", FLOAT }, \
	{ "f" name "s", "F" operands, "$0=" SINGLE(one) ";", FLOAT }, \
	{ "qvf" name, four, EACH(one), FLOAT }, \
	{ "qvf" name "s", four, EACH(SINGLE(one)), FLOAT }
/* A fused operation, which rounds once. */
#define FUSED(name, sign, addend) \
	{ "f" name, "Ffff", "$0=" sign "bgqrt_fma($1,$2," addend ");", FLOAT }, \
	{ "f" name "s", "Ffff", "$0=" sign "bgqrt_fma_single($1,$2," addend ");", FLOAT }, \
	{ "qvf" name, "Qqqq", EACH(sign "bgqrt_fma($1,$2," addend ")"), FLOAT }, \
	{ "qvf" name "s", "Qqqq", EACH(sign "bgqrt_fma_single($1,$2," addend ")"), FLOAT }
/* Forms of a load of an integer: with a displacement, indexed, and both with update. */
#define LOADS(name, expression, update) \
	{ name, "wm", "$0=" expression("$1") ";", LOAD }, \
	{ name "x", "wzr", "$0=" expression("$1+$2") ";", LOAD }, \
	{ name "u", "wu", update(expression("_e"), "$1", "@1"), LOAD }, \
	{ name "ux", "wxr", update(expression("_e"), "$1+$2", "$1"), LOAD }
#define UPDATE(e, address, ra) "{_bgq_u _e=" address ";$0=" e ";" ra "=_e;}"
#define STORES(name, function) \
	{ name, "rm", function "($1,$0);", STORE }, \
	{ name "x", "rzr", function "($1+$2,$0);", STORE }, \
	{ name "u", "ru", "{_bgq_u _e=$1;" function "(_e,$0);@1=_e;}", STORE }, \
	{ name "ux", "rxr", "{_bgq_u _e=$1+$2;" function "(_e,$0);$1=_e;}", STORE }
#define LOADS_FLOAT(name, function) \
	{ name, "Fm", "$0=" function "($1);", LOADF }, \
	{ name "x", "Fzr", "$0=" function "($1+$2);", LOADF }, \
	{ name "u", "Fu", "{_bgq_u _e=$1;$0=" function "(_e);@1=_e;}", LOADF }, \
	{ name "ux", "Fxr", "{_bgq_u _e=$1+$2;$0=" function "(_e);$1=_e;}", LOADF }
#define STORES_FLOAT(name, function) \
	{ name, "fm", function "($1,$0);", STORE }, \
	{ name "x", "fzr", function "($1+$2,$0);", STORE }, \
	{ name "u", "fu", "{_bgq_u _e=$1;" function "(_e,$0);@1=_e;}", STORE }, \
	{ name "ux", "fxr", "{_bgq_u _e=$1+$2;" function "(_e,$0);$1=_e;}", STORE }
/* Forms of a quad load or store: indexed, with update, and variants of both (a) that trap on
 * another alignment. */
#define QUADS(name, letter, function, class) \
	{ name "x", letter "zr", function "($0,$1+$2,0);", class }, \
	{ name "xa", letter "zr", function "($0,$1+$2,1);", class }, \
	{ name "ux", letter "xr", "{_bgq_u _e=$1+$2;" function "($0,_e,0);$1=_e;}", class }, \
	{ name "uxa", letter "xr", "{_bgq_u _e=$1+$2;" function "($0,_e,1);$1=_e;}", class }
/* Traps by a condition, with a register or a number. */
#define TRAPS(condition, to) \
	{ "tw" condition, "rr", \
		"_bgq_trap_if(" to ",(int)$0,(int)$1,(unsigned)$0,(unsigned)$1);", COMPARE }, \
	{ "tw" condition "i", "ri", \
		"_bgq_trap_if(" to ",(int)$0,(int)$1,(unsigned)$0,(unsigned)$1);", COMPARE }, \
	{ "td" condition, "rr", "_bgq_trap_if(" to ",(_bgq_s)$0,(_bgq_s)$1,$0,$1);", COMPARE }, \
	{ "td" condition "i", "ri", "_bgq_trap_if(" to ",(_bgq_s)$0,(_bgq_s)$1,$0,$1);", COMPARE }
#define CROSS(name, letters, a, b, c, d) \
	{ name, letters, "_bgq_qset($0," a "," b "," c "," d ");", FLOAT }, \
	{ name "s", letters, "_bgq_qsets($0," a "," b "," c "," d ");", FLOAT }
#define CROSS_FUSED(name, fused) \
	{ name, "Qqqq", "_bgq_qset($0," fused("bgqrt_fma") ");", FLOAT }, \
	{ name "s", "Qqqq", "_bgq_qset($0," fused("bgqrt_fma_single") ");", FLOAT }
#define FMA(f, a, c, b) f "($1[" a "],$2[" c "],$3[" b "])"
#define FMA_MINUS(f, a, c, b) "-" f "($1[" a "],$2[" c "],-$3[" b "])"
#define XMADD(f) FMA(f, "0", "0", "0") "," FMA(f, "0", "1", "1") "," FMA(f, "2", "2", "2") "," \
	FMA(f, "2", "3", "3")
#define XXMADD(f) FMA(f, "1", "1", "0") "," FMA(f, "0", "1", "1") "," FMA(f, "3", "3", "2") "," \
	FMA(f, "2", "3", "3")
#define XXNPMADD(f) FMA_MINUS(f, "1", "1", "0") "," FMA(f, "0", "1", "1") "," \
	FMA_MINUS(f, "3", "3", "2") "," FMA(f, "2", "3", "3")
#define XXCPNMADD(f) FMA(f, "1", "1", "0") "," FMA_MINUS(f, "0", "1", "1") "," \
	FMA(f, "3", "3", "2") "," FMA_MINUS(f, "2", "3", "3")
#define LOGICAL(name, letters, a, b, op) \
	{ name, letters, EACH("_bgq_logical(" a "," b "," op ")"), FLOAT }

#define TO_UNSIGNED(name, kind) \
	{ "fct" name, "Ff", "$0=bgqrt_to_integer($1," kind ");", FLOAT }, \
	{ "qvfct" name, "Qq", EACH("bgqrt_to_integer($1," kind ")"), FLOAT }

/* Sums with the carry, and with the overflow, too. */
#define SUMS(name, letters, a, b, carry) \
	{ name, letters, "$0=_bgq_addc(" a "," b "," carry ",&ca);", SIMPLE }, \
	{ name "o", letters, "xer=_bgq_over(xer," a "," b "," carry ");" \
		"$0=_bgq_addc(" a "," b "," carry ",&ca);", SIMPLE }
/* An operation with one that notes its overflow. */
#define OVERFLOWS(name, letters, code, class, over) \
	{ name, letters, code, class }, { name "o", letters, "xer=" over ";" code, class }
#define DIVISIONS(name, code, class, condition) \
	OVERFLOWS(name, "wrr", code, class, "_bgq_over_if(xer," condition ")")
#define FIELDS_READ "{int _i;$0=0;for(_i=0;_i<8;_i++)$0=$0<<4|cr[_i];}"
#define FIELDS_SET "{int _i;for(_i=0;_i<8;_i++)if($0>>(7-_i)&1)cr[_i]=$1>>(28-4*_i)&15;}"
#define BITS(name, expression) \
	{ "cr" name, "Bbb", "_bgq_cr_bit(cr,$0," expression ");", CORE_CONDITION_LOGIC }

#define L1(e) "_bgq_l1(" e ")"
#define L2(e) "_bgq_l2(" e ")"
#define L2A(e) "(_bgq_u)(short)_bgq_l2(" e ")"
#define L4(e) "_bgq_l4(" e ")"
#define L4A(e) "(_bgq_u)(int)_bgq_l4(" e ")"
#define L8(e) "_bgq_l8(" e ")"

static const struct ppc_insn insns[] = {
	/* ---- integers */
	{ "li", "wi", "$0=$1;", SIMPLE }, { "lis", "wi", "$0=(_bgq_u)(int)($1<<16);", SIMPLE },
	{ "mr", "wr", "$0=$1;", SIMPLE }, { "not", "wr", "$0=~$1;", SIMPLE },
	{ "nop", "", "", SIMPLE }, { "xnop", "", "", SIMPLE },
	OVERFLOWS("add", "wrr", "$0=$1+$2;", SIMPLE, "_bgq_over(xer,$1,$2,0)"),
	OVERFLOWS("sub", "wrr", "$0=$1-$2;", SIMPLE, "_bgq_over(xer,$1,~$2,1)"),
	OVERFLOWS("subf", "wrr", "$0=$2-$1;", SIMPLE, "_bgq_over(xer,$2,~$1,1)"),
	OVERFLOWS("neg", "wr", "$0=-$1;", SIMPLE, "_bgq_over(xer,0,~$1,1)"),
	{ "addi", "wzi", "$0=$1+$2;", SIMPLE }, { "subi", "wzi", "$0=$1-$2;", SIMPLE },
	{ "la", "wm", "$0=$1;", SIMPLE },
	{ "addis", "wzi", "$0=$1+(_bgq_u)(int)($2<<16);", SIMPLE },
	{ "subis", "wzi", "$0=$1-(_bgq_u)(int)($2<<16);", SIMPLE },
	SUMS("addc", "wrr", "$1", "$2", "0"), SUMS("adde", "wrr", "$1", "$2", "ca"),
	SUMS("addze", "wr", "$1", "0", "ca"), SUMS("addme", "wr", "$1", "~0ul", "ca"),
	SUMS("subfc", "wrr", "~$1", "$2", "1"), SUMS("subc", "wrr", "~$2", "$1", "1"),
	SUMS("subfe", "wrr", "~$1", "$2", "ca"), SUMS("subfze", "wr", "~$1", "0", "ca"),
	SUMS("subfme", "wr", "~$1", "~0ul", "ca"),
	{ "addic", "wri", "$0=_bgq_addc($1,$2,0,&ca);", SIMPLE },
	{ "subic", "wri", "$0=_bgq_addc($1,-$2,0,&ca);", SIMPLE },
	{ "subfic", "wri", "$0=_bgq_addc(~$1,$2,1,&ca);", SIMPLE },
	OVERFLOWS("mullw", "wrr", "$0=(_bgq_u)((_bgq_s)(int)$1*(int)$2);",
		CORE_INTEGER_MULTIPLY_32, "_bgq_over_word(xer,(_bgq_s)(int)$1*(int)$2)"),
	{ "mulli", "wri", "$0=$1*$2;", CORE_INTEGER_MULTIPLY_32 },
	OVERFLOWS("mulld", "wrr", "$0=$1*$2;", CORE_INTEGER_MULTIPLY_64,
		"_bgq_over_product(xer,(_bgq_s)$1,(_bgq_s)$2)"),
	{ "mulhw", "wrr", "$0=(_bgq_u)((_bgq_s)(int)$1*(int)$2>>32);",
		CORE_INTEGER_MULTIPLY_32 },
	{ "mulhwu", "wrr", "$0=(_bgq_u)(unsigned)$1*(unsigned)$2>>32;",
		CORE_INTEGER_MULTIPLY_32 },
	{ "mulhd", "wrr", "$0=_bgq_mulh($1,$2);", CORE_INTEGER_MULTIPLY_64 },
	{ "mulhdu", "wrr", "$0=_bgq_mulhu($1,$2);", CORE_INTEGER_MULTIPLY_64 },
	DIVISIONS("divw", "$0=_bgq_div((int)$1,(int)$2);", CORE_INTEGER_DIVIDE_32,
		"(int)$2==0||((int)$2==-1&&(int)$1==(int)(1u<<31))"),
	DIVISIONS("divwu", "$0=_bgq_divu((unsigned)$1,(unsigned)$2);", CORE_INTEGER_DIVIDE_32,
		"(int)$2==0"),
	DIVISIONS("divd", "$0=_bgq_div($1,$2);", CORE_INTEGER_DIVIDE_64,
		"$2==0||($2==~0ul&&$1==1ul<<63)"),
	DIVISIONS("divdu", "$0=_bgq_divu($1,$2);", CORE_INTEGER_DIVIDE_64, "$2==0"),
	{ "divwe", "wrr", "$0=_bgq_div((_bgq_s)($1<<32),(int)$2)&0xffffffff;",
		CORE_INTEGER_DIVIDE_32 },
	{ "divweu", "wrr", "$0=_bgq_divu($1<<32,(unsigned)$2)&0xffffffff;",
		CORE_INTEGER_DIVIDE_32 },
	{ "divde", "wrr", "$0=_bgq_dive((_bgq_s)$1,(_bgq_s)$2);", CORE_INTEGER_DIVIDE_64 },
	DIVISIONS("divdeu", "$0=_bgq_diveu($1,$2);", CORE_INTEGER_DIVIDE_64, "$1>=$2"),
	{ "and", "wrr", "$0=$1&$2;", SIMPLE }, { "or", "wrr", "$0=$1|$2;", SIMPLE },
	{ "xor", "wrr", "$0=$1^$2;", SIMPLE }, { "nand", "wrr", "$0=~($1&$2);", SIMPLE },
	{ "nor", "wrr", "$0=~($1|$2);", SIMPLE }, { "eqv", "wrr", "$0=~($1^$2);", SIMPLE },
	{ "andc", "wrr", "$0=$1&~$2;", SIMPLE }, { "orc", "wrr", "$0=$1|~$2;", SIMPLE },
	{ "andi", "wri", "$0=$1&($2&0xffff);", SIMPLE },
	{ "andis", "wri", "$0=$1&($2&0xffff)<<16;", SIMPLE },
	{ "ori", "wri", "$0=$1|($2&0xffff);", SIMPLE },
	{ "oris", "wri", "$0=$1|($2&0xffff)<<16;", SIMPLE },
	{ "xori", "wri", "$0=$1^($2&0xffff);", SIMPLE },
	{ "xoris", "wri", "$0=$1^($2&0xffff)<<16;", SIMPLE },
	{ "extsb", "wr", "$0=(_bgq_u)(signed char)$1;", SIMPLE },
	{ "extsh", "wr", "$0=(_bgq_u)(short)$1;", SIMPLE },
	{ "extsw", "wr", "$0=(_bgq_u)(int)$1;", SIMPLE },
	{ "cntlzw", "wr", "$0=_bgq_clz4($1);", GENERAL },
	{ "cntlzd", "wr", "$0=_bgq_clz8($1);", GENERAL },
	{ "popcntb", "wr", "$0=_bgq_popb($1);", GENERAL },
	{ "popcntw", "wr", "$0=_bgq_popw($1);", GENERAL },
	{ "popcntd", "wr", "$0=(_bgq_u)__builtin_popcountl($1);", GENERAL },
	{ "prtyw", "wr", "$0=_bgq_parity($1>>32)<<32|_bgq_parity($1&0xffffffff);", GENERAL },
	{ "prtyd", "wr", "$0=_bgq_parity($1);", GENERAL },
	{ "cmpb", "wrr", "$0=_bgq_cmpb($1,$2);", GENERAL },
	{ "bpermd", "wrr", "$0=_bgq_bperm($1,$2);", GENERAL },
	/* ---- shifts */
	{ "sld", "wrr", "$0=_bgq_sl($1,$2);", ROTATE },
	{ "srd", "wrr", "$0=_bgq_sr($1,$2);", ROTATE },
	{ "srad", "wrr", "$0=_bgq_sra($1,$2,&ca);", ROTATE },
	{ "slw", "wrr", "$0=_bgq_slw($1,$2);", ROTATE },
	{ "srw", "wrr", "$0=_bgq_srw($1,$2);", ROTATE },
	{ "sraw", "wrr", "$0=_bgq_sraw($1,$2,&ca);", ROTATE },
	{ "sradi", "wri", "$0=_bgq_sra($1,$2,&ca);", ROTATE },
	{ "srawi", "wri", "$0=_bgq_sraw($1,$2,&ca);", ROTATE },
	{ "sldi", "wri", "$0=_bgq_sl($1,$2);", ROTATE },
	{ "srdi", "wri", "$0=_bgq_sr($1,$2);", ROTATE },
	{ "slwi", "wri", "$0=_bgq_slw($1,$2);", ROTATE },
	{ "srwi", "wri", "$0=_bgq_srw($1,$2);", ROTATE },
	{ "rotldi", "wri", "$0=_bgq_rotl($1,$2);", ROTATE },
	{ "rotld", "wrr", "$0=_bgq_rotl($1,$2);", ROTATE },
	{ "rotlwi", "wri", "$0=_bgq_rotw($1,$2)&0xffffffff;", ROTATE },
	{ "rotlw", "wrr", "$0=_bgq_rotw($1,$2)&0xffffffff;", ROTATE },
	{ "clrldi", "wri", "$0=$1&_bgq_mask($2,63);", ROTATE },
	{ "clrrdi", "wri", "$0=$1&_bgq_mask(0,63-($2));", ROTATE },
	{ "clrlwi", "wri", "$0=$1&_bgq_maskw($2,31);", ROTATE },
	{ "clrrwi", "wri", "$0=$1&_bgq_maskw(0,31-($2));", ROTATE },
	{ "rotrwi", "wri", "$0=_bgq_rotw($1,32-($2))&0xffffffff;", ROTATE },
	{ "rotrdi", "wri", "$0=_bgq_rotl($1,64-($2));", ROTATE },
	{ "extlwi", "wrii", "$0=_bgq_rotw($1,$3)&_bgq_maskw(0,$2-1);", ROTATE },
	{ "extrwi", "wrii", "$0=_bgq_rotw($1,$2+$3)&_bgq_maskw(32-($2),31);", ROTATE },
	{ "clrlslwi", "wrii", "$0=_bgq_rotw($1,$3)&_bgq_maskw($2-$3,31-($3));", ROTATE },
	{ "clrlsldi", "wrii", "$0=_bgq_rotl($1,$3)&_bgq_mask($2-$3,63-($3));", ROTATE },
	{ "inslwi", "xrii", "{_bgq_u _m=_bgq_maskw($3,$3+$2-1);"
		"$0=($0&~_m)|(_bgq_rotw($1,32-($3))&_m);}", ROTATE },
	{ "insrwi", "xrii", "{_bgq_u _m=_bgq_maskw($3,$3+$2-1);"
		"$0=($0&~_m)|(_bgq_rotw($1,32-($3+$2))&_m);}", ROTATE },
	{ "insrdi", "xrii", "{_bgq_u _m=_bgq_mask($3,$3+$2-1);"
		"$0=($0&~_m)|(_bgq_rotl($1,64-($3+$2))&_m);}", ROTATE },
	{ "extrdi", "wrii", "$0=_bgq_rotl($1,$2+$3)&_bgq_mask(64-($2),63);", ROTATE },
	{ "extldi", "wrii", "$0=_bgq_rotl($1,$3)&_bgq_mask(0,$2-1);", ROTATE },
	{ "rlwinm", "wriii", "$0=_bgq_rotw($1,$2)&_bgq_maskw($3,$4);", ROTATE },
	{ "rlwnm", "wrrii", "$0=_bgq_rotw($1,$2)&_bgq_maskw($3,$4);", ROTATE },
	{ "rlwimi", "xriii", "{_bgq_u _m=_bgq_maskw($3,$4);"
		"$0=($0&~_m)|(_bgq_rotw($1,$2)&_m);}", ROTATE },
	{ "rldicl", "wrii", "$0=_bgq_rotl($1,$2)&_bgq_mask($3,63);", ROTATE },
	{ "rldicr", "wrii", "$0=_bgq_rotl($1,$2)&_bgq_mask(0,$3);", ROTATE },
	{ "rldic", "wrii", "$0=_bgq_rotl($1,$2)&_bgq_mask($3,63-($2));", ROTATE },
	{ "rldcl", "wrri", "$0=_bgq_rotl($1,$2)&_bgq_mask($3,63);", ROTATE },
	{ "rldcr", "wrri", "$0=_bgq_rotl($1,$2)&_bgq_mask(0,$3);", ROTATE },
	{ "rldimi", "xrii", "{_bgq_u _m=_bgq_mask($3,63-($2));"
		"$0=($0&~_m)|(_bgq_rotl($1,$2)&_m);}", ROTATE },
	/* ---- comparisons and the condition register */
	{ "cmpw", "?crr", "$0=_bgq_cmp((int)$1,(int)$2);", COMPARE },
	{ "cmpwi", "?cri", "$0=_bgq_cmp((int)$1,(int)$2);", COMPARE },
	{ "cmpd", "?crr", "$0=_bgq_cmp($1,$2);", COMPARE },
	{ "cmpdi", "?cri", "$0=_bgq_cmp($1,$2);", COMPARE },
	{ "cmplw", "?crr", "$0=_bgq_cmpl((unsigned)$1,(unsigned)$2);", COMPARE },
	{ "cmplwi", "?cri", "$0=_bgq_cmpl((unsigned)$1,$2&0xffff);", COMPARE },
	{ "cmpld", "?crr", "$0=_bgq_cmpl($1,$2);", COMPARE },
	{ "cmpldi", "?cri", "$0=_bgq_cmpl($1,$2&0xffff);", COMPARE },
	{ "cmp", "cirr", "$0=$1?_bgq_cmp($2,$3):_bgq_cmp((int)$2,(int)$3);", COMPARE },
	{ "cmpi", "ciri", "$0=$1?_bgq_cmp($2,$3):_bgq_cmp((int)$2,(int)$3);", COMPARE },
	{ "isel", "wzrb", "$0=$3?$1:$2;", SIMPLE },
	{ "isellt", "wzr", "$0=cr[0]&8?$1:$2;", SIMPLE },
	{ "iselgt", "wzr", "$0=cr[0]&4?$1:$2;", SIMPLE },
	{ "iseleq", "wzr", "$0=cr[0]&2?$1:$2;", SIMPLE },
	{ "mfcr", "w", FIELDS_READ, GENERAL }, { "mfocrf", "wi", FIELDS_READ, GENERAL },
	{ "mtcr", "r", "{int _i;for(_i=0;_i<8;_i++)cr[_i]=$0>>(28-4*_i)&15;}", GENERAL },
	{ "mtcrf", "ir", FIELDS_SET, GENERAL }, { "mtocrf", "ir", FIELDS_SET, GENERAL },
	{ "mcrf", "cc", "$0=$1;", CORE_CONDITION_LOGIC },
	BITS("and", "$1&&$2"), BITS("or", "$1||$2"), BITS("xor", "!$1!=!$2"),
	BITS("nand", "!($1&&$2)"), BITS("nor", "!($1||$2)"), BITS("eqv", "!$1==!$2"),
	BITS("andc", "$1&&!$2"), BITS("orc", "$1||!$2"),
	{ "crset", "B", "_bgq_cr_bit(cr,$0,1);", CORE_CONDITION_LOGIC },
	{ "crclr", "B", "_bgq_cr_bit(cr,$0,0);", CORE_CONDITION_LOGIC },
	{ "crmove", "Bb", "_bgq_cr_bit(cr,$0,$1);", CORE_CONDITION_LOGIC },
	{ "crnot", "Bb", "_bgq_cr_bit(cr,$0,!$1);", CORE_CONDITION_LOGIC },
	/* ---- memory */
	LOADS("lbz", L1, UPDATE), LOADS("lhz", L2, UPDATE), LOADS("lha", L2A, UPDATE),
	LOADS("lwz", L4, UPDATE), LOADS("lwa", L4A, UPDATE), LOADS("ld", L8, UPDATE),
	STORES("stb", "_bgq_s1"), STORES("sth", "_bgq_s2"), STORES("stw", "_bgq_s4"),
	STORES("std", "_bgq_s8"),
	{ "lhbrx", "wzr", "$0=__builtin_bswap16((unsigned short)_bgq_l2($1+$2));", LOAD },
	{ "lwbrx", "wzr", "$0=__builtin_bswap32((unsigned)_bgq_l4($1+$2));", LOAD },
	{ "ldbrx", "wzr", "$0=__builtin_bswap64(_bgq_l8($1+$2));", LOAD },
	{ "sthbrx", "rzr", "_bgq_s2($1+$2,__builtin_bswap16((unsigned short)$0));", STORE },
	{ "stwbrx", "rzr", "_bgq_s4($1+$2,__builtin_bswap32((unsigned)$0));", STORE },
	{ "stdbrx", "rzr", "_bgq_s8($1+$2,__builtin_bswap64($0));", STORE },
	{ "lwarx", "wzr", "$0=bgqrt_load_reserved($1+$2,4);", OWN },
	{ "lwarx", "wzr-", "$0=bgqrt_load_reserved($1+$2,4);", OWN },
	{ "ldarx", "wzr", "$0=bgqrt_load_reserved($1+$2,8);", OWN },
	{ "ldarx", "wzr-", "$0=bgqrt_load_reserved($1+$2,8);", OWN },
	{ "stwcx.", "rzr", "cr[0]=(bgqrt_store_conditional($1+$2,4,$0)?2:0)|(xer>>31&1);", OWN },
	{ "stdcx.", "rzr", "cr[0]=(bgqrt_store_conditional($1+$2,8,$0)?2:0)|(xer>>31&1);", OWN },
	/* ---- order, caches, waiting */
	{ "sync", "", "_bgq_sync();", OWN }, { "hwsync", "", "_bgq_sync();", OWN },
	{ "sync", "-", "_bgq_sync();", OWN }, { "msync", "", "_bgq_sync();", OWN },
	{ "lwsync", "", "_bgq_order();", OWN }, { "mbar", "", "_bgq_order();", OWN },
	{ "mbar", "-", "_bgq_order();", OWN }, { "eieio", "", "_bgq_order();", OWN },
	{ "isync", "", "_bgq_order();", OWN },
	{ "ptesync", "", "_bgq_sync();", OWN },
	{ "dcbt", "--", "", BLOCK }, { "dcbt", "---", "", BLOCK },
	{ "dcbtst", "--", "", BLOCK }, { "dcbtst", "---", "", BLOCK },
	{ "dcbf", "--", "", BLOCK }, { "dcbf", "---", "", BLOCK }, { "dcbst", "--", "", BLOCK },
	{ "dcbi", "--", "", BLOCK }, { "icbi", "--", "", BLOCK }, { "icbt", "---", "", BLOCK },
	{ "dcbtls", "---", "", BLOCK }, { "dcbtstls", "---", "", BLOCK },
	{ "dcblc", "---", "", BLOCK }, { "icbtls", "---", "", BLOCK },
	{ "icblc", "---", "", BLOCK }, { "dcbtls", "--", "", BLOCK },
	{ "dcblc", "--", "", BLOCK }, { "dcba", "--", "", BLOCK },
	{ "dcbz", "zr", "_bgq_dcbz($0+$1);", BLOCK },
	{ "wait", "", "bgqemu_wakeup_wait();", OWN },
	{ "waitimpl", "", "bgqemu_wakeup_wait();", OWN },
	{ "waitrsv", "", "bgqrt_waitrsv();", OWN },
	{ "trap", "", "_bgq_trap();", SIMPLE },
	{ "tw", "irr", "_bgq_trap_if($0,(int)$1,(int)$2,(unsigned)$1,(unsigned)$2);", COMPARE },
	{ "twi", "iri", "_bgq_trap_if($0,(int)$1,(int)$2,(unsigned)$1,(unsigned)$2);", COMPARE },
	{ "td", "irr", "_bgq_trap_if($0,(_bgq_s)$1,(_bgq_s)$2,$1,$2);", COMPARE },
	{ "tdi", "iri", "_bgq_trap_if($0,(_bgq_s)$1,(_bgq_s)$2,$1,$2);", COMPARE },
	TRAPS("lt", "16"), TRAPS("le", "20"), TRAPS("eq", "4"), TRAPS("ge", "12"),
	TRAPS("gt", "8"), TRAPS("nl", "12"), TRAPS("ne", "24"), TRAPS("ng", "20"),
	TRAPS("llt", "2"), TRAPS("lle", "6"), TRAPS("lge", "5"), TRAPS("lgt", "1"),
	TRAPS("lnl", "5"), TRAPS("lng", "6"), TRAPS("u", "31"),
	/* ---- special purpose registers */
	{ "mfspr", "wi", "$0=bgqrt_mfspr((unsigned)($1));", OWN },
	{ "mtspr", "ir", "bgqrt_mtspr((unsigned)($0));(void)($1);", OWN },
	{ "mftb", "w", "$0=bgqrt_mfspr(268);", OWN },
	{ "mftbl", "w", "$0=bgqrt_mfspr(268);", OWN },
	{ "mftb", "wi", "$0=bgqrt_mfspr((unsigned)($1));", OWN },
	{ "mftbu", "w", "$0=bgqrt_mfspr(269);", OWN },
	{ "mfctr", "w", "$0=ctr;", CORE_MOVE_FROM_SPR },
	{ "mtctr", "r", "ctr=$0;", SIMPLE },
	{ "mflr", "w", "$0=lr;", CORE_MOVE_FROM_SPR },
	{ "mtlr", "r", "lr=$0;", SIMPLE },
	{ "mfxer", "w", "$0=ca<<29|xer;", CORE_MOVE_FROM_SPR },
	{ "mtxer", "r", "xer=$0;ca=xer>>29&1;xer&=0xc000007f;", SIMPLE },
	{ "mcrxr", "c", "$0=xer>>28&12|ca<<1;ca=0;xer&=0x7f;", GENERAL },
	{ "mffs", "F", "$0=_bgq_bits_d(bgqrt_mffs());", CORE_FLOAT_STATUS },
	{ "mtfsf", "if", "bgqrt_mtfsf((unsigned)$0,_bgq_bits_u($1));", CORE_FLOAT_STATUS },
	{ "mtfsfi", "ii", "bgqrt_mtfsf(0x80u>>($0&7),$1<<4*(7-($0&7)));", CORE_FLOAT_STATUS },
	{ "mtfsb0", "i", "bgqrt_mtfsb((unsigned)$0,0);", CORE_FLOAT_STATUS },
	{ "mtfsb1", "i", "bgqrt_mtfsb((unsigned)$0,1);", CORE_FLOAT_STATUS },
	{ "mcrfs", "ci", "$0=bgqrt_mcrfs((unsigned)$1);", CORE_FLOAT_STATUS },
	/* ---- the kernel: registers as the convention says (ppc_translate.c) */
	{ "sc", "", "g3=bgqrt_sc(g0,g3,g4,g5,g6,g7,g8,&cr[0]);", CORE_SYSTEM_CALL },
	/* ---- floating point */
	LOADS_FLOAT("lfd", "_bgq_ld"), LOADS_FLOAT("lfs", "_bgq_lf"),
	STORES_FLOAT("stfd", "_bgq_sd"), STORES_FLOAT("stfs", "_bgq_sf"),
	{ "lfiwax", "Fzr", "$0=_bgq_bits_d((_bgq_u)(int)_bgq_l4($1+$2));", LOADF },
	{ "lfiwzx", "Fzr", "$0=_bgq_bits_d(_bgq_l4($1+$2));", LOADF },
	{ "stfiwx", "fzr", "_bgq_s4($1+$2,_bgq_bits_u($0));", STORE },
	FLOATS("add", "ff", "$1+$2", "Qqq"), FLOATS("sub", "ff", "$1-$2", "Qqq"),
	FLOATS("mul", "ff", "$1*$2", "Qqq"),
	{ "fdiv", "Fff", "$0=$1/$2;", CORE_FLOAT_DIVIDE_DOUBLE },
	{ "fdivs", "Fff", "$0=_bgq_single($1/$2);", CORE_FLOAT_DIVIDE_SINGLE },
	{ "fsqrt", "Ff", "$0=__builtin_sqrt($1);", CORE_FLOAT_SQRT_DOUBLE },
	{ "fsqrts", "Ff", "$0=_bgq_single(__builtin_sqrt($1));", CORE_FLOAT_SQRT_SINGLE },
	FUSED("madd", "", "$3"), FUSED("msub", "", "-$3"),
	FUSED("nmadd", "-", "$3"), FUSED("nmsub", "-", "-$3"),
	FLOATS("re", "f", "1/$1", "Qq"),
	FLOATS("rsqrte", "f", "1/__builtin_sqrt($1)", "Qq"),
	{ "fmr", "Ff", "$0=$1;", FLOAT }, { "qvfmr", "Qq", EACH("$1"), FLOAT },
	{ "fneg", "Ff", "$0=-$1;", FLOAT }, { "qvfneg", "Qq", EACH("-$1"), FLOAT },
	{ "fabs", "Ff", "$0=__builtin_fabs($1);", FLOAT },
	{ "qvfabs", "Qq", EACH("__builtin_fabs($1)"), FLOAT },
	{ "fnabs", "Ff", "$0=-__builtin_fabs($1);", FLOAT },
	{ "qvfnabs", "Qq", EACH("-__builtin_fabs($1)"), FLOAT },
	{ "frsp", "Ff", "$0=_bgq_single($1);", FLOAT },
	{ "qvfrsp", "Qq", EACH("_bgq_single($1)"), FLOAT },
	{ "fcpsgn", "Fff", "$0=__builtin_copysign($2,$1);", FLOAT },
	{ "qvfcpsgn", "Qqq", EACH("__builtin_copysign($2,$1)"), FLOAT },
	{ "fsel", "Ffff", "$0=_bgq_sel($1,$2,$3);", FLOAT },
	{ "qvfsel", "Qqqq", EACH("_bgq_sel($1,$2,$3)"), FLOAT },
	{ "fcmpu", "?cff", "$0=_bgq_fcmp($1,$2);", CORE_FLOAT_COMPARE },
	{ "fcmpo", "?cff", "$0=_bgq_fcmp($1,$2);", CORE_FLOAT_COMPARE },
	{ "fctid", "Ff", "$0=bgqrt_to_integer($1,0);", FLOAT },
	{ "qvfctid", "Qq", EACH("bgqrt_to_integer($1,0)"), FLOAT },
	{ "fctidz", "Ff", "$0=bgqrt_to_integer($1,1);", FLOAT },
	{ "qvfctidz", "Qq", EACH("bgqrt_to_integer($1,1)"), FLOAT },
	{ "fctiw", "Ff", "$0=bgqrt_to_integer($1,2);", FLOAT },
	{ "qvfctiw", "Qq", EACH("bgqrt_to_integer($1,2)"), FLOAT },
	{ "fctiwz", "Ff", "$0=bgqrt_to_integer($1,3);", FLOAT },
	{ "qvfctiwz", "Qq", EACH("bgqrt_to_integer($1,3)"), FLOAT },
	TO_UNSIGNED("idu", "4"), TO_UNSIGNED("iduz", "5"), TO_UNSIGNED("iwu", "6"),
	TO_UNSIGNED("iwuz", "7"),
	{ "fcfids", "Ff", "$0=_bgq_single(bgqrt_from_integer($1,0));", FLOAT },
	{ "qvfcfids", "Qq", EACH("_bgq_single(bgqrt_from_integer($1,0))"), FLOAT },
	{ "fcfidus", "Ff", "$0=_bgq_single(bgqrt_from_integer($1,1));", FLOAT },
	{ "qvfcfidus", "Qq", EACH("_bgq_single(bgqrt_from_integer($1,1))"), FLOAT },
	{ "fcfid", "Ff", "$0=bgqrt_from_integer($1,0);", FLOAT },
	{ "qvfcfid", "Qq", EACH("bgqrt_from_integer($1,0)"), FLOAT },
	{ "fcfidu", "Ff", "$0=bgqrt_from_integer($1,1);", FLOAT },
	{ "qvfcfidu", "Qq", EACH("bgqrt_from_integer($1,1)"), FLOAT },
	{ "frin", "Ff", "$0=bgqrt_round($1,0);", FLOAT },
	{ "qvfrin", "Qq", EACH("bgqrt_round($1,0)"), FLOAT },
	{ "friz", "Ff", "$0=bgqrt_round($1,1);", FLOAT },
	{ "qvfriz", "Qq", EACH("bgqrt_round($1,1)"), FLOAT },
	{ "frip", "Ff", "$0=bgqrt_round($1,2);", FLOAT },
	{ "qvfrip", "Qq", EACH("bgqrt_round($1,2)"), FLOAT },
	{ "frim", "Ff", "$0=bgqrt_round($1,3);", FLOAT },
	{ "qvfrim", "Qq", EACH("bgqrt_round($1,3)"), FLOAT },
	/* ---- QPX */
	QUADS("qvlfd", "Q", "_bgq_qload", LOADF), QUADS("qvlfs", "Q", "_bgq_qloads", LOADF),
	QUADS("qvlfcd", "Q", "_bgq_qloadc", LOADF), QUADS("qvlfcs", "Q", "_bgq_qloadcs", LOADF),
	QUADS("qvstfd", "q", "_bgq_qstore", STORE), QUADS("qvstfs", "q", "_bgq_qstores", STORE),
	QUADS("qvstfcd", "q", "_bgq_qstorec", STORE),
	QUADS("qvstfcs", "q", "_bgq_qstorecs", STORE),
	{ "qvlfiwax", "Qzr", "_bgq_qloadi($0,$1+$2,0,1);", LOADF },
	{ "qvlfiwaxa", "Qzr", "_bgq_qloadi($0,$1+$2,1,1);", LOADF },
	{ "qvlfiwzx", "Qzr", "_bgq_qloadi($0,$1+$2,0,0);", LOADF },
	{ "qvlfiwzxa", "Qzr", "_bgq_qloadi($0,$1+$2,1,0);", LOADF },
	{ "qvstfiwx", "qzr", "_bgq_qstorei($0,$1+$2,0);", STORE },
	{ "qvstfiwxa", "qzr", "_bgq_qstorei($0,$1+$2,1);", STORE },
	{ "qvlpcldx", "Qzr", "bgqrt_qvlpc($0,$1+$2,8,0);", FLOAT },
	{ "qvlpcrdx", "Qzr", "bgqrt_qvlpc($0,$1+$2,8,1);", FLOAT },
	{ "qvlpclsx", "Qzr", "bgqrt_qvlpc($0,$1+$2,4,0);", FLOAT },
	{ "qvlpcrsx", "Qzr", "bgqrt_qvlpc($0,$1+$2,4,1);", FLOAT },
	CROSS("qvfxmul", "Qqq", "$1[0]*$2[0]", "$1[0]*$2[1]", "$1[2]*$2[2]", "$1[2]*$2[3]"),
	CROSS_FUSED("qvfxmadd", XMADD), CROSS_FUSED("qvfxxmadd", XXMADD),
	CROSS_FUSED("qvfxxnpmadd", XXNPMADD), CROSS_FUSED("qvfxxcpnmadd", XXCPNMADD),
	{ "qvfcmpgt", "Qqq", EACH("_bgq_true($1>$2)"), FLOAT },
	{ "qvfcmplt", "Qqq", EACH("_bgq_true($1<$2)"), FLOAT },
	{ "qvfcmpeq", "Qqq", EACH("_bgq_true($1==$2)"), FLOAT },
	{ "qvftstnan", "Qqq", EACH("_bgq_true($1!=$1||$2!=$2)"), FLOAT },
	{ "qvflogical", "Qqqi", EACH("_bgq_logical($1,$2,$3)"), FLOAT },
	LOGICAL("qvfand", "Qqq", "$1", "$2", "1"), LOGICAL("qvfandc", "Qqq", "$1", "$2", "4"),
	LOGICAL("qvfxor", "Qqq", "$1", "$2", "6"), LOGICAL("qvfor", "Qqq", "$1", "$2", "7"),
	LOGICAL("qvfnor", "Qqq", "$1", "$2", "8"), LOGICAL("qvfequ", "Qqq", "$1", "$2", "9"),
	LOGICAL("qvforc", "Qqq", "$1", "$2", "13"), LOGICAL("qvfnand", "Qqq", "$1", "$2", "14"),
	LOGICAL("qvfnot", "Qq", "$1", "$1", "10"), LOGICAL("qvfctfb", "Qq", "$1", "$1", "5"),
	{ "qvfclr", "Q", EACH("-1.0"), FLOAT }, { "qvfset", "Q", EACH("1.0"), FLOAT },
	{ "qvfperm", "Qqqq", "bgqrt_qvfperm($0,$1,$2,$3);", FLOAT },
	{ "qvgpci", "Qi", "bgqrt_qvgpci($0,(unsigned)($1));", FLOAT },
	{ "qvesplati", "Qqi", "_bgq_splat($0,$1[$2&3]);", FLOAT },
	{ "qvaligni", "Qqqi", "_bgq_qalign($0,$1,$2,(unsigned)($3));", FLOAT },
};

static size_t operands_most(const struct ppc_insn *i)
{
	return strlen(i->operands) - (*i->operands == '?');
}

static const struct ppc_insn *find(struct span name, uint32_t operands)
{
	for (size_t i = 0; i < sizeof insns / sizeof *insns; i++) {
		size_t most = operands_most(&insns[i]);
		bool may_miss = *insns[i].operands == '?';
		if (span_is(name, insns[i].name) && (operands == most ||
			(may_miss && operands + 1 == most) || operands == NONE))
			return &insns[i];
	}
	return NULL;
}

const struct ppc_insn *insn_find(struct span name, uint32_t operands, bool *record)
{
	const struct ppc_insn *i = find(name, operands);
	*record = i == NULL && name.end > name.at && name.end[-1] == '.';
	if (*record) {
		name.end--;
		i = find(name, operands);
		if (i != NULL && strchr("wx", *i->operands) == NULL)
			i = NULL;
	}
	return i;
}

/* ---- branches */

static bool condition_find(struct span s, struct ppc_branch *b)
{
	static const struct { char name[4]; uint8_t bit; bool set; } conditions[] = {
		{ "lt", 8, true }, { "gt", 4, true }, { "eq", 2, true }, { "so", 1, true },
		{ "un", 1, true }, { "ge", 8, false }, { "nl", 8, false }, { "le", 4, false },
		{ "ng", 4, false }, { "ne", 2, false }, { "ns", 1, false }, { "nu", 1, false },
		{ "t", 0, true }, { "f", 0, false }, { "", 0, false },
	};
	for (int i = 0; conditions[i].name[0] != '\0'; i++) {
		if (!span_is(s, conditions[i].name))
			continue;
		b->conditional = true;
		b->bit = conditions[i].bit;
		b->set = conditions[i].set;
		return true;
	}
	return false;
}

/* + and - are hints. */
bool branch_find(struct span name, struct ppc_branch *b)
{
	*b = (struct ppc_branch){ 0 };
	if (name.end > name.at && (name.end[-1] == '+' || name.end[-1] == '-'))
		name.end--;
	if (name.at == name.end || *name.at++ != 'b')
		return false;
	if (name.at == name.end)
		return true;
	if (span_starts(name, "dnz") || span_starts(name, "dz")) {
		b->counts = true;
		b->zero = name.at[1] == 'z';
		name.at += b->zero ? 2 : 3;
		return name.at == name.end || condition_find(name, b);
	}
	return condition_find(name, b);
}

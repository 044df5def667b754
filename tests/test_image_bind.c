/*
 * test_image_bind.c - which of the symbols that an image names outside itself get a thunk:
 * functions, each one and always the same, and no variable.  Leaves out what a thunk does
 * (test_call_thunk.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dlfcn.h>

#include "emu/node/image/image_bind.h"
#include "budget_cell.h"

static int own_variable;

static int own_function(int n)
{
	return n + 1;
}

static void *resolve(const char *name, enum export_kind *kind)
{
	*kind = EXPORT_CALL;
	if (!strcmp(name, "own_function") || !strcmp(name, "bgqemu_asm_state"))
		return (void *)own_function;
	*kind = EXPORT_REFUSAL;
	if (!strcmp(name, "refused"))
		return (void *)own_function;
	*kind = EXPORT_VARIABLE;
	return !strcmp(name, "own_variable") ? &own_variable : NULL;
}

/* An image's symbols, none of them its own. */
#define NAMES 12
static char strings[512];
static ElfW(Sym) symbols[NAMES];
static struct bindings bind;
static struct call_thunks thunks;
static size_t used;

static int begin(void **state)
{
	(void)state;
	memset(symbols, 0, sizeof symbols);
	used = 1;
	thunks.timed = true;
	bind = (struct bindings){ .resolve = resolve, .thunks = &thunks };
	return bindings_begin(&bind, symbols, NAMES, strings);
}

static int end(void **state)
{
	(void)state;
	free(bind.value);
	call_thunks_free(&thunks);
	return 0;
}

static const ElfW(Sym) *symbol(const char *name, unsigned type, unsigned binding)
{
	ElfW(Sym) *s = &symbols[used];

	s->st_name = (ElfW(Word))(40 * used++);
	strcpy(strings + s->st_name, name);
	s->st_info = (unsigned char)ELF64_ST_INFO(binding, type);
	return s;
}

static const void *value(const char *name, unsigned type)
{
	return bindings_value(&bind, symbol(name, type, STB_GLOBAL));
}

static bool is_thunk(const void *p, const void *target)
{
	const struct call_thunk *t = call_thunks_find(&thunks, (uintptr_t)p);

	return BUDGET_COUNTS ? t && t->target == target : p == target;
}

static void functions_get_a_thunk(void **state)
{
	(void)state;
	assert_true(is_thunk(value("own_function", STT_FUNC), (const void *)own_function));
	assert_true(is_thunk(value("sin", STT_FUNC), dlsym(RTLD_DEFAULT, "sin")));
	assert_true(is_thunk(value("getc", STT_NOTYPE), dlsym(RTLD_DEFAULT, "getc")));
	/* what has several versions, by processor */
	assert_true(is_thunk(value("memcpy", STT_FUNC), dlsym(RTLD_DEFAULT, "memcpy")));
	assert_true(is_thunk(value("memset", STT_NOTYPE), dlsym(RTLD_DEFAULT, "memset")));
}

static void what_charges_by_itself_or_ends_the_process_costs_nothing(void **state)
{
	(void)state;
	assert_ptr_equal(value("bgqemu_asm_state", STT_FUNC), (const void *)own_function);
	assert_int_equal(thunks.count, 0);
	value("refused", STT_FUNC);
	assert_int_equal(thunks.count, BUDGET_COUNTS);
	for (size_t i = 0; i < thunks.count; i++)
		assert_int_equal(thunks.list[i].cost->cycles, 0);
}

static void variables_get_none(void **state)
{
	static const char *const names[] = { "stdout", "environ", "optarg", "timezone",
					     "program_invocation_name" };

	(void)state;
	assert_ptr_equal(value("own_variable", STT_NOTYPE), &own_variable);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		assert_ptr_equal(value(names[i], i % 2 ? STT_NOTYPE : STT_OBJECT),
				 dlsym(RTLD_DEFAULT, names[i]));
	assert_int_equal(thunks.count, 0);
}

static void a_symbol_has_one_value(void **state)
{
	const ElfW(Sym) *a = symbol("cos", STT_FUNC, STB_GLOBAL);
	const ElfW(Sym) *b = symbol("strtol", STT_FUNC, STB_GLOBAL);
	const void *cos_value = bindings_value(&bind, a), *strtol_value = bindings_value(&bind, b);

	(void)state;
	assert_ptr_not_equal(cos_value, strtol_value);
	assert_ptr_equal(bindings_value(&bind, a), cos_value);
	assert_ptr_equal(bindings_value(&bind, b), strtol_value);
	assert_int_equal(thunks.count, BUDGET_COUNTS ? 2 : 0);
}

static void what_nothing_defines_is_reported_unless_weak(void **state)
{
	(void)state;
	assert_null(bindings_value(&bind, symbol("nowhere", STT_NOTYPE, STB_WEAK)));
	assert_null(bind.missing);
	assert_null(bindings_value(&bind, symbol("no_such_thing", STT_FUNC, STB_GLOBAL)));
	assert_null(bindings_value(&bind, symbol("nor_that", STT_FUNC, STB_GLOBAL)));
	assert_string_equal(bind.missing, "no_such_thing");
}

static void calls_go_through(void **state)
{
	int (*fn)(int);
	double (*root)(double);

	(void)state;
	*(const void **)&fn = value("own_function", STT_FUNC);
	*(const void **)&root = value("sqrt", STT_FUNC);
	assert_int_equal(bindings_end(&bind), 0);
	budget_set(1000);
	assert_int_equal(fn(41), 42);
	assert_int_equal(budget_left(), BUDGET_COUNTS ? 1000 - CALL_DEFAULT_CYCLES : 1000);
	assert_true(root(6.25) == 2.5);
	assert_int_equal(budget_left(), BUDGET_COUNTS ? 1000 - CALL_DEFAULT_CYCLES -
							 CALL_CYCLES_sqrt : 1000);
}

#define BIND_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		BIND_TEST(functions_get_a_thunk),
		BIND_TEST(what_charges_by_itself_or_ends_the_process_costs_nothing),
		BIND_TEST(variables_get_none),
		BIND_TEST(a_symbol_has_one_value),
		BIND_TEST(what_nothing_defines_is_reported_unless_weak),
		BIND_TEST(calls_go_through),
	};

	budget_cell_use();
	return cmocka_run_group_tests_name("image_bind", tests, NULL, NULL);
}

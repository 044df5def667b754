/*
 * locales.cc - the locale is the process's, or the thread's: odd ranks have C.UTF-8, by
 * std::locale::global or setlocale, even ones C, while all switch to and fro; a thread has its
 * process's unless it asks for another.
 */
#include "spi_test.h"

#include <locale.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include <locale>
#include <string>

static unsigned rank;

static void check_utf8(bool utf8)
{
	wchar_t wide[8];
	mbstate_t state = mbstate_t();
	const char *text = "\303\251";

	CHECK(MB_CUR_MAX == (utf8 ? 6u : 1u));
	CHECK(mbrtowc(wide, text, 2, &state) == (utf8 ? 2 : (size_t)-1));
	CHECK(mbstowcs(wide, text, 8) == (utf8 ? 1 : (size_t)-1));
}

static void check_all_ranks(bool utf8)
{
	for (int i = 0; i < 20; i++) {
		check_utf8(utf8);
		usleep(1 + rank % 3);
		check_utf8(utf8);
		test_barrier();
	}
}

static void *of_process(void *)
{
	check_utf8(rank % 2);
	usleep(10);
	check_utf8(rank % 2);
	return NULL;
}

static void *of_thread(void *)
{
	locale_t mine = newlocale(LC_ALL_MASK, rank % 2 ? "C" : "C.UTF-8", NULL);

	CHECK(mine && uselocale(mine) == LC_GLOBAL_LOCALE);
	check_utf8(!(rank % 2));
	usleep(10);
	check_utf8(!(rank % 2));
	CHECK(uselocale(LC_GLOBAL_LOCALE) == mine);
	check_utf8(rank % 2);
	freelocale(mine);
	return NULL;
}

static void check_threads()
{
	pthread_t t[2];

	CHECK(!pthread_create(&t[0], NULL, of_process, NULL));
	CHECK(!pthread_create(&t[1], NULL, of_thread, NULL));
	check_utf8(rank % 2);
	CHECK(!pthread_join(t[0], NULL) && !pthread_join(t[1], NULL));
	check_utf8(rank % 2);
}

/* Names as glibc makes them; "" is the environment's. */
static void check_names()
{
	CHECK(!setlocale(LC_ALL, "no_SUCH") && !setlocale(77, "C"));
	CHECK(!strcmp(setlocale(LC_ALL, "C"), "C") && !strcmp(setlocale(LC_ALL, NULL), "C"));
	CHECK(!strcmp(setlocale(LC_CTYPE, "C.UTF-8"), "C.UTF-8"));
	std::string all = setlocale(LC_ALL, NULL);
	CHECK(all.find("LC_CTYPE=C.UTF-8;LC_NUMERIC=C;LC_TIME=C;") == 0);
	CHECK(!strcmp(setlocale(LC_ALL, "POSIX"), "C"));
	check_utf8(false);
	CHECK(setlocale(LC_ALL, all.c_str()) == all);
	check_utf8(true);
	setenv("LC_ALL", "C.UTF-8", 1);
	CHECK(!strcmp(setlocale(LC_ALL, ""), "C.UTF-8"));
	unsetenv("LC_ALL");
	unsetenv("LC_CTYPE");
	unsetenv("LANG");
	CHECK(!strcmp(setlocale(LC_ALL, ""), "C"));
	check_utf8(false);
}

int main()
{
	rank = Kernel_GetRank();
	check_utf8(false);
	std::locale::global(std::locale(rank % 2 ? "C.UTF-8" : "C"));
	CHECK(std::locale().name() == (rank % 2 ? "C.UTF-8" : "C"));
	check_all_ranks(rank % 2);
	check_threads();
	std::locale::global(std::locale::classic());
	check_all_ranks(false);
	CHECK(setlocale(LC_CTYPE, rank % 2 ? "C.UTF-8" : "C"));
	check_all_ranks(rank % 2);
	check_threads();
	check_names();
	return 0;
}

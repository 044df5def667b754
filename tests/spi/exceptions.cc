// exceptions.cc - C++ on every node: static constructors and destructors,
// exceptions through the cloned image's own unwinder, iostreams, thread-locals.
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>
#include <cstdlib>
#include <unistd.h>

#include <spi/include/kernel/location.h>
#include <spi/include/mu/GIBarrier.h>

namespace {

struct Counted {
	Counted() : made(1000 + (int)Kernel_GetRank()) {}
	~Counted() { made = 0; }
	int made;
};

Counted counted;
std::map<std::string, int> table;
__thread int local = 7;

int thrower(int n)
{
	if (n == 0)
		throw std::runtime_error("rank " +
					 std::string(1, (char)('a' + Kernel_GetRank() % 26)));
	return thrower(n - 1) + 1;
}

void fail(const char *what)
{
	std::cerr << "rank " << Kernel_GetRank() << ": " << what << std::endl;
	std::exit(1);
}

} // namespace

int main()
{
	MUSPI_GIBarrier_t barrier;
	uint32_t rank = Kernel_GetRank();

	if (counted.made != 1000 + (int)rank)
		fail("static constructor");
	for (int i = 0; i < 20; i++) {
		try {
			thrower(i);
			fail("no exception");
		} catch (const std::runtime_error &e) {
			if (std::string(e.what()) != "rank " +
			    std::string(1, (char)('a' + rank % 26)))
				fail(e.what());
			usleep(1 + rank % 5); // others throw meanwhile
		}
	}
	table["x"] = (int)rank;
	local += (int)rank;
	std::vector<int> v(1000, (int)rank);
	usleep(3);
	if (table["x"] != (int)rank || local != 7 + (int)rank || v[999] != (int)rank)
		fail("state is shared");
	MUSPI_GIBarrierInit(&barrier, 0);
	MUSPI_GIBarrierEnterAndWait(&barrier);
	std::cout << "rank " << rank << " caught all" << std::endl;
	return 0;
}

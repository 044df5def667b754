/* kept.cc - loops in a try block that take all registers but one, in which something is left that
 * nobody needs: what is kept of it for a loop is nobody's, too. */
#include <stdlib.h>

int bound, result;

void leave()
{
	volatile int number = 1;
	int i = 0, j = 0, k = 0;

	for (; i < bound; i++)
		for (j = 0; j < i; j++)
			result = k;
	throw (int)number;
}

int main()
{
	int all = 1, i = 0, j = 1, k = 2, l = 3, m = 4, n = 5;

	try {
		for (; i < bound; i++)
			for (; j < i; j++)
				for (; k < j; k++)
					for (; l < k; l++)
						for (; m < l; m++)
							for (; n < m; n++)
								result = k;
		leave();
	} catch (...) {
	}
	all = i + j + k + l + m + n;
	if (all != 15)
		abort();
	return 0;
}

/* crc.c - see crc.h.  Eight bytes at a time, by tables of the remainders of each. */
#include "crc.h"

#include <pthread.h>

#define POLYNOMIAL 0xedb88320u
#define AT_ONCE 8

static uint32_t table[AT_ONCE][256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_table(void)
{
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t c = i;

		for (int bit = 0; bit < 8; bit++)
			c = c >> 1 ^ (c & 1 ? POLYNOMIAL : 0);
		table[0][i] = c;
	}
	for (unsigned k = 1; k < AT_ONCE; k++)
		for (unsigned i = 0; i < 256; i++)
			table[k][i] = table[k - 1][i] >> 8 ^ table[0][table[k - 1][i] & 0xff];
}

uint32_t net_crc(uint32_t crc, const void *bytes, size_t n)
{
	const uint8_t *p = bytes;

	pthread_once(&once, make_table);
	crc = ~crc;
	for (; n >= AT_ONCE; n -= AT_ONCE, p += AT_ONCE) {
		uint32_t low = crc ^ ((uint32_t)p[0] | (uint32_t)p[1] << 8 |
				      (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24);

		crc = table[7][low & 0xff] ^ table[6][low >> 8 & 0xff] ^
		      table[5][low >> 16 & 0xff] ^ table[4][low >> 24] ^
		      table[3][p[4]] ^ table[2][p[5]] ^ table[1][p[6]] ^ table[0][p[7]];
	}
	for (; n; n--)
		crc = crc >> 8 ^ table[0][(crc ^ *p++) & 0xff];
	return ~crc;
}

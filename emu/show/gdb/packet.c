/* packet.c - see gdb_internal.h. */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gdb_internal.h"

#define INTERRUPT 3

static int listener = -1, gdb = -1;
static bool silent; /* no acknowledgements */
static char in[PACKET_MAX + 8], payload[PACKET_MAX + 1];
static size_t in_at, in_end;

int packet_listen(uint32_t port)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port),
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int on = 1;

	listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (listener < 0)
		return -errno;
	setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	if (bind(listener, (struct sockaddr *)&to, sizeof to) != 0 || listen(listener, 1) != 0)
		return -errno;
	return 0;
}

bool packet_accept(void)
{
	int on = 1;

	do {
		gdb = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	} while (gdb < 0 && errno == EINTR);
	if (gdb >= 0)
		setsockopt(gdb, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	close(listener);
	listener = -1;
	return gdb >= 0;
}

bool packet_connected(void)
{
	return gdb >= 0;
}

void packet_close(void)
{
	if (gdb >= 0)
		close(gdb);
	gdb = -1;
}

void packet_no_acknowledgements(void)
{
	silent = true;
}

/* ---- digits */

static const char digits[] = "0123456789abcdef";

void gdb_hex_put(char *to, const void *from, size_t bytes)
{
	const uint8_t *p = from;

	for (size_t i = 0; i < bytes; i++) {
		*to++ = digits[p[i] >> 4];
		*to++ = digits[p[i] & 15];
	}
}

static int digit(char c)
{
	const char *at = c ? strchr(digits, c | 32) : NULL;

	return at ? (int)(at - digits) : -1;
}

bool gdb_hex_get(void *to, const char *from, size_t bytes)
{
	uint8_t *p = to;

	for (size_t i = 0; i < bytes; i++) {
		int high = digit(from[2 * i]), low = high < 0 ? -1 : digit(from[2 * i + 1]);

		if (low < 0)
			return false;
		p[i] = (uint8_t)(high << 4 | low);
	}
	return true;
}

/* ---- input */

/* An interrupt that comes when the job stands still already is none. */
static int byte_read(void)
{
	if (in_at == in_end) {
		ssize_t n;

		do {
			n = recv(gdb, in, sizeof in, 0);
		} while (n < 0 && errno == EINTR);
		if (n <= 0)
			return -1;
		in_at = 0;
		in_end = (size_t)n;
	}
	return (uint8_t)in[in_at++];
}

/* Behind the dollar sign up to the number sign, or -1. */
static ssize_t payload_read(void)
{
	size_t n = 0;

	for (int c; (c = byte_read()) >= 0;) {
		if (c == '#')
			return (ssize_t)n;
		if (c == '}' && (c = byte_read()) >= 0)
			c ^= 0x20;
		if (n < PACKET_MAX)
			payload[n++] = (char)c;
	}
	return -1;
}

char *packet_read(size_t *bytes)
{
	int c;

	while ((c = byte_read()) >= 0 && c != '$')
		;
	ssize_t n = c < 0 ? -1 : payload_read();

	if (n < 0 || byte_read() < 0 || byte_read() < 0) { /* two digits of a sum: TCP checks */
		packet_close();
		return NULL;
	}
	if (!silent && send(gdb, "+", 1, MSG_NOSIGNAL) < 0)
		return NULL;
	payload[n] = '\0';
	*bytes = (size_t)n;
	return payload;
}

bool packet_interrupt(void)
{
	struct pollfd p = { .fd = gdb, .events = POLLIN };
	char c;

	if (gdb < 0 || poll(&p, 1, 0) != 1)
		return false;
	if (recv(gdb, &c, 1, MSG_PEEK) <= 0)
		return true;
	if (c != INTERRUPT)
		return false;
	recv(gdb, &c, 1, 0);
	return true;
}

/* ---- output */

static void all_send(const char *p, size_t bytes)
{
	while (bytes > 0) {
		ssize_t n = send(gdb, p, bytes, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return; /* noticed by the next read */
		p += n;
		bytes -= (size_t)n;
	}
}

void packet_send(const char *text, size_t bytes)
{
	static char out[2 * PACKET_MAX + 8];
	size_t n = 0;
	uint8_t sum = 0;

	if (gdb < 0)
		return;
	out[n++] = '$';
	for (size_t i = 0; i < bytes && n < 2 * PACKET_MAX; i++) {
		char c = text[i];
		bool special = strchr("#$}*", c) && c;

		if (special)
			out[n++] = '}';
		out[n++] = special ? (char)(c ^ 0x20) : c;
	}
	for (size_t i = 1; i < n; i++)
		sum = (uint8_t)(sum + (uint8_t)out[i]);
	out[n++] = '#';
	gdb_hex_put(out + n, &sum, 1);
	all_send(out, n + 2);
}

void packet_print(const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	int n = vsnprintf(text, sizeof text, format, args);

	va_end(args);
	packet_send(text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

void packet_console(const char *text)
{
	char out[1024] = "O";
	size_t bytes = strnlen(text, sizeof out / 2 - 1);

	gdb_hex_put(out + 1, text, bytes);
	packet_send(out, 1 + 2 * bytes);
}

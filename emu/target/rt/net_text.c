/*
 * net_text.c - addresses as text, and the error of the last look-up of a host: buffers of the
 * process, an error of the thread.
 */
#include "private.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/ether.h>

RT_GIVES_WAY(inet_ntoa) RT_GIVES_WAY(ether_ntoa) RT_GIVES_WAY(ether_aton) RT_GIVES_WAY(herror)

char *inet_ntoa(struct in_addr address)
{
	static char text[INET_ADDRSTRLEN];

	return (char *)inet_ntop(AF_INET, &address, text, sizeof text);
}

char *ether_ntoa(const struct ether_addr *address)
{
	static char text[18];

	return ether_ntoa_r(address, text);
}

struct ether_addr *ether_aton(const char *text)
{
	static struct ether_addr address;

	return ether_aton_r(text, &address);
}

int *__h_errno_location(void)
{
	static __thread int error;

	return &error;
}

void herror(const char *what)
{
	if (what && *what)
		fprintf(stderr, "%s: ", what);
	fprintf(stderr, "%s\n", hstrerror(h_errno));
}

/*
 * libc_database.c - what the host knows of users, groups, hosts, services and protocols, and
 * conversions of characters: the host's libc loads modules and keeps what they have read for all
 * that ask later, so that is never in a rank's heap.  Results are where the caller wants them.
 *
 * Never: an enumeration, whose place is libc's own (calls.def refuses them).
 */
#include <aliases.h>
#include <arpa/inet.h>
#include <grp.h>
#include <iconv.h>
#include <netdb.h>
#include <netinet/ether.h>
#include <pwd.h>
#include <rpc/netdb.h>
#include <shadow.h>

#include "emu/node/image/host_heap.h"
#include "emu/node/machine/call.h"

#define OF_HOST(type, name, parameters, ...) \
type emu_##name parameters; \
type emu_##name parameters \
{ \
	call_begin(); \
	host_heap_enter(); \
	type rc = name(__VA_ARGS__); \
\
	host_heap_leave(); \
	return rc; \
}

/* The entry for a key, with its texts in buf. */
#define LOOKUP(entry, name, key_type) \
	OF_HOST(int, name, \
		(key_type key, struct entry *to, char *buf, size_t n, struct entry **found), \
		key, to, buf, n, found)
#define LOOKUP_SERVICE(name, key_type) \
	OF_HOST(int, name, \
		(key_type key, const char *protocol, struct servent *to, char *buf, size_t n, \
		 struct servent **found), key, protocol, to, buf, n, found)
#define LOOKUP_HOST(entry, name, parameters, ...) \
	OF_HOST(int, name, parameters, __VA_ARGS__, to, buf, n, found, error)
#define TO(entry) struct entry *to, char *buf, size_t n, struct entry **found, int *error

LOOKUP(passwd, getpwnam_r, const char *)
LOOKUP(passwd, getpwuid_r, uid_t)
LOOKUP(group, getgrnam_r, const char *)
LOOKUP(group, getgrgid_r, gid_t)
LOOKUP(spwd, getspnam_r, const char *)
LOOKUP(aliasent, getaliasbyname_r, const char *)
LOOKUP(protoent, getprotobyname_r, const char *)
LOOKUP(protoent, getprotobynumber_r, int)
LOOKUP(rpcent, getrpcbyname_r, const char *)
LOOKUP(rpcent, getrpcbynumber_r, int)
LOOKUP_SERVICE(getservbyname_r, const char *)
LOOKUP_SERVICE(getservbyport_r, int)
LOOKUP_HOST(netent, getnetbyname_r, (const char *name, TO(netent)), name)
LOOKUP_HOST(netent, getnetbyaddr_r, (uint32_t net, int type, TO(netent)), net, type)
LOOKUP_HOST(hostent, gethostbyname_r, (const char *name, TO(hostent)), name)
LOOKUP_HOST(hostent, gethostbyname2_r, (const char *name, int af, TO(hostent)), name, af)
LOOKUP_HOST(hostent, gethostbyaddr_r,
	    (const void *address, socklen_t bytes, int type, TO(hostent)), address, bytes, type)

OF_HOST(int, getaddrinfo, (const char *node, const char *service, const struct addrinfo *hints,
			   struct addrinfo **list), node, service, hints, list)
OF_HOST(int, getnameinfo, (const struct sockaddr *address, socklen_t bytes, char *host,
			   socklen_t host_bytes, char *service, socklen_t service_bytes, int flags),
	address, bytes, host, host_bytes, service, service_bytes, flags)
OF_HOST(int, ether_hostton, (const char *name, struct ether_addr *to), name, to)
OF_HOST(int, ether_ntohost, (char *name, const struct ether_addr *address), name, address)
OF_HOST(iconv_t, iconv_open, (const char *to, const char *from), to, from)
OF_HOST(int, iconv_close, (iconv_t conversion), conversion)

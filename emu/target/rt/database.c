/*
 * database.c - users, groups, hosts, networks, services, protocols: one entry of each function,
 * in the image, for what libc keeps for all.  The host's is asked (emu/node/libc/libc_database.c).
 */
#include "private.h"

#include <aliases.h>
#include <errno.h>
#include <grp.h>
#include <netdb.h>
#include <pwd.h>
#include <rpc/netdb.h>
#include <shadow.h>
#include <stdlib.h>

RT_GIVES_WAY(getpwnam) RT_GIVES_WAY(getpwuid) RT_GIVES_WAY(getgrnam) RT_GIVES_WAY(getgrgid)
RT_GIVES_WAY(getspnam) RT_GIVES_WAY(getaliasbyname) RT_GIVES_WAY(getprotobyname)
RT_GIVES_WAY(getprotobynumber) RT_GIVES_WAY(getrpcbyname) RT_GIVES_WAY(getrpcbynumber)
RT_GIVES_WAY(getservbyname) RT_GIVES_WAY(getservbyport) RT_GIVES_WAY(getnetbyname)
RT_GIVES_WAY(getnetbyaddr) RT_GIVES_WAY(gethostbyname) RT_GIVES_WAY(gethostbyname2)
RT_GIVES_WAY(gethostbyaddr)

#define TEXT_BYTES 1024
#define TEXT_MAX   (1u << 24)

/* The texts of an entry. */
struct entry_text {
	char *at;
	size_t bytes;
};

static bool widen(struct entry_text *t)
{
	size_t bytes = t->bytes ? 2 * t->bytes : TEXT_BYTES;
	char *wider = bytes <= TEXT_MAX ? realloc(t->at, bytes) : NULL;

	if (!wider)
		return false;
	*t = (struct entry_text){ wider, bytes };
	return true;
}

/* Defines name(): the process's own entry, filled in by the call with `_r` and these arguments,
 * with room for its texts as long as they need more. */
#define LOOKUP_BY(entry, name, parameters, failed, ...) \
struct entry *name parameters \
{ \
	static struct entry own; \
	static struct entry_text text; \
	struct entry *found = NULL; \
	int rc = ERANGE; \
\
	while (rc == ERANGE && (text.at || widen(&text))) { \
		rc = name##_r(__VA_ARGS__); \
		if (rc == ERANGE && !widen(&text)) \
			rc = ENOMEM; \
	} \
	if (rc) \
		failed; \
	return found; \
}
#define LOOKUP(entry, name, parameters, ...) \
	LOOKUP_BY(entry, name, parameters, errno = rc, __VA_ARGS__, &own, text.at, text.bytes, \
		  &found)
/* Functions of <netdb.h> that have an error of their own, and leave errno as libc does. */
#define LOOKUP_HOST(entry, name, parameters, ...) \
	LOOKUP_BY(entry, name, parameters, (void)0, __VA_ARGS__, &own, text.at, text.bytes, \
		  &found, &h_errno)

LOOKUP(passwd, getpwnam, (const char *name), name)
LOOKUP(passwd, getpwuid, (uid_t id), id)
LOOKUP(group, getgrnam, (const char *name), name)
LOOKUP(group, getgrgid, (gid_t id), id)
LOOKUP(spwd, getspnam, (const char *name), name)
LOOKUP(aliasent, getaliasbyname, (const char *name), name)
LOOKUP(protoent, getprotobyname, (const char *name), name)
LOOKUP(protoent, getprotobynumber, (int number), number)
LOOKUP(rpcent, getrpcbyname, (const char *name), name)
LOOKUP(rpcent, getrpcbynumber, (int number), number)
LOOKUP(servent, getservbyname, (const char *name, const char *protocol), name, protocol)
LOOKUP(servent, getservbyport, (int port, const char *protocol), port, protocol)
LOOKUP_HOST(netent, getnetbyname, (const char *name), name)
LOOKUP_HOST(netent, getnetbyaddr, (uint32_t net, int type), net, type)
LOOKUP_HOST(hostent, gethostbyname, (const char *name), name)
LOOKUP_HOST(hostent, gethostbyname2, (const char *name, int family), name, family)
LOOKUP_HOST(hostent, gethostbyaddr, (const void *address, socklen_t bytes, int type), address,
	    bytes, type)

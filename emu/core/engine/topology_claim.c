/* topology_claim.c - see topology_claim.h. */
#include "topology_claim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int claims = -1; /* open as long as the process lives; -1: no file */
static bool tried;

/* Neither another user's, nor one that a link has led to. */
static bool is_ours(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid();
}

void topology_claim_by(const char *path)
{
	if (claims >= 0)
		close(claims);
	claims = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (claims >= 0 && !is_ours(claims)) {
		close(claims);
		claims = -1;
	}
	tried = true;
}

static void open_own(void)
{
	char path[64];

	snprintf(path, sizeof path, "/dev/shm/bgqemu.cores.%u", (unsigned)geteuid());
	topology_claim_by(path);
}

bool topology_claim(unsigned processor)
{
	struct flock claim = { .l_type = F_WRLCK, .l_whence = SEEK_SET,
			       .l_start = (off_t)processor, .l_len = 1 };

	if (!tried)
		open_own();
	return claims < 0 || fcntl(claims, F_SETLK, &claim) == 0 ||
	       (errno != EAGAIN && errno != EACCES);
}

/* checkpoint.c - files of checkpoints (emu/cmd/restart/saved.c): what is accepted, written, is read
 * as the same. */
#include "guided.h"

#include "emu/cmd/restart/saved.h"

static void again(struct saved *s)
{
	static char text[1 << 16];
	char why[SAVED_WHY_BYTES];
	struct saved read;
	FILE *f = fmemopen(text, sizeof text, "w+");

	s->journal_bytes = 0;
	guided_require(f && saved_write(f, s) == 0 && fflush(f) == 0, "written");
	long end = ftell(f);

	fclose(f);
	f = fmemopen(text, (size_t)end, "r");
	guided_require(f && saved_read(f, &read, why), "what is written can be read");
	guided_require(read.files == s->files && read.opens == s->opens &&
		       read.args.count == s->args.count && read.at_ps == s->at_ps &&
		       read.inputs == s->inputs && !strcmp(read.directory, s->directory) &&
		       digest_equal(&read.state, &s->state), "what is written is read as the same");
	fclose(f);
	saved_free(&read);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	char why[SAVED_WHY_BYTES] = "";
	struct saved s;
	FILE *f;

	if (!bytes)
		return 0;
	f = fmemopen((void *)(uintptr_t)data, bytes, "r");
	guided_require(f != NULL, "memory");
	bool good = saved_read(f, &s, why);

	fclose(f);
	guided_require(good || *why, "what is refused has a message");
	if (good)
		again(&s);
	saved_free(&s);
	return 0;
}

/* saved.c - see saved.h. */
#include "saved.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FORMAT "bgqemu-checkpoint 1"

void *saved_grow(void *array, unsigned *count, size_t bytes)
{
	char *list;

	memcpy(&list, array, sizeof list);
	list = realloc(list, (*count + (size_t)1) * bytes);
	if (!list)
		return NULL;
	memcpy(array, &list, sizeof list);
	return memset(list + (*count)++ * bytes, 0, bytes);
}

bool saved_add(struct saved_list *l, const char *text)
{
	char **entry = saved_grow(&l->text, &l->count, sizeof *entry);

	return entry && (*entry = strdup(text));
}

/* ---- written */

static void put_text(FILE *f, const char *text)
{
	for (const unsigned char *p = (const unsigned char *)text; *p; p++)
		fprintf(f, isgraph(*p) && *p != '%' ? "%c" : "%%%02X", *p);
}

static void put_line(FILE *f, const char *key, const char *text)
{
	fprintf(f, "%s ", key);
	put_text(f, text);
	putc('\n', f);
}

static void put_list(FILE *f, const char *key, const struct saved_list *l)
{
	for (unsigned i = 0; i < l->count; i++)
		put_line(f, key, l->text[i]);
}

static void put_digest(FILE *f, const char *key, const struct digest *d)
{
	fprintf(f, "%s %" PRIx64 " %" PRIu64, key, d->sum, d->bytes);
}

static void put_file(FILE *f, const char *key, const struct saved_file *s)
{
	if (s->absent || s->folder) {
		put_line(f, s->absent ? "absent" : "folder", s->path);
		return;
	}
	put_digest(f, key, &s->digest);
	fprintf(f, " %" PRIu32 " ", s->written ? s->mode : 0);
	put_text(f, s->path);
	putc('\n', f);
}

static void put_open(FILE *f, const struct saved_open *o)
{
	fprintf(f, "open %" PRIu64 " %" PRIu32 " %" PRIu64 " ", o->number, o->flags, o->offset);
	put_text(f, o->path);
	putc('\n', f);
}

int saved_write(FILE *f, const struct saved *s)
{
	fprintf(f, FORMAT "\ntime %" PRIu64 "\noptions %u\n", s->at_ps, s->options);
	put_line(f, "libc", s->libc);
	put_line(f, "directory", s->directory);
	put_list(f, "arg", &s->args);
	put_list(f, "env", &s->env);
	put_digest(f, "emulator", &s->emulator);
	put_digest(f, "\nstate", &s->state);
	put_digest(f, "\noutput", &s->output[1]);
	put_digest(f, "\nerrors", &s->output[2]);
	putc('\n', f);
	for (unsigned i = 0; i < s->inputs; i++)
		put_file(f, "input", &s->input[i]);
	for (unsigned i = 0; i < s->files; i++)
		put_file(f, "file", &s->file[i]);
	for (unsigned i = 0; i < s->opens; i++)
		put_open(f, &s->open[i]);
	fprintf(f, "journal %" PRIu64 " %" PRIu64 "\n", s->calls, s->journal_bytes);
	return ferror(f) ? -EIO : 0;
}

int saved_write_copy(FILE *f, unsigned file, uint64_t bytes)
{
	return fprintf(f, "copy %u %" PRIu64 "\n", file, bytes) < 0 ? -EIO : 0;
}

int saved_write_made(int fd, const char *path)
{
	char *line = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&line, &n);

	if (!f)
		return -errno;
	put_line(f, "made", path);
	int rc = fclose(f) ? -errno : 0;

	if (rc == 0 && write(fd, line, n) != (ssize_t)n)
		rc = errno ? -errno : -EIO;
	free(line);
	return rc;
}

/* ---- read */

/* The rest of a line that is being read. */
struct saved_line {
	char *at;
	bool bad;
};

static uint64_t number(struct saved_line *l, int base)
{
	char *end;

	errno = 0;
	uint64_t n = strtoull(l->at, &end, base);

	l->bad |= !isxdigit((unsigned char)*l->at) || errno || (*end != ' ' && *end != '\0');
	l->at = *end ? end + 1 : end;
	return n;
}

static struct digest digest(struct saved_line *l)
{
	struct digest d;

	d.sum = number(l, 16);
	d.bytes = number(l, 10);
	return d;
}

static int hex(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The text that ends the line, to be freed. */
static char *text(struct saved_line *l)
{
	char *out = strdup(l->at), *to = out;

	for (const char *p = l->at; out && *p; p++) {
		int value = (unsigned char)*p;

		if (*p == '%') {
			int high = hex(p[1]), low = high < 0 ? -1 : hex(p[2]);

			value = low < 0 ? 0 : high << 4 | low;
			p += low < 0 ? 0 : 2;
		}
		l->bad |= value == 0;
		*to++ = (char)value;
	}
	if (out)
		*to = '\0';
	l->bad |= !out;
	return out;
}

static void text_to(struct saved_line *l, char **to)
{
	l->bad |= *to != NULL;
	free(*to);
	*to = text(l);
}

static void list_to(struct saved_line *l, struct saved_list *to)
{
	char **entry = saved_grow(&to->text, &to->count, sizeof *entry);

	l->bad |= !entry;
	if (entry)
		*entry = text(l);
}

enum file_line { CONTENTS, FOLDER, ABSENT };

static void file_to(struct saved_line *l, struct saved_file **list, unsigned *count,
		    enum file_line kind)
{
	struct saved_file *f = saved_grow(list, count, sizeof *f);

	if (!f) {
		l->bad = true;
		return;
	}
	f->folder = kind == FOLDER;
	f->absent = kind == ABSENT;
	f->written = kind != CONTENTS;
	if (kind == CONTENTS) {
		f->digest = digest(l);
		f->mode = (uint32_t)number(l, 10);
		f->written = f->mode != 0;
	}
	f->path = text(l);
}

static void open_to(struct saved_line *l, struct saved *s)
{
	struct saved_open *o = saved_grow(&s->open, &s->opens, sizeof *o);

	if (!o) {
		l->bad = true;
		return;
	}
	o->number = number(l, 10);
	o->flags = (uint32_t)number(l, 10);
	o->offset = number(l, 10);
	o->path = text(l);
}

/* The bytes of a section begin where its line ends. */
static void copy_to(struct saved_line *l, struct saved *s)
{
	uint64_t which = number(l, 10), bytes = number(l, 10);

	s->section_bytes = bytes;
	s->section_at = which < s->files ? &s->file[which].copy_at : NULL;
	l->bad |= !s->section_at || s->file[which].digest.bytes != bytes;
}

static void journal_to(struct saved_line *l, struct saved *s)
{
	s->calls = number(l, 10);
	s->journal_bytes = number(l, 10);
	s->section_bytes = s->journal_bytes;
	s->section_at = &s->journal_at;
}

/* False: no line has this key. */
static bool take(const char *key, struct saved_line *l, struct saved *s)
{
#define IS(word) (!strcmp(key, word))
	if (IS("time")) s->at_ps = number(l, 10);
	else if (IS("options")) s->options = (unsigned)number(l, 10);
	else if (IS("libc")) text_to(l, &s->libc);
	else if (IS("directory")) text_to(l, &s->directory);
	else if (IS("arg")) list_to(l, &s->args);
	else if (IS("env")) list_to(l, &s->env);
	else if (IS("emulator")) s->emulator = digest(l);
	else if (IS("state")) s->state = digest(l);
	else if (IS("output")) s->output[1] = digest(l);
	else if (IS("errors")) s->output[2] = digest(l);
	else if (IS("input")) file_to(l, &s->input, &s->inputs, CONTENTS);
	else if (IS("file")) file_to(l, &s->file, &s->files, CONTENTS);
	else if (IS("folder")) file_to(l, &s->file, &s->files, FOLDER);
	else if (IS("absent")) file_to(l, &s->file, &s->files, ABSENT);
	else if (IS("open")) open_to(l, s);
	else if (IS("made")) list_to(l, &s->made);
	else if (IS("journal")) journal_to(l, s);
	else if (IS("copy")) copy_to(l, s);
	else return false;
	return true;
#undef IS
}

/* One line without its end; false: the file ends, perhaps within one. */
static bool next_line(FILE *f, char **buf, size_t *room)
{
	ssize_t n = getline(buf, room, f);

	if (n <= 0 || (*buf)[n - 1] != '\n')
		return false;
	(*buf)[n - 1] = '\0';
	return true;
}

/* Behind some lines are bytes. */
static bool skip_section(FILE *f, struct saved *s)
{
	off_t at = ftello(f), end;

	if (!s->section_at)
		return true;
	*s->section_at = at;
	s->section_at = NULL;
	if (at < 0 || fseeko(f, 0, SEEK_END) != 0)
		return false;
	end = ftello(f);
	return s->section_bytes <= (uint64_t)(end - at) &&
	       fseeko(f, at + (off_t)s->section_bytes, SEEK_SET) == 0;
}

static bool read_line(FILE *f, char *line, struct saved *s, char why[SAVED_WHY_BYTES])
{
	char *blank = strchr(line, ' ');
	struct saved_line l = { .at = blank ? blank + 1 : line + strlen(line) };

	if (blank)
		*blank = '\0';
	if (!take(line, &l, s) || l.bad) {
		snprintf(why, SAVED_WHY_BYTES, "'%.40s' is not a line of a checkpoint, or its "
			 "values are wrong", line);
		return false;
	}
	if (skip_section(f, s))
		return true;
	snprintf(why, SAVED_WHY_BYTES, "it is cut off");
	return false;
}

static bool is_whole(const struct saved *s)
{
	return s->libc && s->directory && s->args.count && s->options <= s->args.count &&
	       s->options > 0 && s->inputs && s->journal_at;
}

bool saved_read(FILE *f, struct saved *s, char why[SAVED_WHY_BYTES])
{
	char *line = NULL;
	size_t room = 0;
	bool good = next_line(f, &line, &room) && !strcmp(line, FORMAT);

	*s = (struct saved){ .at_ps = 0 };
	snprintf(why, SAVED_WHY_BYTES, "not a checkpoint of this version");
	while (good && next_line(f, &line, &room))
		good = read_line(f, line, s, why);
	free(line);
	if (good && !is_whole(s)) {
		snprintf(why, SAVED_WHY_BYTES, "it is cut off");
		good = false;
	}
	return good;
}

static void list_free(struct saved_list *l)
{
	for (unsigned i = 0; i < l->count; i++)
		free(l->text[i]);
	free(l->text);
}

static void files_free(struct saved_file **list, unsigned *count)
{
	for (unsigned i = 0; i < *count; i++)
		free((*list)[i].path);
	free(*list);
	*list = NULL;
	*count = 0;
}

void saved_forget_files(struct saved *s)
{
	files_free(&s->file, &s->files);
	for (unsigned i = 0; i < s->opens; i++)
		free(s->open[i].path);
	free(s->open);
	s->open = NULL;
	s->opens = 0;
}

void saved_free(struct saved *s)
{
	list_free(&s->args);
	list_free(&s->env);
	list_free(&s->made);
	files_free(&s->input, &s->inputs);
	saved_forget_files(s);
	free(s->libc);
	free(s->directory);
}

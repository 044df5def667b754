/*
 * as_operand.c - operands of an instruction in AT&T syntax: what kind each is and
 * which general registers it mentions.
 */
#include "as.h"

#include <string.h>

static int low_register(const char *p)
{
	static const char names[8][3] = { "ax", "cx", "dx", "bx", "sp", "bp", "si", "di" };
	for (int i = 0; i < 8; i++)
		if (p[0] == names[i][0] && p[1] == names[i][1])
			return i;
	return -1;
}

static int byte_register(const char *p)
{
	static const char first[] = "acdb";
	const char *at = memchr(first, p[0], 4);
	return at != NULL && (p[1] == 'l' || p[1] == 'h') ? (int)(at - first) : -1;
}

static int numbered_register(const char *p, size_t n, uint8_t *bytes)
{
	int number = p[1] - '0';
	size_t digits = 1;
	if (n > 2 && p[2] >= '0' && p[2] <= '9') {
		number = 10 * number + p[2] - '0';
		digits = 2;
	}
	char width = n > 1 + digits ? p[1 + digits] : 'q';
	*bytes = width == 'q' ? 8 : width == 'd' ? 4 : width == 'w' ? 2 : 1;
	return number >= 8 && number <= 15 ? number : -1;
}

/* The number of a general register with this name (without %), or -1. */
static int register_number(const char *p, size_t n, uint8_t *bytes)
{
	if (n >= 2 && n <= 4 && p[0] == 'r' && p[1] >= '0' && p[1] <= '9')
		return numbered_register(p, n, bytes);
	if (n == 3 && (p[0] == 'r' || p[0] == 'e')) {
		*bytes = p[0] == 'r' ? 8 : 4;
		return low_register(p + 1);
	}
	if (n == 3 && p[2] == 'l') {
		*bytes = 1;
		return low_register(p);
	}
	if (n == 2) {
		int number = byte_register(p);
		*bytes = number >= 0 ? 1 : 2;
		return number >= 0 ? number : low_register(p);
	}
	return -1;
}

static const char *register_end(const char *p, const char *end)
{
	while (p < end && ((*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9')))
		p++;
	return p;
}

/* The number of a vector register, or -1. */
static int vector_number(const char *p, size_t n)
{
	if (n < 4 || n > 5 || p[1] != 'm' || p[2] != 'm' || (*p != 'x' && *p != 'y' && *p != 'z'))
		return -1;
	int number = n == 4 ? p[3] - '0' : 10 * (p[3] - '0') + p[4] - '0';
	return number >= 0 && number < 32 ? number : -1;
}

static values_t value_of(const char *p, size_t n)
{
	uint8_t bytes;
	int number = register_number(p, n, &bytes);
	if (number >= 0)
		return (values_t)1 << number;
	number = vector_number(p, n);
	if (number >= 0)
		return (values_t)1 << (32 + number);
	if (n == 2 && p[0] == 'k' && p[1] >= '0' && p[1] <= '7')
		return (values_t)1 << (24 + p[1] - '0');
	return n >= 2 && p[0] == 's' && p[1] == 't' ? VALUE_X87 : 0;
}

values_t operand_values(struct span s)
{
	values_t values = 0;
	const char *p = s.at;
	while (p < s.end && (p = memchr(p, '%', s.end - p)) != NULL) {
		const char *end = register_end(p + 1, s.end);
		values |= value_of(p + 1, end - p - 1);
		p = end;
	}
	return values;
}

/* Returns the registers among the values that may be used for other things than the program's
 * values. */
static regs_t regs_of(values_t values)
{
	return (regs_t)(values & VALUES_GPR) | ((regs_t)(values >> 40 & 0xff) << 18);
}

/* The registers that are mentioned. */
regs_t operand_scan(struct span s)
{
	return regs_of(operand_values(s));
}

static bool vector_register(const char *p, const char *end)
{
	return end - p >= 2 && (((p[0] == 'x' || p[0] == 'y' || p[0] == 'z') && p[1] == 'm') ||
		(p[0] == 'm' && p[1] == 'm') || (p[0] == 'k' && p[1] >= '0' && p[1] <= '7') ||
		(p[0] == 't' && p[1] == 'm'));
}

static void operand_parse(struct operand *op)
{
	const char *p = op->text.at, *end = op->text.end;
	op->bytes = 0;
	op->values = operand_values(op->text);
	op->regs = regs_of(op->values);
	if (p < end && *p == '$') {
		op->kind = OPERAND_IMMEDIATE;
	} else if (p < end && *p == '%' && memchr(p, ':', end - p) == NULL) {
		const char *stop = register_end(p + 1, end);
		op->kind = vector_register(p + 1, stop) ? OPERAND_VECTOR : OPERAND_REG;
		register_number(p + 1, stop - p - 1, &op->bytes);
	} else if (p < end && *p == '{') {
		op->kind = OPERAND_IMMEDIATE; /* {rn-sae} */
	} else {
		op->kind = OPERAND_MEMORY;
	}
}

uint32_t operands_parse(struct span s, struct operand *op)
{
	uint32_t n = 0;
	while (s.at < s.end && n < OPERANDS_MAX) {
		op[n].text = operand_take(&s);
		operand_parse(&op[n++]);
	}
	return n;
}

/*
 * as_words.c - words and operands of a statement, as all processors' are separated.
 */
#include "as.h"

static bool blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Takes the first word off, with what is blank behind it. */
struct span word_take(struct span *s)
{
	const char *p = s->at;
	while (p < s->end && !blank(*p))
		p++;
	struct span word = { s->at, p };
	while (p < s->end && blank(*p))
		p++;
	s->at = p;
	return word;
}

static int nests(char c)
{
	return (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
}

/* Takes an operand off, and the comma behind it: one that is in no brackets. */
struct span operand_take(struct span *s)
{
	int depth = 0;
	const char *p = s->at;
	for (; p < s->end && (*p != ',' || depth > 0); p++)
		depth += nests(*p);
	struct span operand = { s->at, p };
	s->at = p + (p < s->end);
	while (operand.at < operand.end && blank(*operand.at))
		operand.at++;
	while (operand.end > operand.at && blank(operand.end[-1]))
		operand.end--;
	return operand;
}

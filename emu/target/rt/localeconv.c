/*
 * localeconv.c - how the process's locale writes numbers and money, in a buffer of the process.
 */
#include "cost.h"
#include "private.h"

#include <langinfo.h>
#include <locale.h>

static char byte_of(nl_item item)
{
	char c = *nl_langinfo(item);

	/* No number: CHAR_MAX of programs, whose characters have no sign. */
	return c == '\177' ? '\377' : c;
}

struct lconv *localeconv(void)
{
	static struct lconv l;

	RT_COST(localeconv);
	l.decimal_point = nl_langinfo(RADIXCHAR);
	l.thousands_sep = nl_langinfo(THOUSEP);
	l.grouping = nl_langinfo(__GROUPING);
	l.int_curr_symbol = nl_langinfo(__INT_CURR_SYMBOL);
	l.currency_symbol = nl_langinfo(__CURRENCY_SYMBOL);
	l.mon_decimal_point = nl_langinfo(__MON_DECIMAL_POINT);
	l.mon_thousands_sep = nl_langinfo(__MON_THOUSANDS_SEP);
	l.mon_grouping = nl_langinfo(__MON_GROUPING);
	l.positive_sign = nl_langinfo(__POSITIVE_SIGN);
	l.negative_sign = nl_langinfo(__NEGATIVE_SIGN);
	l.int_frac_digits = byte_of(__INT_FRAC_DIGITS);
	l.frac_digits = byte_of(__FRAC_DIGITS);
	l.p_cs_precedes = byte_of(__P_CS_PRECEDES);
	l.p_sep_by_space = byte_of(__P_SEP_BY_SPACE);
	l.n_cs_precedes = byte_of(__N_CS_PRECEDES);
	l.n_sep_by_space = byte_of(__N_SEP_BY_SPACE);
	l.p_sign_posn = byte_of(__P_SIGN_POSN);
	l.n_sign_posn = byte_of(__N_SIGN_POSN);
	l.int_p_cs_precedes = byte_of(__INT_P_CS_PRECEDES);
	l.int_p_sep_by_space = byte_of(__INT_P_SEP_BY_SPACE);
	l.int_n_cs_precedes = byte_of(__INT_N_CS_PRECEDES);
	l.int_n_sep_by_space = byte_of(__INT_N_SEP_BY_SPACE);
	l.int_p_sign_posn = byte_of(__INT_P_SIGN_POSN);
	l.int_n_sign_posn = byte_of(__INT_N_SIGN_POSN);
	return &l;
}

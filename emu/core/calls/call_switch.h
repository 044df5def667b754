/*
 * call_switch.h - on which stack a function runs that a program calls: call_stack.h says why.
 */
#ifndef BGQ_EMU_CALL_SWITCH_H
#define BGQ_EMU_CALL_SWITCH_H

enum call_switch {
	CALL_STAYS,         /* on the program's: it takes 512 bytes of it at most, or less
			     * than on the machine */
	CALL_SWITCHES,      /* on the thread's stack for calls */
	CALL_SWITCHES_WORDS /* the same, for one that may have arguments on the stack */
};

enum call_switch call_switch_of(const char *name);

/* In the place of a function with a variable number of arguments: one that stays, and calls on
 * the other stack the one that takes a va_list.  NULL: it is none of those known. */
const void *call_variadic_of(const char *name);

#endif

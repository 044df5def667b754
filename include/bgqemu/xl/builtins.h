/* builtins.h - for sources that include XL's header of this name; see bgqemu/xl.h. */
#include <bgqemu/xl.h>

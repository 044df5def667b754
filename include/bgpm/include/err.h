/* bgpm/include/err.h - part of <bgpm/include/bgpm.h> here. */
#include <bgpm/include/bgpm.h>

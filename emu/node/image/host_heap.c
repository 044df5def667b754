/* host_heap.c - see host_heap.h. */
#include "host_heap.h"

__thread unsigned host_heap_entered;

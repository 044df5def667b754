/*
 * hwi/include/bqc/classroute.h - class routes of the collective and GI networks.
 *
 * Public; C99 and C++98.  Follows the driver header of the same name.  A class
 * route is a node's place in a tree: the links that contributions come in by
 * (input, with LOCAL for the node's own), and the link up (output; none at the
 * root).
 */
#ifndef __hwi_bqc_class_route_h__
#define __hwi_bqc_class_route_h__

#include <hwi/include/common/compiler_support.h>

__BEGIN_DECLS

#define BGQ_COLL_CLASS_MAX_CLASSROUTES 16
#define BGQ_GI_CLASS_MAX_CLASSROUTES 16
#define BGQ_GI_CLASS_MAX_GI_PER_CLASSROUTE 3

/* Links, for input and output. */
#define BGQ_CLASS_LINK_AM 0x800
#define BGQ_CLASS_LINK_AP 0x400
#define BGQ_CLASS_LINK_BM 0x200
#define BGQ_CLASS_LINK_BP 0x100
#define BGQ_CLASS_LINK_CM 0x080
#define BGQ_CLASS_LINK_CP 0x040
#define BGQ_CLASS_LINK_DM 0x020
#define BGQ_CLASS_LINK_DP 0x010
#define BGQ_CLASS_LINK_EM 0x008
#define BGQ_CLASS_LINK_EP 0x004
#define BGQ_CLASS_LINK_IO 0x002

/* Input only. */
#define BGQ_CLASS_INPUT_LINK_LOCAL 0x001
#define BGQ_CLASS_INPUT_VC_USER 0x0000
#define BGQ_CLASS_INPUT_VC_SYSTEM 0x1000
#define BGQ_CLASS_INPUT_VC_SUBCOMM 0x2000
#define BGQ_CLASS_INPUT_VC_MASK 0x3000

typedef struct ClassRoute {
	uint16_t input;
	uint16_t output;
} ClassRoute_t;

__END_DECLS

#endif

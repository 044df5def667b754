/*
 * verify.h - what is always true of a network's state, checked in a run and after it: tokens are
 * neither lost nor made, each packet that a link has carried was received at its other end, no
 * queue keeps what has left, both ends' CRCs agree.
 *
 * Never: called while a worker runs; changes anything.
 */
#ifndef BGQ_NET_VERIFY_H
#define BGQ_NET_VERIFY_H

#include "net.h"

#define NET_VERIFY_BYTES 200

/* False: why says what is wrong, and where. */
bool net_verify(const struct net *net, char why[NET_VERIFY_BYTES]);
/* Between windows of a run, where workers may be at different times: no more tokens come back than
 * were taken, no more packets were received than sent. */
bool net_verify_bounds(const struct net *net, char why[NET_VERIFY_BYTES]);

#endif

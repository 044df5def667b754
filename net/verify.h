/*
 * verify.h - what is always true of a network's state, checked after a run: tokens are neither lost
 * nor made, each packet that a link has carried was received at its other end, no queue keeps
 * what has left, both ends' CRCs agree.
 *
 * Never: called while a worker runs; changes anything.
 */
#ifndef BGQ_NET_VERIFY_H
#define BGQ_NET_VERIFY_H

#include "net.h"

#define NET_VERIFY_BYTES 200

/* False: why says what is wrong, and where. */
bool net_verify(const struct net *net, char why[NET_VERIFY_BYTES]);

#endif

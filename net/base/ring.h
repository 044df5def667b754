#ifndef RING_H
#define RING_H
#include <pthread.h>
#include <stdlib.h>
struct chan{pthread_mutex_t m;void**v;size_t n,at,cap;};
static inline int chan_init(struct chan*c){pthread_mutex_init(&c->m,0);c->v=malloc(8*64);c->cap=64;c->n=c->at=0;return 0;}
static inline void chan_cleanup(struct chan*c){free(c->v);}
static inline int chan_push(struct chan*c,void*p){pthread_mutex_lock(&c->m);if(c->n==c->cap){c->cap*=2;c->v=realloc(c->v,8*c->cap);}c->v[c->n++]=p;pthread_mutex_unlock(&c->m);return 0;}
static inline void*chan_pop(struct chan*c){pthread_mutex_lock(&c->m);void*p=0;if(c->at<c->n)p=c->v[c->at++];else c->n=c->at=0;pthread_mutex_unlock(&c->m);return p;}
#endif

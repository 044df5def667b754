#ifndef EVQ_H
#define EVQ_H
#include <stdlib.h>
#include <stdbool.h>
#include <stddef.h>
#include "event.h"
struct evq { struct event **h; size_t n, cap; };
static inline int evq_init(struct evq *q){q->h=malloc(8*1024);q->n=0;q->cap=1024;return q->h?0:-12;}
static inline void evq_cleanup(struct evq *q){free(q->h);}
static inline void evq_set(struct evq*q,size_t i,struct event*e){q->h[i]=e;e->slot=i+1;}
static inline void evq_up(struct evq*q,size_t i){struct event*e=q->h[i];while(i&&event_before(e,q->h[(i-1)/2])){evq_set(q,i,q->h[(i-1)/2]);i=(i-1)/2;}evq_set(q,i,e);}
static inline void evq_down(struct evq*q,size_t i){struct event*e=q->h[i];for(;;){size_t c=2*i+1;if(c>=q->n)break;if(c+1<q->n&&event_before(q->h[c+1],q->h[c]))c++;if(!event_before(q->h[c],e))break;evq_set(q,i,q->h[c]);i=c;}evq_set(q,i,e);}
static inline void evq_push(struct evq*q,struct event*e){if(q->n==q->cap){q->cap*=2;q->h=realloc(q->h,8*q->cap);}q->h[q->n++]=e;evq_up(q,q->n-1);}
static inline void evq_remove(struct evq*q,struct event*e){size_t i=e->slot-1;e->slot=0;q->n--;if(i<q->n){q->h[i]=q->h[q->n];q->h[i]->slot=i+1;evq_up(q,i);evq_down(q,q->h[i]->slot-1);}}
static inline ps_t evq_next_ps(struct evq const*q){return q->n?q->h[0]->time_ps:PS_NEVER;}
static inline struct event*evq_pop_before(struct evq*q,ps_t end){if(!q->n||q->h[0]->time_ps>=end)return 0;struct event*e=q->h[0];evq_remove(q,e);return e;}
static inline bool event_queued(const struct event*e){return e->slot!=0;}
#endif

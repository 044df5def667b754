/*
 * shm.h - memory that the processes of one node share (shm_open and mmap).
 *
 * It lies in the upper half of the node's window, so every process of the node
 * sees an object at the same address, and the message unit reaches it.  Objects
 * are the node's own: the same name on another node is another object.  Must
 * never use the host's shared memory.
 */
#ifndef BGQ_EMU_SHM_H
#define BGQ_EMU_SHM_H

#include <stdbool.h>
#include <stdint.h>

struct process;

/* Bytes of the shared half of the node's window in use, from its start. */
uint64_t shm_bytes(uint32_t node);
/* Is [offset, offset + len) of that half in use? */
bool shm_contains(uint32_t node, uint64_t offset, uint64_t len);

/* All return 0 (open: the object's number) or -errno as their POSIX namesakes set it.
 * They act on the calling thread's node.  Names are texts, "." and slashes are parts of them: the
 * machine's kernel knows no directories below /dev/shm/ and compares whole paths.  Descriptors of
 * objects: emu/node/io/shm_file.c. */
int shm_object_open(const char *name, int flags);
int shm_object_unlink(const char *name);
/* An object gets its place with its first size; it may grow to the end of its
 * last page, and further only while no other object lies behind it. */
int shm_object_resize(int object, uint64_t bytes);
int shm_object_size(int object, uint64_t *bytes);
/* The calling process has mapped an object there, or unmaps it; and p has ended.  As long as a
 * process of the node has one mapped, their code runs in the order of simulated time.  False:
 * no memory. */
bool shm_mapped(const void *at, uint64_t bytes);
void shm_unmapped(const void *at, uint64_t bytes);
void shm_leave(const struct process *p);
/* L2 atomics work on all of it from now on; whether they do on that byte of the shared half. */
int shm_object_atomic(int object);
bool shm_is_atomic(uint32_t node, uint64_t offset);
/* Host address of the object's byte `offset`, NULL with *err set if
 * [offset, offset + len), len rounded up to pages, is not all of the object. */
void *shm_object_at(int object, uint64_t offset, uint64_t len, int *err);

#endif

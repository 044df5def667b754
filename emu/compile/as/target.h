/*
 * target.h - what the steps of bgq-as in common files ask of the processor that the text is for:
 * sets of registers, how text is written, numbers of registers.
 *
 * A processor has one such header, and these functions (x86-64's are in the files that as.h names,
 * others' in a folder of their own):
 *
 *   insn_read()       one instruction: its kind, classes, what it reads and overwrites
 *   asm_may_loop()    a statement of inline assembly may jump
 *   text_prepare()    statements that have to be others before the text is read
 *   target_steps()    steps between liveness and costs
 *   code_pay() and others of emit.h   pieces of code that are added
 *
 * The Makefile defines BGQ_AS_AARCH64 where bgq-as is for that.
 */
#ifndef BGQ_AS_TARGET_H
#define BGQ_AS_TARGET_H

#if defined(BGQ_AS_AARCH64)
#include "target_aarch64.h"
#else
#include "target_x86_64.h"
#endif

#endif

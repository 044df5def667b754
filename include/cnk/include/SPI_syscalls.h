/*
 * cnk/include/SPI_syscalls.h - system calls of the compute node kernel.
 *
 * Public; C99 and C++98.  Names and numbers follow the driver header of the same
 * name.  Programs use FIOBGQATOMIC, on descriptors of shared memory.  A numbered call
 * does what the Kernel_* function for it does; one without such a function ends the
 * process with a message that names it.
 */
#ifndef _SPI_SYSCALLS_H_
#define _SPI_SYSCALLS_H_

#include <errno.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <asm/unistd.h>

#include <bgqemu/abi.h>
#include <hwi/include/common/compiler_support.h>

/* ioctl: make the segment's pages fit for L2 atomics. */
#define FIOBGQATOMIC _IOWR(0xa5, 0, unsigned int)

#define SIGDCRVIOLATION 38

#define SYSCALL_START 1024

/* In the order of their numbers, from SYSCALL_START on. */
enum {
	SPI_SYSCALL_BEGIN = SYSCALL_START - 1,
	__NR_GETMEMORYREGION,
	__NR_GET_PERSONALITY,
	__NR_SETSPECCONTEXT,
	__NR_ENTERJAILMODE,
	__NR_EXITJAILMODE,
	__NR_SPECALLOCATEDOMAIN,
	__NR_SPECSETDOMAINMODE,
	__NR_ROLLBACKINDICATOR,
	__NR_ALLOCATE_INJ_FIFOS,
	__NR_QUERY_INJ_FIFOS,
	__NR_QUERY_REC_FIFOS,
	__NR_QUERY_BASE_ADDRESS_TABLE,
	__NR_ALLOCATE_REC_FIFOS,
	__NR_ALLOCATE_BASE_ADDRESS_TABLE,
	__NR_REC_FIFO_ENABLE,
	__NR_CFG_INJ_FIFO_INTS,
	__NR_CFG_REC_FIFO_INTS,
	__NR_CFG_INJ_FIFO_THRESH,
	__NR_CFG_REC_FIFO_THRESH,
	__NR_DEALLOC_INJ_FIFOS,
	__NR_DEALLOC_REC_FIFOS,
	__NR_DEALLOC_BASE_ADDR_TABLE,
	__NR_CFG_MU_GEA,
	__NR_SETL1PPATTERNADDR,
	__NR_GETL1PCURPATTERNADDR,
	__NR_SETL1PCURPATTERNADDR,
	__NR_COMMTHREADPOOF,
	__NR_COMMTHREADINSTALLHANDLER,
	__NR_COMMTHREADENABLEINTS,
	__NR_SETSPECTHREADMAP,
	__NR_COMMTHREADDISABLEINTS,
	__NR_RANKS2COORDS,
	__NR_JOBCOORDS,
	__NR_UPCI_OP,
	__NR_SETDEBUGREG,
	__NR_ALLOCATEL2ATOMIC,
	__NR_INJECTRAWRAS,
	__NR_INJECTASCIIRAS,
	__NR_TMWRITE,
	__NR_SETSPECSTATE,
	__NR_SETL2SCRUBRATE,
	__NR_QUERYCOLLECTIVECLASSROUTE,
	__NR_ALLOCATECOLLECTIVECLASSROUTE,
	__NR_SETCOLLECTIVECLASSROUTE,
	__NR_DEALLOCATECOLLECTIVECLASSROUTE,
	__NR_QUERYGINTCLASSROUTE,
	__NR_ALLOCATEGINTCLASSROUTE,
	__NR_SETGINTCLASSROUTE,
	__NR_DEALLOCATEGINTCLASSROUTE,
	__NR_CONFIGUREGIINTERRUPTS,
	__NR_GETNUMSPECDOMAINS,
	__NR_SETNUMSPECDOMAINS,
	__NR_GETRANK,
	__NR_GETNUMKERNELSPECDOMAINS,
	__NR_GETSPECCONFLICTINFO,
	__NR_CLEARSPECCONFLICTINFO,
	__NR_GETAXUCR0,
	__NR_SETAXUCR0,
	__NR_GETDEBUGREG,
	__NR_GETMEMORYSIZE,
	__NR_GETFLIGHTLOG,
	__NR_SETLOCALFSWINDOW,
	__NR_CLEARINJECTIONCHECKSUM,
	__NR_GETJOBID,
	__NR_GETRAWENVMONPOWERDATA,
	__NR_GETPVR,
	__NR_ENABLEFASTSPECULATIONPATHS,
	__NR_SETPOWERCONSUMPTIONPARAM,
	__NR_GETSPECIDSELF,
	__NR_RDMA_CONNECT,
	__NR_RDMA_SEND,
	__NR_RDMA_RECV,
	__NR_RDMA_POLL_CQ,
	__NR_RDMA_REG_MEM,
	__NR_RDMA_DEREG_MEM,
	__NR_SENDX,
	__NR_ISGUESTTHREAD,
	__NR_RDMA_OPEN,
	__NR_GETMAPPING,
	__NR_EXECENVMON2COMMAND,
	__NR_GPFSFCNTL,
	SPI_NUM_SYSCALLS
};

/* Values, as on the machine: 0 or an error, or what is asked for. */
#define _CNK_SPI_SYSCALL(name, a, b, c, d, e, f) \
	__extension__({ \
		uint64_t _call[] = { (uint64_t)(a), (uint64_t)(b), (uint64_t)(c), \
				     (uint64_t)(d), (uint64_t)(e), (uint64_t)(f) }; \
		if (!bgqemu_spi_syscall(__NR_##name, _call)) \
			bgqemu_unsupported("CNK_SPI_SYSCALL(" #name ")"); \
		_call[0]; \
	})
#define CNK_SPI_SYSCALL_0(name) _CNK_SPI_SYSCALL(name, 0, 0, 0, 0, 0, 0)
#define CNK_SPI_SYSCALL_1(name, a) _CNK_SPI_SYSCALL(name, a, 0, 0, 0, 0, 0)
#define CNK_SPI_SYSCALL_2(name, a, b) _CNK_SPI_SYSCALL(name, a, b, 0, 0, 0, 0)
#define CNK_SPI_SYSCALL_3(name, a, b, c) _CNK_SPI_SYSCALL(name, a, b, c, 0, 0, 0)
#define CNK_SPI_SYSCALL_4(name, a, b, c, d) _CNK_SPI_SYSCALL(name, a, b, c, d, 0, 0)
#define CNK_SPI_SYSCALL_5(name, a, b, c, d, e) _CNK_SPI_SYSCALL(name, a, b, c, d, e, 0)
#define CNK_SPI_SYSCALL_6(name, a, b, c, d, e, f) _CNK_SPI_SYSCALL(name, a, b, c, d, e, f)

#endif

/*
 * ptools_ptr/ctimer.h - the portable timing routines of the Parallel Tools Consortium: time of
 * the node's time base, and of its processors as times(2) tells it.
 *
 * Public; C99 and C++98.  Nothing blocks.  Of the machine's libptools_ptr the C part; Fortran's
 * ftimer.h is not here.
 */
#ifndef SPI_PTOOLS_PTR_CTIMER_H
#define SPI_PTOOLS_PTR_CTIMER_H

#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>

typedef unsigned long PTR_wall_timer_val; /* cycles of 0.625 ns */
typedef struct tms PTR_usr_timer_val;
typedef struct tms PTR_sys_timer_val;

/* Seconds: nominal and calibrated tick, resolution, roll-over, and what a reading takes. */
#define PTR_WALL_NOM_TICK ((double)1 / (1.6 * 1000 * 1000 * 1000))
#define PTR_USR_NOM_TICK ((double)1 / sysconf(_SC_CLK_TCK))
#define PTR_SYS_NOM_TICK PTR_USR_NOM_TICK
#define PTR_WALL_CAL_TICK PTR_WALL_NOM_TICK
#define PTR_USR_CAL_TICK PTR_USR_NOM_TICK
#define PTR_SYS_CAL_TICK PTR_SYS_NOM_TICK
#define PTR_WALL_RESOLUTION PTR_WALL_NOM_TICK
#define PTR_USR_RESOLUTION PTR_USR_NOM_TICK
#define PTR_SYS_RESOLUTION PTR_SYS_NOM_TICK
#define PTR_WALL_ROLLOVER .9999999E-09
#define PTR_USR_ROLLOVER .9999999E-09
#define PTR_SYS_ROLLOVER .9999999E-09
#define PTR_WALL_OVERHEAD 0.25E-06
#define PTR_USR_OVERHEAD 1.5E-06
#define PTR_SYS_OVERHEAD 1.5E-06

#define PTR_NOT_AVAILABLE -1
#define PTR_ROLLOVER_DETECTED -2
#define PTR_CANNOT_CALIBRATE -3
#define PTR_OTHER_ERROR -4

__BEGIN_DECLS

/* Ticks of user and system time, of the whole program; 0: not set yet. */
double _bgq_ptr_tick[2] __attribute__((__weak__)) = { 0, 0 };

__INLINE__ void _bgq_ptr_set_tick(int which, const double *tick, double level)
{
	_bgq_ptr_tick[which] = level == 0 && *tick != 0 ? *tick : PTR_USR_NOM_TICK;
}

/* *tick: the period to count with, in seconds, or 0 for the nominal one; level: seconds to spend
 * on calibration, of which none are needed.  The time base has its own period always.  The
 * status is written for an error only, of which there is none here. */
__INLINE__ void PTR_Init_wall_timer(double *tick, double level, int *status)
{
	(void)tick, (void)level, (void)status;
}

__INLINE__ void PTR_Init_usr_timer(double *tick, double level, int *status)
{
	(void)status;
	_bgq_ptr_set_tick(0, tick, level);
}

__INLINE__ void PTR_Init_sys_timer(double *tick, double level, int *status)
{
	(void)status;
	_bgq_ptr_set_tick(1, tick, level);
}

__INLINE__ void PTR_Get_wall_time(PTR_wall_timer_val *now)
{
	*now = GetTimeBase();
}

__INLINE__ void PTR_Get_usr_time(PTR_usr_timer_val *now)
{
	times(now);
}

__INLINE__ void PTR_Get_sys_time(PTR_sys_timer_val *now)
{
	times(now);
}

/* *seconds from one reading to another; *status: PTR_ROLLOVER_DETECTED if the second is less,
 * else it is not written.  User and system time: of the process, after its Init only. */
__INLINE__ void PTR_Get_wall_interval(PTR_wall_timer_val *from, PTR_wall_timer_val *to,
	double *seconds, int *status)
{
	(void)status;
	*seconds = (double)(*to - *from) / 1.6e9;
}

__INLINE__ void PTR_Get_usr_interval(PTR_usr_timer_val *from, PTR_usr_timer_val *to,
	double *seconds, int *status)
{
	long ticks = (long)(to->tms_utime + to->tms_cutime - from->tms_utime - from->tms_cutime);

	if (ticks < 0)
		*status = PTR_ROLLOVER_DETECTED;
	*seconds = (double)ticks * _bgq_ptr_tick[0];
}

__INLINE__ void PTR_Get_sys_interval(PTR_sys_timer_val *from, PTR_sys_timer_val *to,
	double *seconds, int *status)
{
	long ticks = (long)(to->tms_stime + to->tms_cstime - from->tms_stime - from->tms_cstime);

	if (ticks < 0)
		*status = PTR_ROLLOVER_DETECTED;
	*seconds = (double)ticks * _bgq_ptr_tick[1];
}

__END_DECLS

#endif

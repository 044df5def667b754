/*
 * conformance_config.c - what programs set in a node and read back: interrupts and
 * thresholds of the message unit, registers of the core; and the registers that
 * are never set.  None of it has a further effect that a program could see.
 */
#include "conformance.h"

#include <cnk/include/SPRG_Usage.h>
#include <hwi/include/bqc/mu_dcr.h>
#include <hwi/include/bqc/nd_500_dcr.h>
#include <hwi/include/bqc/nd_rese_dcr.h>
#include <hwi/include/bqc/nd_x2_dcr.h>
#define EMON_DEFINE_GLOBALS
#include <spi/include/emon/emon.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/debug.h>
#include <spi/include/kernel/envmon.h>
#include <spi/include/kernel/process.h>
#include <spi/include/kernel/thread.h>
#include <spi/include/kernel/trace.h>

#define SUBGROUP 67u /* the last: of group 16, the fourth */

static uint64_t dcr(uint64_t number)
{
	return DCRReadUser(number);
}

static void injection_interrupts(void)
{
	MUSPI_InjFifoSubGroup_t sg = { .subgroupid = SUBGROUP };
	uint32_t ids[2] = { 7, 0 };
	Kernel_InjFifoInterrupts_t on[2] = { { 1 }, { 1 } };
	uint64_t reg = MU_DCR(IMFIFO_THOLD_INT_EN) + 16;

	CHECK_EFAULT(Kernel_ConfigureInjFifoInterrupts(bad, 1, ids, on));
	CHECK_EFAULT(Kernel_ConfigureInjFifoInterrupts(&sg, 1, bad, on));
	CHECK_EFAULT(Kernel_ConfigureInjFifoInterrupts(&sg, 1, ids, bad));
	CHECK(dcr(reg) == 0);
	CHECK(Kernel_ConfigureInjFifoInterrupts(&sg, 2, ids, on) == 0);
	CHECK(dcr(reg) == (1u << 0 | 1u << 7));
	on[0].Threshold_Crossing = 0;
	CHECK(Kernel_ConfigureInjFifoInterrupts(&sg, 1, ids, on) == 0);
	CHECK(dcr(reg) == 1u << 7);
	CHECK(dcr(reg - 1) == 0);
}

static void reception_interrupts(void)
{
	MUSPI_RecFifoSubGroup_t sg = { .subgroupid = SUBGROUP };
	uint32_t ids[2] = { 3, 0 };
	Kernel_RecFifoInterrupts_t on[2] = { { 1, 0 }, { 0, 1 } };

	CHECK_EFAULT(Kernel_ConfigureRecFifoInterrupts(bad, 1, ids, on));
	CHECK_EFAULT(Kernel_ConfigureRecFifoInterrupts(&sg, 1, bad, on));
	CHECK_EFAULT(Kernel_ConfigureRecFifoInterrupts(&sg, 1, ids, bad));
	CHECK(Kernel_ConfigureRecFifoInterrupts(&sg, 2, ids, on) == 0);
	CHECK(dcr(MU_DCR(RMFIFO_THOLD_INT_EN) + 16) == 1u << 0);
	CHECK(dcr(MU_DCR(RMFIFO_PACKET_INT_EN) + 16) == 1u << 3);
	on[0].Threshold_Crossing = 0;
	CHECK(Kernel_ConfigureRecFifoInterrupts(&sg, 1, ids, on) == 0);
	CHECK(dcr(MU_DCR(RMFIFO_THOLD_INT_EN) + 16) == 0);
	CHECK(dcr(MU_DCR(RMFIFO_PACKET_INT_EN) + 16) == 1u << 3);
}

static void event_aggregator(void)
{
	static const struct {
		uint32_t subgroup;
		unsigned reg;
		uint64_t value;
	} of[] = { { 0, 0, 1u << 31 }, { 31, 0, 1 }, { 32, 1, 1u << 31 }, { 63, 1, 1 },
		   { 64, 2, 8 }, { 67, 2, 1 } };

	for (unsigned i = 0; i < sizeof of / sizeof *of; i++) {
		uint64_t reg = MU_DCR(GIP_INT_EN_0_7) + of[i].reg;

		CHECK(Kernel_Configure_MU_GEA(of[i].subgroup,
					      KERNEL_SUBGROUP_INTERRUPTS_GO_TO_GEA) == 0);
		CHECK(dcr(reg) == of[i].value);
		CHECK(Kernel_Configure_MU_GEA(
			      of[i].subgroup,
			      KERNEL_SUBGROUP_INTERRUPTS_DO_NOT_GO_TO_GEA) == 0);
		CHECK(dcr(reg) == 0);
	}
}

static void thresholds(void)
{
	uint64_t normal = 1, rget = 1, rec = 1;

	CHECK(Kernel_GetInjFifoThresholds(&normal, &rget) == 0 && normal == 0 && rget == 0);
	CHECK(Kernel_GetRecFifoThreshold(&rec) == 0 && rec == 0);
	normal = 100;
	rget = UINT64_C(0x7fffffff);
	CHECK(Kernel_ConfigureInjFifoThresholds(&normal, &rget) == 0);
	CHECK(Kernel_ConfigureRecFifoThreshold(UINT64_C(0xffffffff)) == 0);
	normal = 200;
	CHECK(Kernel_ConfigureInjFifoThresholds(&normal, NULL) == 0);
	CHECK(Kernel_ConfigureInjFifoThresholds(NULL, NULL) == 0);
	CHECK(Kernel_GetInjFifoThresholds(NULL, NULL) == 0);
	CHECK(Kernel_GetInjFifoThresholds(&normal, &rget) == 0);
	CHECK(normal == 200 && rget == 0x3fffffff); /* 30 bits */
	CHECK(Kernel_GetRecFifoThreshold(&rec) == 0 && rec == 0x7fffffff);
	CHECK(dcr(MU_DCR(IMU_THOLD)) == 200 && dcr(MU_DCR(RGET_THOLD)) == rget &&
	      dcr(MU_DCR(RMU_THOLD)) == rec);
	CHECK_EFAULT(Kernel_GetRecFifoThreshold(bad));
	for (int i = 1; i < BAD_POINTERS; i++) { /* the first is NULL */
		CHECK(Kernel_GetInjFifoThresholds(bad_pointers[i], NULL) == EFAULT);
		CHECK(Kernel_GetInjFifoThresholds(NULL, bad_pointers[i]) == EFAULT);
		CHECK(Kernel_ConfigureInjFifoThresholds(bad_pointers[i], NULL) == EFAULT);
		CHECK(Kernel_ConfigureInjFifoThresholds(NULL, bad_pointers[i]) == EFAULT);
	}
}

static void links(void)
{
	CHECK(Kernel_DropPacketsOnLink(0, 1, 1) == ENOSYS);
	CHECK(Kernel_EnableSenderAndDropPacketsOnLink(0, 1, 1) == ENOSYS);
	CHECK(Kernel_MU_TermCheck() == 0);
	CHECK(MU_DCR__RESET__DCRS_OUT_get(dcr(MU_DCR(RESET))) == 0);
	CHECK(ND_500_DCR__RESET__DCRS_OUT_get(dcr(ND_500_DCR(RESET))) == 0);
	CHECK(ND_X2_DCR__RESET__DCRS_OUT_get(dcr(ND_X2_DCR(RESET))) == 0);
	for (int i = 0; i < ND_RESE_DCR_num; i++)
		CHECK(dcr(ND_RESE_DCR(i, RESET)) == 0);
}

static void core_registers(void)
{
	uint64_t info = mfspr(SPRG_SPIinfo_ro);
	uint32_t pvr = 0;

	CHECK(Kernel_GetPVR(&pvr) == 0 && pvr == SPRN_PVR_DD2);
	CHECK_EFAULT(Kernel_GetPVR(bad));
	CHECK((info >> SPRG_SPIinfo_AppLeaderCore & 0xf) == 0);
	CHECK((info >> SPRG_SPIinfo_NumCores & 0xf) == 15); /* less one */
	CHECK((info >> SPRG_SPIinfo_NumProcs & 0xff) == Kernel_ProcessCount());
	CHECK((info >> SPRG_SPIinfo_HWTindex & 0x7f) == Kernel_ProcessorID());
	CHECK(Kernel_SnoopNumThreads() == 1 && Kernel_SnoopRunnable() == 1);
	CHECK(mfspr(SPRN_SPRG6RO) == Kernel_ProcessorID());
	CHECK(mfspr(SPRN_SPRG3RO) == 0 && mfspr(SPRN_VRSAVE) == 0);
	CHECK(mfspr(SPRN_TBURO) == mfspr(SPRN_TBRO) >> 32);
	CHECK(Kernel_GetPrivilegeMode() == 0 && Kernel_IsGuestThread() == 0);

	CHECK(Kernel_GetAXUCR0() == AXUCR0_ENAB_IND_ALL(0xff)); /* as on Vesta in 2012 */
	CHECK(Kernel_SetAXUCR0(1) == EINVAL);
	CHECK(Kernel_SetAXUCR0(AXUCR0_ENAB_NAN_IND_2) == 0);
	CHECK(Kernel_GetAXUCR0() == AXUCR0_ENAB_NAN_IND_2);
	CHECK(Kernel_SetAXUCR0(AXUCR0_SR_ENABLE) == 0);
	CHECK(Kernel_GetAXUCR0() == AXUCR0_SR_ENABLE);
	CHECK(Kernel_SetAXUCR0(AXUCR0_LFSR_RESET | AXUCR0_ENAB_INF_IND_0) == 0);
	CHECK(Kernel_GetAXUCR0() == (AXUCR0_LFSR_RESET | AXUCR0_ENAB_INF_IND_0));
	CHECK(Kernel_SetAXUCR0(0) == 0 && Kernel_GetAXUCR0() == 0);
}

static void services(void)
{
	uint64_t volts[14], amperes[14], value = 5;
	static char log[1024];
	uint8_t version;

	CHECK(Kernel_GetDebugReg(Kernel_Debug_DAC1, &value) == ENOSYS && value == 5);
	CHECK(Kernel_SetDebugReg(Kernel_Debug_DAC1, 0) == ENOSYS);
	CHECK(Kernel_GetFlightLog(sizeof log - 1, log) == EINVAL);
	CHECK_EFAULT(Kernel_GetFlightLog(sizeof log, bad));
	CHECK(Kernel_GetFlightLog(sizeof log, log) == ENOSYS);
	CHECK(Kernel_GetRawEnvmonPowerData(0, &version, volts, amperes) == ENOSYS);
	CHECK(Kernel_GetRawEnvmonPowerData(0, NULL, NULL, NULL) == ENOSYS);
	CHECK(Kernel_GetRawEnvmonPowerData(0, NULL, bad_pointers[1], NULL) == EFAULT);
	CHECK(Kernel_GetRawEnvmonPowerData(0, NULL, NULL, bad_pointers[2]) == EFAULT);
	CHECK(Kernel_SetPowerConsumptionParam(0, 0) == ENOSYS);
	CHECK(Kernel_ExecEnvmon2Command(0) == ENOSYS);
	CHECK(EMON_SetupPowerMeasurement() == -1 && EMON_GetPower() < 0 && EMON_ReportPower() < 0);
}

int main(void)
{
	conformance_init();
	injection_interrupts();
	reception_interrupts();
	event_aggregator();
	thresholds();
	links();
	core_registers();
	services();
	return 0;
}

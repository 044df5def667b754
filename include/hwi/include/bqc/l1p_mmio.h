/*
 * hwi/include/bqc/l1p_mmio.h - registers of the L1 prefetcher.
 *
 * Public; C99 and C++98.  Numbers follow the driver header of the same name.  The
 * machine's privileged addresses; less PHYMAP_PRIVILEGEDOFFSET, loads and stores of 8
 * bytes go to the page that Kernel_L1pBaseAddress() hands out.  The list prefetcher's
 * (L1P_PP_*) are offsets in it; the spi/include/l1p calls are better.
 */
#ifndef _L1P_MMIO_H_
#define _L1P_MMIO_H_

#include <hwi/include/common/bgq_bitnumbers.h>
#include <hwi/include/common/compiler_support.h>

__BEGIN_DECLS

#define _L1P_REG(offset) (0x3ffe8000000L + (offset))

#define L1P_ESR _L1P_REG(0x0)
#define L1P_ESR_BIC_REALTIME _L1P_REG(0x8)
#define L1P_ESR_BIC_CRITICAL _L1P_REG(0x10)
#define L1P_ESR_BIC_NONCRITICAL _L1P_REG(0x18)
#define L1P_ESR_BIC_MACHINECHECK _L1P_REG(0x20)
#define L1P_ESR_GEA _L1P_REG(0x28)
#define L1P_ESR_INJ _L1P_REG(0x30)
#define L1P_ESR_HINJ _L1P_REG(0x38)
#define L1P_THR_SPECULATION_SELF _L1P_REG(0x40)
#define L1P_THR_SPECULATION_TID_0 _L1P_REG(0x60)
#define L1P_THR_SPECULATION_TID_1 _L1P_REG(0x68)
#define L1P_THR_SPECULATION_TID_2 _L1P_REG(0x70)
#define L1P_THR_SPECULATION_TID_3 _L1P_REG(0x78)
#define L1P_THR_WC_AGE_MAX_SELF _L1P_REG(0x80)
#define L1P_THR_WC_AGE_MAX_TID_0 _L1P_REG(0xa0)
#define L1P_THR_WC_AGE_MAX_TID_1 _L1P_REG(0xa8)
#define L1P_THR_WC_AGE_MAX_TID_2 _L1P_REG(0xb0)
#define L1P_THR_WC_AGE_MAX_TID_3 _L1P_REG(0xb8)
#define L1P_MMIO_DISCARD _L1P_REG(0xc0)
#define L1P_CFG_SPEC _L1P_REG(0x100)
#define L1P_CFG_PF_USR _L1P_REG(0x108)
#define L1P_CFG_PF_SYS _L1P_REG(0x110)
#define L1P_CFG_WC _L1P_REG(0x118)
#define L1P_CFG_TO _L1P_REG(0x120)
#define L1P_CFG_CLK_GATE _L1P_REG(0x128)
#define L1P_CFG_UPC _L1P_REG(0x130)
#define L1P_MMIO_DEBUG_LO _L1P_REG(0x1800)
#define L1P_MMIO_DEBUG_HI _L1P_REG(0x187f)
#define L1P_CFG_CHICKEN L1P_CFG_CLK_GATE
#define L1P_DISCARD L1P_MMIO_DISCARD
#define L1P_THR_SPECULATION_TID(n) _L1P_REG(0x60 + 8 * (n))
#define L1P_THR_SPECULATION_SELF_OFFSET 0x40
#define L1P_CFG_PF_SYS_OFFSET 0x110

/* List prefetcher; thread t's registers are L1P_PP_THREADOFFSET * t further on. */
#define L1P_PP_THREADOFFSET 0x40
#define L1P_PP_CTRL 0x1000
#define L1P_PP_MAXTOL 0x1008
#define L1P_PP_MAXSIZE 0x1010
#define L1P_PP_ADDR_READ 0x1018
#define L1P_PP_ADDR_WRITE 0x1020
#define L1P_PP_STATUS 0x1028
#define L1P_PP_ADDR_CURREAD 0x1030
#define L1P_PP_ADDR_CURWRITE 0x1038

#define L1P_PP_CTRL_DEPTH(x) _B3(55, x)
#define L1P_PP_CTRL_MAXLIST(x) _B3(58, x)
#define L1P_PP_CTRL_INHIBIT _BN(59)
#define L1P_PP_CTRL_IGNORETOL _BN(60)
#define L1P_PP_CTRL_START _BN(61)
#define L1P_PP_CTRL_LOAD _BN(62)
#define L1P_PP_CTRL_PAUSE _BN(63)

#define L1P_PP_STATUS_FINISHED _BN(60)
#define L1P_PP_STATUS_ABANDONED _BN(61)
#define L1P_PP_STATUS_MAXLENGTH _BN(62)
#define L1P_PP_STATUS_ENDOFLIST _BN(63)

/* Speculation, prefetching for the user and for the system. */
#define L1P_CFG_SPEC_pf_hit_fwd_l2 _BN(61)
#define L1P_CFG_SPEC_pf_dfc_disable _BN(62)
#define L1P_CFG_SPEC_l1_hit_fwd_l2 _BN(63)

#define L1P_CFG_PF_USR_dfetch_depth(x) _B3(42, x)
#define L1P_CFG_PF_USR_dfetch_max_footprint(x) _B4(46, x)
#define L1P_CFG_PF_USR_ifetch_depth(x) _B3(49, x)
#define L1P_CFG_PF_USR_ifetch_max_footprint(x) _B4(53, x)
#define L1P_CFG_PF_USR_pf_stream_est_on_dcbt _BN(54)
#define L1P_CFG_PF_USR_pf_stream_optimistic _BN(55)
#define L1P_CFG_PF_USR_pf_stream_prefetch_enable _BN(56)
#define L1P_CFG_PF_USR_pf_stream_establish_enable _BN(57)
#define L1P_CFG_PF_USR_pf_list_enable _BN(58)
#define L1P_CFG_PF_USR_pf_adaptive_enable _BN(59)
#define L1P_CFG_PF_USR_pf_adaptive_throttle(x) _B4(63, x)

#define L1P_CFG_PF_SYS_msync_timer(x) _B4(47, x)
#define L1P_CFG_PF_SYS_pfhint_enable _BN(48)
#define L1P_CFG_PF_SYS_whint_evict_enable _BN(49)
#define L1P_CFG_PF_SYS_whint_cracked_enable _BN(50)
#define L1P_CFG_PF_SYS_lock_prefetch _BN(51)
#define L1P_CFG_PF_SYS_lock_l1_only _BN(52)
#define L1P_CFG_PF_SYS_lock_l2_set_lc _BN(53)
#define L1P_CFG_PF_SYS_wrap_bug_dd2_bhv _BN(54)
#define L1P_CFG_PF_SYS_pf_adaptive_total_depth(x) _B5(59, x)
#define L1P_CFG_PF_SYS_pf_adaptive_reset _BN(60)
#define L1P_CFG_PF_SYS_pf_invalidate_all _BN(61)
#define L1P_CFG_PF_SYS_pf_hit_enable _BN(62)
#define L1P_CFG_PF_SYS_pf_stream_l2_op_immediate _BN(63)
#define L1P_CFG_PF_SYS_dcbfl_discard 0

/* Write combining, time-outs, clocks. */
#define L1P_CFG_WC_wc_enable _BN(61)
#define L1P_CFG_WC_wc_suppress_if_all_be _BN(62)
#define L1P_CFG_WC_wc_aging _BN(63)

#define L1P_CFG_TO_to_en _BN(58)
#define L1P_CFG_TO_to_reload_en _BN(59)
#define L1P_CFG_TO_to_duration(x) _B4(63, x)

#define L1P_CFG_CLK_GATE_clk_off_list _BN(48)
#define L1P_CFG_CLK_GATE_clk_on_list _BN(49)
#define L1P_CFG_CLK_GATE_clk_on_lu _BN(50)
#define L1P_CFG_CLK_GATE_clk_on_pfd _BN(51)
#define L1P_CFG_CLK_GATE_clk_on_sw_req _BN(52)
#define L1P_CFG_CLK_GATE_clk_on_mmio _BN(53)
#define L1P_CFG_CLK_GATE_clk_on_srt _BN(54)
#define L1P_CFG_CLK_GATE_clk_spare4 _BN(59)
#define L1P_CFG_CLK_GATE_clk_spare3 _BN(60)
#define L1P_CFG_CLK_GATE_clk_spare2 _BN(61)
#define L1P_CFG_CLK_GATE_clk_spare1 _BN(62)
#define L1P_CFG_CLK_GATE_clk_spare0 _BN(63)
#define L1P_CFG_CLK_GATE_DD1 0

/* The same register selects DD1 or DD2 behaviour. */
#define L1P_CFG_CHICKEN_spec_alias_dd2_bhv 0
#define L1P_CFG_CHICKEN_spec_alias_dd1_bhv _BN(55)
#define L1P_CFG_CHICKEN_pf_sd_miss_dd1_bhv _BN(56)
#define L1P_CFG_CHICKEN_pf_list_hline_dd2_bhv _BN(57)
#define L1P_CFG_CHICKEN_pf_l2_op_dd2_bhv _BN(58)
#define L1P_CFG_CHICKEN_spec_int_dd1_bhv _BN(59)
#define L1P_CFG_CHICKEN_checkstop_int_dd2_bhv _BN(60)
#define L1P_CFG_CHICKEN_spec_info_dd2_bhv _BN(61)
#define L1P_CFG_CHICKEN_spec_dfc1_dd2_bhv _BN(62)
#define L1P_CFG_CHICKEN_spec_dfc2_dd2_bhv _BN(63)
/* All of the DD2 bits: 57, 58 and 60 to 63. */
#define L1P_CFG_CHICKEN_DD2 (_B2(58, 3) | _B4(63, 15))

#define L1P_CFG_UPC_ENABLE _BN(61)
#define L1P_CFG_UPC_SELECT(x) _B2(63, x)
#define L1P_CFG_UPC_STREAM L1P_CFG_UPC_SELECT(0)
#define L1P_CFG_UPC_SWITCH L1P_CFG_UPC_SELECT(1)
#define L1P_CFG_UPC_LIST L1P_CFG_UPC_SELECT(2)

/* Per thread. */
#define L1P_THR_SPECULATION_val(x) _B9(63, x)
#define L1P_THR_WC_AGE_MAX_val(x) _B4(63, x)
#define L1P_DISCARD_address(a) _B42(63, a)
#define L1P_DISCARD_enable _BN(21)

#ifndef __ASSEMBLY__
/* Lies over L1P_THR_SPECULATION_SELF. */
typedef struct {
	volatile uint64_t speculationIdSelf;
	volatile uint64_t reserved[3];
	volatile uint64_t speculationIdTid[4];
} L1P_THR_SPECULATION_t;
#endif

/* Errors, in L1P_ESR and the registers that route them. */
#define L1P_ESR_a2_machine_check _BN(0)
#define L1P_ESR_err_reload_p _BN(1)
#define L1P_ESR_int_list_0 _BN(2)
#define L1P_ESR_int_list_1 _BN(3)
#define L1P_ESR_int_list_2 _BN(4)
#define L1P_ESR_int_list_3 _BN(5)
#define L1P_ESR_int_list_4 _BN(6)
#define L1P_ESR_int_speculation_0 _BN(7)
#define L1P_ESR_int_speculation_1 _BN(8)
#define L1P_ESR_int_speculation_2 _BN(9)
#define L1P_ESR_int_speculation_3 _BN(10)
#define L1P_ESR_err_luq_ovfl _BN(11)
#define L1P_ESR_err_sr_p _BN(12)
#define L1P_ESR_err_sr_rd_valid_p _BN(13)
#define L1P_ESR_err_sw_p _BN(14)
#define L1P_ESR_err_si_ecc _BN(15)
#define L1P_ESR_err_si_ecc_ue _BN(16)
#define L1P_ESR_err_si_p _BN(17)
#define L1P_ESR_err_sda_p _BN(18)
#define L1P_ESR_err_sda_p_ue _BN(19)
#define L1P_ESR_err_rqra_p _BN(20)
#define L1P_ESR_err_reload_ecc_x2 _BN(21)
#define L1P_ESR_err_reload_ecc_ue_x2 _BN(22)
#define L1P_ESR_err_rira_p _BN(23)
#define L1P_ESR_err_gctr_p _BN(24)
#define L1P_ESR_err_lu_state_p _BN(25)
#define L1P_ESR_err_lu_ttype _BN(26)
#define L1P_ESR_err_lu_dcr_abort _BN(27)
#define L1P_ESR_err_mmio_async _BN(28)
#define L1P_ESR_err_mmio_state_p _BN(29)
#define L1P_ESR_err_mmio_timeout _BN(30)
#define L1P_ESR_err_mmio_priv _BN(31)
#define L1P_ESR_err_mmio_rdata_p _BN(32)
#define L1P_ESR_err_mmio_wdata_p _BN(33)
#define L1P_ESR_err_mmio_dcrs_timeout _BN(34)
#define L1P_ESR_err_mmio_dcrs_priv _BN(35)
#define L1P_ESR_err_mmio_dcrs_par _BN(36)
#define L1P_ESR_err_dcrm_crit _BN(37)
#define L1P_ESR_err_dcrm_noncrit _BN(38)
#define L1P_ESR_err_dcrm_mc _BN(39)
#define L1P_ESR_err_tag_timeout _BN(40)
#define L1P_ESR_err_valid_timeout _BN(41)
#define L1P_ESR_err_hold_timeout _BN(42)
#define L1P_ESR_err_ditc_req_x2 _BN(43)
#define L1P_ESR_err_pfd_addr_p _BN(44)
#define L1P_ESR_err_pfd_avalid_p _BN(45)
#define L1P_ESR_err_pfd_fill_pnd_p _BN(46)
#define L1P_ESR_err_pfd_hit_pnd_p _BN(47)
#define L1P_ESR_err_pfd_stream_p _BN(48)
#define L1P_ESR_err_pfd_depth_p _BN(49)
#define L1P_ESR_err_pfd_clone_p _BN(50)
#define L1P_ESR_err_hitq_p _BN(51)
#define L1P_ESR_err_sd_p _BN(52)
#define L1P_ESR_err_pf2dfc_p _BN(53)
#define L1P_ESR_err_wccm_p_x2 _BN(54)
#define L1P_ESR_err_wccm_wcd_p_x2 _BN(55)
#define L1P_ESR_err_lu_wcd_p _BN(56)
#define L1P_ESR_err_lu_current_p _BN(57)
#define L1P_ESR_err_l2cmd _BN(58)
#define L1P_ESR_err_lu_dcr_dbus_p _BN(59)
#define L1P_ESR_err_luq_p _BN(60)
#define L1P_ESR_err_sda_phase_p _BN(61)
#define L1P_ESR_slice_sel_ctrl_perr _BN(62)
#define L1P_ESR_redun_ctrl_perr _BN(63)

/* The same registers of core c, through the DCR range. */
#define L1P_DCR_BASE 0x3fde0010000L
#define L1P_DCR_CORE_SEL(c) ((c) << 17)
#define L1P_PRIV(a) (((a) >> 33) & 1)
#define L1P_DCR_ADDR(a, c) \
	(L1P_DCR_BASE | L1P_DCR_CORE_SEL(c) | ((a) & (0xffffUL | 1UL << 33)))
#define L1P_DCR_BASE_DCR(c) L1P_DCR_ADDR(L1P_DCR_BASE, c)
#define L1P_ESR_DCR(c) L1P_DCR_ADDR(L1P_ESR, c)
#define L1P_ESR_BIC_REALTIME_DCR(c) L1P_DCR_ADDR(L1P_ESR_BIC_REALTIME, c)
#define L1P_ESR_BIC_CRITICAL_DCR(c) L1P_DCR_ADDR(L1P_ESR_BIC_CRITICAL, c)
#define L1P_ESR_BIC_NONCRITICAL_DCR(c) L1P_DCR_ADDR(L1P_ESR_BIC_NONCRITICAL, c)
#define L1P_ESR_BIC_MACHINECHECK_DCR(c) L1P_DCR_ADDR(L1P_ESR_BIC_MACHINECHECK, c)
#define L1P_ESR_GEA_DCR(c) L1P_DCR_ADDR(L1P_ESR_GEA, c)
#define L1P_ESR_INJ_DCR(c) L1P_DCR_ADDR(L1P_ESR_INJ, c)
#define L1P_ESR_HINJ_DCR(c) L1P_DCR_ADDR(L1P_ESR_HINJ, c)
#define L1P_THR_SPECULATION_SELF_DCR(c) L1P_DCR_ADDR(L1P_THR_SPECULATION_SELF, c)
#define L1P_THR_SPECULATION_TID_0_DCR(c) L1P_DCR_ADDR(L1P_THR_SPECULATION_TID_0, c)
#define L1P_THR_SPECULATION_TID_1_DCR(c) L1P_DCR_ADDR(L1P_THR_SPECULATION_TID_1, c)
#define L1P_THR_SPECULATION_TID_2_DCR(c) L1P_DCR_ADDR(L1P_THR_SPECULATION_TID_2, c)
#define L1P_THR_SPECULATION_TID_3_DCR(c) L1P_DCR_ADDR(L1P_THR_SPECULATION_TID_3, c)
#define L1P_THR_WC_AGE_MAX_SELF_DCR(c) L1P_DCR_ADDR(L1P_THR_WC_AGE_MAX_SELF, c)
#define L1P_THR_WC_AGE_MAX_TID_0_DCR(c) L1P_DCR_ADDR(L1P_THR_WC_AGE_MAX_TID_0, c)
#define L1P_THR_WC_AGE_MAX_TID_1_DCR(c) L1P_DCR_ADDR(L1P_THR_WC_AGE_MAX_TID_1, c)
#define L1P_THR_WC_AGE_MAX_TID_2_DCR(c) L1P_DCR_ADDR(L1P_THR_WC_AGE_MAX_TID_2, c)
#define L1P_THR_WC_AGE_MAX_TID_3_DCR(c) L1P_DCR_ADDR(L1P_THR_WC_AGE_MAX_TID_3, c)
#define L1P_MMIO_DISCARD_DCR(c) L1P_DCR_ADDR(L1P_MMIO_DISCARD, c)
#define L1P_CFG_SPEC_DCR(c) L1P_DCR_ADDR(L1P_CFG_SPEC, c)
#define L1P_CFG_PF_USR_DCR(c) L1P_DCR_ADDR(L1P_CFG_PF_USR, c)
#define L1P_CFG_PF_SYS_DCR(c) L1P_DCR_ADDR(L1P_CFG_PF_SYS, c)
#define L1P_CFG_WC_DCR(c) L1P_DCR_ADDR(L1P_CFG_WC, c)
#define L1P_CFG_TO_DCR(c) L1P_DCR_ADDR(L1P_CFG_TO, c)
#define L1P_CFG_CLK_GATE_DCR(c) L1P_DCR_ADDR(L1P_CFG_CLK_GATE, c)
#define L1P_CFG_UPC_DCR(c) L1P_DCR_ADDR(L1P_CFG_UPC, c)
#define L1P_MMIO_DEBUG_LO_DCR(c) L1P_DCR_ADDR(L1P_MMIO_DEBUG_LO, c)
#define L1P_MMIO_DEBUG_HI_DCR(c) L1P_DCR_ADDR(L1P_MMIO_DEBUG_HI, c)

__END_DECLS

#endif

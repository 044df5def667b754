/*
 * test_headers_map.c - the SPI's inlines on maps of ranks and rectangles of nodes:
 * mu/RankMap.h, mu/ClassrouteIds.h, mu/ClassrouteRect.h.
 *
 * Pins: orders and map files, what is wrong with them, sections of several programs;
 * which class route ids are offered and when a route must be set and cleared; the
 * rectangles chosen for a number of nodes and which are left out.  Leaves out: the trees of
 * rectangles (test_classroute_rect.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <hwi/include/bqc/A2_core.h>
#include <spi/include/mu/Classroute_inlines.h>
#include <spi/include/mu/RankMap.h>

static char path[] = "/tmp/test_headers_map.XXXXXX";

/* A file of that text; its name. */
static const char *file_of(const char *text)
{
	static bool made;
	FILE *f;

	if (!made) {
		int fd = mkstemp(path);

		assert_true(fd >= 0);
		close(fd);
		made = true;
	}
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
	return path;
}

static int remove_file(void **state)
{
	(void)state;
	unlink(path);
	return 0;
}

/* ---- mu/RankMap.h */

static const BG_JobCoords_t job = { .shape = { 2, 1, 1, 3, 2, 16 } };

static int generate(const char *name, BG_CoordinateMapping_t *map, uint32_t np)
{
	return MUSPI_GenerateCoordinates(name, &job, NULL, 4, np, 0, NULL, map, NULL, NULL);
}

static void rankmap_orders_give_offsets(void **state)
{
	const uint32_t size[NUMDIMENSION] = { 2, 3, 4, 5, 2, 16 };
	uint32_t offset[NUMDIMENSION];
	const uint32_t abcdet[] = { 3 * 4 * 5 * 2 * 16, 4 * 5 * 2 * 16, 5 * 2 * 16, 2 * 16,
				    16, 1 };

	(void)state;
	assert_int_equal(MUSPI_PreCalculateMapOffsets("ABCDET", size, offset), 0);
	assert_memory_equal(offset, abcdet, sizeof offset);
	assert_int_equal(MUSPI_PreCalculateMapOffsets("TEDCBA  # so", size, offset), 0);
	assert_int_equal(offset[0], 1);
	assert_int_equal(offset[5], 2 * 3 * 4 * 5 * 2);
	assert_int_equal(MUSPI_PreCalculateMapOffsets("ABCDE", size, offset), -1);
	assert_int_equal(MUSPI_PreCalculateMapOffsets("ABCDEA", size, offset), -1);
	assert_int_equal(MUSPI_PreCalculateMapOffsets("ABCDEF", size, offset), -1);
	assert_int_equal(MUSPI_PreCalculateMapOffsets("ABCDETT", size, offset), -1);
	assert_int_equal(MUSPI_PreCalculateMapOffsets("", size, offset), -1);
}

static void rankmap_coordinates_of_an_order(void **state)
{
	BG_CoordinateMapping_t map[48], me = { .a = 1, .d = 2, .e = 1, .t = 3 };
	uint32_t rank = 99, mpmd = 9;

	(void)state;
	assert_int_equal(generate("ABCDET", map, 48), 0);
	assert_int_equal(map[0].t, 0);
	assert_int_equal(map[3].t, 3);
	assert_int_equal(map[4].e, 1);
	assert_int_equal(map[8].d, 1);
	assert_int_equal(map[24].a, 1);
	assert_int_equal(map[47].a, 1);
	assert_int_equal(map[47].d, 2);
	assert_int_equal(map[47].t, 3);
	assert_int_equal(MUSPI_GenerateCoordinates("ABCDET", &job, &me, 4, 48, 0, NULL, NULL,
						   &rank, &mpmd), 0);
	assert_int_equal(rank, 47);
	assert_int_equal(mpmd, 0);
	assert_int_equal(MUSPI_GenerateCoordinates("ABCDET", &job, NULL, 4, 48, 0, NULL, NULL,
						   &rank, NULL), -1);
	assert_int_equal(MUSPI_GenerateCoordinates("ABCDET", NULL, NULL, 4, 48, 0, NULL, map,
						   NULL, NULL), -1);
	assert_int_equal(generate(NULL, map, 1), -1);
	assert_int_equal(generate("/no/such/file", map, 1), -1);
}

static void rankmap_coordinates_of_a_file(void **state)
{
	BG_CoordinateMapping_t map[4], me = { .d = 2, .e = 1, .t = 1 };
	uint32_t rank = 99, mpmd = 9;
	const char *name = file_of("# two ranks\n\n1 0 0 2 1 3 # the last\n"
				   " 0 0 0 2 1 1\n#mapping TABCDE\n9 9 9 9 9 9\n");

	(void)state;
	assert_int_equal(generate(name, map, 4), 0);
	assert_int_equal(map[0].a, 1);
	assert_int_equal(map[0].t, 3);
	assert_int_equal(map[1].d, 2);
	assert_int_equal(map[1].t, 1);
	assert_int_equal(map[2].d, 1); /* rank 2 in the order of the line */
	assert_int_equal(map[2].e, 0);
	assert_int_equal(map[3].e, 1);
	assert_int_equal(MUSPI_GenerateCoordinates(name, &job, &me, 4, 4, 0, NULL, NULL,
						   &rank, &mpmd), 0);
	assert_int_equal(rank, 1);
	assert_int_equal(mpmd, 0);
	name = file_of("#mpmdbegin 0\n0 0 0 0 0 0");
	assert_int_equal(MUSPI_GenerateCoordinates(name, &job, NULL, 4, 1, 0, NULL, map,
						   NULL, &mpmd), 0);
	assert_int_equal(mpmd, 1);
}

static void rankmap_wrong_files(void **state)
{
	BG_CoordinateMapping_t map[4];
	char line[400];

	(void)state;
	assert_int_equal(generate(file_of("0 0 0 0 0 0\n"), map, 2), -1); /* too short */
	assert_int_equal(generate(file_of("0 0 zero 0 0 0\n"), map, 1), -1);
	assert_int_equal(generate(file_of("2 0 0 0 0 0\n"), map, 1), -1); /* outside */
	assert_int_equal(generate(file_of("#mapping ABCDE\n"), map, 1), -1);
	memset(line, ' ', sizeof line);
	strcpy(line + 250, "0 0 0 0 0 0\n");
	assert_int_equal(generate(file_of(line), map, 1), -1); /* too long */
	assert_int_equal(generate(file_of(line + 100), map, 1), 0);
}

static void rankmap_sections_of_programs(void **state)
{
	const char *name = file_of("#mpmdbegin 0-3,8\n#mpmdcmd ./one a b  \n#mpmdend\n"
				   "#mpmdbegin 16-30x2\n#mpmdcmd   ./two\n#mpmdend\n");
	char cmd[32];
	uint32_t id = 99;

	(void)state;
	assert_int_equal(MUSPI_GetMPMDData(name, 3, 0, NULL, &id, sizeof cmd, cmd), 0);
	assert_int_equal(id, 0);
	assert_string_equal(cmd, "./one a b");
	assert_int_equal(MUSPI_GetMPMDData(name, 8, 0, NULL, &id, sizeof cmd, cmd), 0);
	assert_int_equal(id, 0);
	assert_int_equal(MUSPI_GetMPMDData(name, 18, 0, NULL, &id, sizeof cmd, cmd), 0);
	assert_int_equal(id, 1);
	assert_string_equal(cmd, "./two");
	assert_int_equal(MUSPI_GetMPMDData(name, 4, 0, NULL, &id, sizeof cmd, cmd), -1);
	assert_int_equal(MUSPI_GetMPMDData(name, 17, 0, NULL, &id, sizeof cmd, cmd), -1);
	assert_int_equal(MUSPI_GetMPMDData(name, 32, 0, NULL, &id, sizeof cmd, cmd), -1);
	cmd[3] = '!';
	assert_int_equal(MUSPI_GetMPMDData(name, 18, 0, NULL, &id, 3, cmd), 0);
	assert_memory_equal(cmd, "./t!", 4);
	name = file_of("#mpmdbegin 0\n#mpmdbegin 1\n");
	assert_int_equal(MUSPI_GetMPMDData(name, 1, 0, NULL, &id, sizeof cmd, cmd), -1);
	name = file_of("#mpmdbegin 0\n#mpmdend\n");
	assert_int_equal(MUSPI_GetMPMDData(name, 0, 0, NULL, &id, sizeof cmd, cmd), -1);
	name = file_of("#mpmdbegin 3-1\n#mpmdcmd x\n#mpmdend\n");
	assert_int_equal(MUSPI_GetMPMDData(name, 2, 0, NULL, &id, sizeof cmd, cmd), -1);
	assert_int_equal(MUSPI_GetMPMDData(NULL, 0, 0, NULL, &id, sizeof cmd, cmd), -1);
}

/* ---- mu/ClassrouteIds.h */

static void classroute_ids_are_shared_by_equal_rectangles(void **state)
{
	CR_RECT_T r = { CR_COORD_INIT(0, 0, 0, 0, 0), CR_COORD_INIT(1, 1, 1, 1, 1) };
	CR_RECT_T s = { CR_COORD_INIT(0, 0, 0, 0, 0), CR_COORD_INIT(1, 1, 1, 1, 0) };
	const int user = BGQ_CLASS_INPUT_VC_USER, sub = BGQ_CLASS_INPUT_VC_SUBCOMM;
	uint32_t ids[] = { 1, 3, 4 };
	void *env = NULL;

	(void)state;
	assert_int_equal(MUSPI_InitClassrouteIds(ids, 3, 0, &env), 0);
	assert_non_null(env);
	assert_int_equal(MUSPI_GetClassrouteIds(sub, &r, &env), 1 << 1 | 1 << 3 | 1 << 4);
	assert_int_equal(MUSPI_SetClassrouteId(3, sub, &r, &env), 1); /* must be set */
	assert_int_equal(MUSPI_GetClassrouteIds(sub, &r, &env), CR_MATCH_RECT_FLAG | 1 << 3);
	assert_int_equal(MUSPI_GetClassrouteIds(user, &r, &env), 1 << 1 | 1 << 4);
	assert_int_equal(MUSPI_GetClassrouteIds(sub, &s, &env), 1 << 1 | 1 << 4);
	assert_int_equal(MUSPI_SetClassrouteId(3, sub, &r, &env), 0); /* is */
	/* Ids in use stay, whatever is free says now. */
	assert_int_equal(MUSPI_InitClassrouteIds(ids, 1, 0, &env), 0);
	assert_int_equal(MUSPI_GetClassrouteIds(sub, &s, &env), 1 << 1);
	assert_int_equal(MUSPI_ReleaseClassrouteId(3, sub, &r, &env), 0);
	assert_int_equal(MUSPI_GetClassrouteIds(sub, &r, &env), CR_MATCH_RECT_FLAG | 1 << 3);
	assert_int_equal(MUSPI_ReleaseClassrouteId(3, sub, &r, &env), 1); /* clear it */
	assert_int_equal(MUSPI_GetClassrouteIds(sub, &r, &env), 1 << 1 | 1 << 3);
	free(env);
	env = NULL;
	assert_int_equal(MUSPI_GetClassrouteIds(user, &r, &env), 0xffff);
	free(env);
}

/* ---- mu/ClassrouteRect.h */

static void classroute_channel_is_apart_from_the_links(void **state)
{
	ClassRoute_t cr = { BGQ_CLASS_LINK_AM | BGQ_CLASS_INPUT_LINK_LOCAL, BGQ_CLASS_LINK_EP };

	(void)state;
	assert_int_equal(GET_CR_ROUTE_VC(&cr), BGQ_CLASS_INPUT_VC_USER);
	SET_CR_ROUTE_VC(&cr, BGQ_CLASS_INPUT_VC_SYSTEM);
	SET_CR_ROUTE_VC(&cr, BGQ_CLASS_INPUT_VC_SUBCOMM);
	assert_int_equal(GET_CR_ROUTE_VC(&cr), BGQ_CLASS_INPUT_VC_SUBCOMM);
	assert_int_equal(cr.input, 0x2801);
	assert_int_equal(SET_CR_ROUTE_VC(&cr, BGQ_CLASS_INPUT_VC_USER), 0x801);
	assert_int_equal(cr.output, BGQ_CLASS_LINK_EP);
}

static void coordinates_are_equal_in_all_dimensions(void **state)
{
	CR_COORD_T a = { { 1, 2, 3, 4, 1 } };

	(void)state;
	assert_int_equal(__MUSPI_eq_coords(&a, &a), 1);
	for (int d = 0; d < CR_NUM_DIMS; d++) {
		CR_COORD_T b = a;

		b.coords[d]++;
		assert_int_equal(__MUSPI_eq_coords(&a, &b), 0);
	}
}

/* Two bits for each thread, thread 0's highest. */
static void axu_indicators_by_thread(void **state)
{
	(void)state;
	assert_true(AXUCR0_ENAB_IND(0, 2) == AXUCR0_ENAB_NAN_IND_0);
	assert_true(AXUCR0_ENAB_IND(0, 1) == AXUCR0_ENAB_INF_IND_0);
	assert_true(AXUCR0_ENAB_IND(1, 3) == (AXUCR0_ENAB_NAN_IND_1 | AXUCR0_ENAB_INF_IND_1));
	assert_true(AXUCR0_ENAB_IND(2, 6) == AXUCR0_ENAB_NAN_IND_2); /* cut to two bits */
	assert_true(AXUCR0_ENAB_IND(3, 1) == AXUCR0_ENAB_INF_IND_3);
}

static void check_rect(CR_RECT_T *r, const uint32_t *low, const int *length)
{
	for (int d = 0; d < CR_NUM_DIMS; d++) {
		assert_int_equal(CR_COORD_DIM(CR_RECT_LL(r), d), low[d]);
		assert_int_equal(CR_COORD_DIM(CR_RECT_UR(r), d),
				 low[d] + (uint32_t)length[d] - 1);
	}
}

static void rect_by_order_of_dimensions(void **state)
{
	CR_RECT_T block = { CR_COORD_INIT(2, 0, 0, 0, 0), CR_COORD_INIT(5, 3, 3, 3, 1) }, r;
	int dims[] = { CR_AXIS_E, CR_AXIS_D, CR_AXIS_C, CR_AXIS_B, CR_AXIS_A };
	const uint32_t low[] = { 2, 0, 0, 0, 0 };
	CR_COORD_T co[512];
	int nx, pri;

	(void)state;
	MUSPI_MakeNpRectMap(&block, 30, dims, &r, co, &nx, &pri);
	check_rect(&r, low, (int[]){ 1, 1, 4, 4, 2 });
	assert_int_equal(pri, CR_AXIS_C);
	assert_int_equal(nx, 2); /* the last two with E fastest */
	assert_true(__MUSPI_eq_coords(&co[0], &CR_COORD_INIT(2, 0, 3, 3, 1)));
	assert_true(__MUSPI_eq_coords(&co[1], &CR_COORD_INIT(2, 0, 3, 3, 0)));
	MUSPI_MakeNpRectMap(&block, 512, dims, &r, co, &nx, &pri);
	check_rect(&r, low, (int[]){ 4, 4, 4, 4, 2 });
	assert_int_equal(pri, CR_AXIS_A);
	assert_int_equal(nx, 0);
	MUSPI_MakeNpRectMap(&block, 1, dims, &r, co, &nx, &pri);
	check_rect(&r, low, (int[]){ 1, 1, 1, 1, 1 });
	assert_int_equal(pri, 0);
	assert_int_equal(nx, 0);
	MUSPI_MakeNpRectMap(&block, 8, dims, &r, co, &nx, &pri);
	check_rect(&r, low, (int[]){ 1, 1, 1, 4, 2 });
	assert_int_equal(nx, 0);
}

static void rect_as_regular_as_it_can_be(void **state)
{
	CR_RECT_T block = { CR_COORD_INIT(0, 0, 0, 0, 0), CR_COORD_INIT(3, 3, 3, 3, 1) }, r;
	CR_RECT_T flat = { CR_COORD_INIT(0, 0, 0, 0, 0), CR_COORD_INIT(0, 7, 3, 3, 1) };
	const uint32_t low[] = { 0, 0, 0, 0, 0 };
	CR_COORD_T co[512];
	int nx, pri;

	(void)state;
	MUSPI_MakeNpRect(&block, 32, &r, co, &nx, &pri);
	check_rect(&r, low, (int[]){ 2, 2, 2, 2, 2 });
	assert_int_equal(nx, 0);
	assert_int_equal(pri, 0);
	MUSPI_MakeNpRect(&block, 40, &r, co, &nx, &pri); /* A grows by one layer of 16 */
	check_rect(&r, low, (int[]){ 3, 2, 2, 2, 2 });
	assert_int_equal(nx, 8);
	assert_int_equal(pri, CR_AXIS_A);
	assert_true(__MUSPI_eq_coords(&co[0], &CR_COORD_INIT(2, 1, 1, 1, 1)));
	assert_true(__MUSPI_eq_coords(&co[7], &CR_COORD_INIT(2, 1, 0, 0, 0)));
	MUSPI_MakeNpRect(&block, 100, &r, co, &nx, &pri); /* A in full, then B */
	check_rect(&r, low, (int[]){ 4, 4, 2, 2, 2 });
	assert_int_equal(nx, 28);
	assert_int_equal(pri, CR_AXIS_A);
	MUSPI_MakeNpRect(&block, 512, &r, co, &nx, &pri);
	check_rect(&r, low, (int[]){ 4, 4, 4, 4, 2 });
	assert_int_equal(nx, 0);
	/* A is shorter than the side of a regular box: B makes up for it. */
	MUSPI_MakeNpRect(&flat, 32, &r, co, &nx, &pri);
	check_rect(&r, low, (int[]){ 1, 4, 2, 2, 2 });
	assert_int_equal(nx, 0);
	MUSPI_MakeNpRect(&block, 1, &r, co, &nx, &pri);
	check_rect(&r, low, (int[]){ 1, 1, 1, 1, 2 });
	assert_int_equal(nx, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rankmap_orders_give_offsets),
		cmocka_unit_test(rankmap_coordinates_of_an_order),
		cmocka_unit_test(rankmap_coordinates_of_a_file),
		cmocka_unit_test(rankmap_wrong_files),
		cmocka_unit_test(rankmap_sections_of_programs),
		cmocka_unit_test(classroute_ids_are_shared_by_equal_rectangles),
		cmocka_unit_test(classroute_channel_is_apart_from_the_links),
		cmocka_unit_test(coordinates_are_equal_in_all_dimensions),
		cmocka_unit_test(axu_indicators_by_thread),
		cmocka_unit_test(rect_by_order_of_dimensions),
		cmocka_unit_test(rect_as_regular_as_it_can_be),
	};

	return cmocka_run_group_tests_name("maps", tests, NULL, remove_file);
}

/* traffic_plot.c - see traffic_plot.h. */
#include "traffic_plot.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emu/cmd/cli/file_write.h"
#include "traffic_options.h"
#include "traffic_report.h"

static struct {
	const char *file;
	FILE *svg;
	struct row { double offered, percent, mean_ns, p50_ns, p99_ns; } row[TRAFFIC_LOADS];
	unsigned rows;
} plot;

static bool has_gnuplot(void)
{
	char *path = strdup(getenv("PATH") ? getenv("PATH") : "/usr/bin:/bin"), *rest = path, *dir;
	char file[4096];
	bool found = false;

	while (!found && (dir = strsep(&rest, ":")) != NULL) {
		snprintf(file, sizeof file, "%s/gnuplot", *dir ? dir : ".");
		found = access(file, X_OK) == 0;
	}
	free(path);
	return found;
}

bool plot_open(const char *file)
{
	if (!has_gnuplot()) {
		fprintf(stderr, "bgq-net: --plot needs gnuplot, which is not installed "
			"(package gnuplot-nox)\n");
		return false;
	}
	plot.file = file;
	plot.svg = file_write(file);
	if (!plot.svg)
		fprintf(stderr, "bgq-net: --plot %s: %s\n", file, file_write_error(errno));
	return plot.svg;
}

void plot_add(const struct traffic_result *r)
{
	if (plot.svg && plot.rows < TRAFFIC_LOADS)
		plot.row[plot.rows++] = (struct row){ r->offered_percent, r->percent,
			r->latency_mean_ns, r->latency_p50_ns, r->latency_p99_ns };
}

/* Writes a script for gnuplot: line styles and points differ without colour, too. */
static void write_script(FILE *to, const struct traffic_config *c)
{
	char shape[TRAFFIC_SHAPE_BYTES];

	report_shape(&c->shape, shape);
	fprintf(to, "$rows << EOD\n");
	for (unsigned i = 0; i < plot.rows; i++)
		fprintf(to, "%g %g %g %g %g\n", plot.row[i].offered, plot.row[i].percent,
			plot.row[i].mean_ns / 1e3, plot.row[i].p50_ns / 1e3,
			plot.row[i].p99_ns / 1e3);
	fprintf(to, "EOD\n"
		"set terminal svg size 760,720 dynamic background '#ffffff' font 'sans,13'\n"
		"set multiplot layout 2,1 title '%s traffic on %s, %s, %u bytes'\n"
		"set grid\nset xlabel 'offered, %% of the peak'\nset xrange [0:*]\n"
		"set style data linespoints\nset key top left\nset yrange [0:*]\n"
		"set ylabel 'delivered, %% of the peak'\n"
		"plot $rows using 1:2 lw 2 pt 7 lc '#1d3557' title 'delivered', "
		"x with lines dt 2 lc '#777777' title 'offered'\n"
		"set ylabel 'latency, microseconds'\n"
		"plot $rows using 1:3 lw 2 pt 7 lc '#1d3557' title 'mean', "
		"$rows using 1:4 lw 2 pt 4 dt 2 lc '#457b9d' title 'median', "
		"$rows using 1:5 lw 2 pt 8 dt 3 lc '#a8501f' title '99 %%'\n"
		"unset multiplot\n",
		traffic_pattern_name(c->pattern), shape,
		c->deterministic ? "deterministic" : "dynamic", c->payload_bytes);
}

bool plot_close(const struct traffic_config *c)
{
	if (!plot.svg)
		return true;
	/* gnuplot's output is the file that is open already. */
	int saved = dup(STDOUT_FILENO);

	fflush(stdout);
	dup2(fileno(plot.svg), STDOUT_FILENO);
	FILE *gnuplot = popen("gnuplot", "we");

	dup2(saved, STDOUT_FILENO);
	close(saved);
	void (*before)(int) = signal(SIGPIPE, SIG_IGN); /* it may have ended */

	if (gnuplot)
		write_script(gnuplot, c);
	int status = gnuplot ? pclose(gnuplot) : -1;

	signal(SIGPIPE, before);

	bool drawn = WIFEXITED(status) && WEXITSTATUS(status) == 0;

	if (file_write_end(plot.svg, drawn ? 0 : EIO) == 0)
		return true;
	fprintf(stderr, "bgq-net: --plot %s: gnuplot has failed\n", plot.file);
	return false;
}

# plots_machines.gp - loads and all-to-alls of bench/machine_loads.sh as SVG.
# Usage: gnuplot -e "dir='build/paper/'" plots_machines.gp
set terminal svg size 640,420 font 'sans,13' background '#ffffff'
set datafile separator ','
set grid lc '#dddddd'
set style line 1 lc '#1f6fb4' lw 2 pt 7 ps 0.5
set style line 2 lc '#d1495b' lw 2 pt 7 ps 0.5
set style line 3 lc '#1f6fb4' lw 2 dt 2 pt 6 ps 0.5
set style line 4 lc '#d1495b' lw 2 dt 2 pt 6 ps 0.5
rows(machine, shape, routing) = sprintf( \
	"< awk -F, '$1 == \"%s\" && $2 == \"%s\" && $3 == \"%s\"' %smachines_loads.csv", \
	machine, shape, routing, dir)
ways(machine, way) = sprintf( \
	"< awk -F, '$1 == \"%s\" && $3 == \"%s\"' %smachines_alltoall.csv", machine, way, dir)
names = "bgl bgp"
titles = "'Blue Gene/L' 'Blue Gene/P'"

set xlabel 'offered load, percent of the bisection bound'
do for [i = 1:2] {
	m = word(names, i)
	set output dir.'machines_'.m.'_accepted.svg'
	set title word(titles, i).', uniform traffic'
	set ylabel 'accepted, percent of the bound'
	set key bottom right
	set yrange [0:100]
	plot rows(m, '8x8x8', 'adaptive') using 4:5 with linespoints ls 1 title '8x8x8', \
	     rows(m, '32x32x16', 'adaptive') using 4:5 with linespoints ls 2 title '32x32x16', \
	     rows(m, '8x8x8', 'dimension order') using 4:5 with linespoints ls 3 \
		title '8x8x8, dimension order, one channel', \
	     rows(m, '32x32x16', 'dimension order') using 4:5 with linespoints ls 4 \
		title '32x32x16, dimension order, one channel'
	set output dir.'machines_'.m.'_latency.svg'
	set ylabel 'latency, us'
	set yrange [0:20]
	plot rows(m, '8x8x8', 'adaptive') using 4:($6/1000) with linespoints ls 1 title '8x8x8', \
	     rows(m, '32x32x16', 'adaptive') using 4:($6/1000) with linespoints ls 2 \
		title '32x32x16', \
	     rows(m, '8x8x8', 'dimension order') using 4:($6/1000) with linespoints ls 3 \
		title '8x8x8, dimension order, one channel', \
	     rows(m, '32x32x16', 'dimension order') using 4:($6/1000) with linespoints ls 4 \
		title '32x32x16, dimension order, one channel'
}

set output dir.'machines_snl_latency.svg'
set title 'Sandia mesh 27x16x24, uniform traffic'
set ylabel 'latency, ns'
set yrange [0:*]
plot rows('snl', '27x16x24', 'source routes') using 4:6 with linespoints ls 1 title 'mean', \
     rows('snl', '27x16x24', 'source routes') using 4:7 with linespoints ls 2 title '99 %'

set output dir.'machines_alltoall.svg'
set title 'All-to-all, a packet to each node'
set xlabel 'shape'
set ylabel 'percent of the bisection bound'
set yrange [0:100]
set key bottom left
set xrange [-0.5:4.5]
plot ways('bgl', 'direct') using 0:4:xtic(2) with linespoints ls 1 title 'Blue Gene/L, direct', \
     ways('bgl', 'two phases') using 0:4 with linespoints ls 3 title 'in two phases', \
     ways('bgp', 'direct') using 0:4 with linespoints ls 2 title 'Blue Gene/P, direct', \
     ways('bgp', 'two phases') using 0:4 with linespoints ls 4 title 'in two phases'

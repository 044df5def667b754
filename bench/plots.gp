# plots.gp - the paper's four tables as SVG, measured by us against measured by IBM.
# Usage: gnuplot -e "dir='build/paper/'" plots.gp
set terminal svg size 640,420 font 'sans,13' background '#ffffff'
set datafile separator ','
set key bottom right
set grid lc '#dddddd'
set style line 1 lc '#1f6fb4' lw 2 pt 7 ps 0.5
set style line 2 lc '#d1495b' pt 2 ps 1.1 lw 2

set output dir.'table1.svg'
set title 'Table 1: ping-pong, 512-node mesh'
set xlabel 'hops'
set ylabel 'one-way latency, ns'
plot dir.'table1.csv' skip 1 using 1:4 with linespoints ls 1 title 'bgqemu, with software', \
     '' skip 1 using 1:5 with points ls 2 title 'paper', \
     '' skip 1 using 1:2 with linespoints ls 1 dt 2 title 'bgqemu, hardware', \
     '' skip 1 using 1:3 with points ls 2 notitle

set logscale x 2
set output dir.'table2.svg'
set title 'Table 2: nearest neighbours, ten links looped back'
set xlabel 'message, KiB'
set ylabel 'send + receive, GB/s'
set yrange [0:*]
plot dir.'table2.csv' skip 1 using 1:2 with linespoints ls 1 title 'bgqemu', \
     '' skip 1 using 1:3 with points ls 2 title 'paper'

set output dir.'table3.svg'
set title 'Table 3: allreduce of one double'
set xlabel 'nodes'
set ylabel 'latency, ns'
plot dir.'table3.csv' skip 1 using 1:2 with linespoints ls 1 title 'bgqemu', \
     '' skip 1 using 1:3 with points ls 2 title 'paper'

set output dir.'table4.svg'
set title 'Table 4: allreduce of doubles, 512 nodes'
set xlabel 'message, KiB'
set ylabel 'throughput, GB/s'
plot dir.'table4.csv' skip 1 using 1:2 with linespoints ls 1 title 'bgqemu', \
     '' skip 1 using 1:3 with points ls 2 title 'paper'

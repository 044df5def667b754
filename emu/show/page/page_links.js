/* page_links.js - links: the busiest, sums, maps of the machine. */

/* ---- links */

const C = columns(D.links);
const EACH = D.machine.block.reduce((a, b) => a * b, 1); /* nodes of a row, and of a map's cell */
const MAP = D.machine.block_shape;
const CLASSES = ['dynamic', 'deterministic', 'priority', 'system', 'world', 'sub'];
/* [name, values, as text, whether a share of the whole] */
const MEASURES = [['busy: share of the job\'s time', C('busy_ps').map(v => v / (D.job_ps || 1) / EACH),
	percent, true]];
for (const c of CLASSES) {
	const v = C(c);
	if (most(v))
		MEASURES.push([`packets, ${c}`, v.map(n => n / EACH), v => count(Math.round(v))]);
}
{
	const q = C('waiting_user_packet_ps').map(v => v / (D.job_ps || 1) / EACH);
	const o = C('waiting_other_packet_ps').map(v => v / (D.job_ps || 1) / EACH);
	MEASURES.push(['mean queue of the receiving end, users\' packets', q, v => v.toFixed(3)]);
	if (most(o))
		MEASURES.push(['mean queue, collectives and system', o, v => v.toFixed(3)]);
}
function coords(n, shape) {
	const c = [];
	for (let d = 4; d >= 0; d--) {
		c[d] = n % shape[d];
		n = Math.floor(n / shape[d]);
	}
	return c;
}
const number = (c, shape) => c.reduce((n, v, d) => n * shape[d] + v, 0);
const cell_of = node => number(coords(node, D.machine.shape).map((v, d) =>
	Math.floor(v / D.machine.block[d])), MAP);
/* "node 5 <0,0,0,1,0>", or the box of nodes that is cell n of a shape */
function place_name(n, shape) {
	const size = shape.map((v, d) => D.machine.shape[d] / v), at = coords(n, shape);
	const low = at.map((v, d) => v * size[d]), high = low.map((v, d) => v + size[d] - 1);
	return size.every(v => v === 1) ? `node ${n} <${low}>` : `nodes <${low}> to <${high}>`;
}
/* Which dimensions go down, so that a map is about twice as wide as high. */
const down = (() => {
	let best = 0, bad = Infinity;
	for (let k = 0; k <= 5; k++) {
		const rows = MAP.slice(0, k).reduce((a, b) => a * b, 1);
		const off = Math.abs(Math.log(D.machine.nodes / EACH / rows / rows / 2));
		if (off < bad)
			[best, bad] = [k, off];
	}
	return best;
})();
function axis(from, to) { /* position of a node along its dimensions, with gaps between groups */
	const s = MAP.slice(from, to), inner = s.slice(1).reduce((a, b) => a * b, 1);
	const place = c => c.slice(from, to).reduce((x, v, i) => x * s[i] + v, 0);
	const at = i => i + .6 * Math.floor(i / inner);
	return { place, at, size: s.length ? at(s.reduce((a, b) => a * b, 1) - 1) + 1 : 1 };
}
const X = axis(down, 5), Y = axis(0, down);
const SHADES = 10;
/* More is darker on light paper, and lighter on dark paper. */
document.head.append(el('style', {}, [[97, -85, ''], [12, 80, '(prefers-color-scheme: dark)']].map(
	([from, by, media]) => {
		const shades = Array.from({ length: SHADES }, (x, i) =>
			`--h${i}: hsl(215 45% ${from + by * i / (SHADES - 1)}%)`).join('; ');
		return media ? `@media ${media} { :root { ${shades} } }` : `:root { ${shades} }`;
	}).join(' ')));
const shade = i => `var(--h${i})`;
function heat(values, top, show) { /* values by cell */
	const cells = Array.from({ length: SHADES }, () => ''), at = [];
	values.forEach((v, node) => {
		const c = coords(node, MAP), x = X.at(X.place(c)), y = Y.at(Y.place(c));
		const k = v ? 1 + Math.min(SHADES - 2, Math.floor(v / top * (SHADES - 1))) : 0;
		cells[k] += `M${x} ${y}h1v1h-1z`;
		at.push([x, y]);
	});
	const svg = el('svg', { viewBox: `-.3 -.3 ${X.size + .6} ${Y.size + .6}`, role: 'img',
		'shape-rendering': 'crispEdges' }, ...cells.map((d, k) => d ? el('path',
			{ d, style: `fill:${shade(k)};stroke:var(--cell)`, 'stroke-width': .04 }) : null));
	on_point(svg, e => {
		const r = svg.getBoundingClientRect();
		const x = (e.clientX - r.left) / r.width * (X.size + .6) - .3;
		const y = (e.clientY - r.top) / r.height * (Y.size + .6) - .3;
		const node = at.findIndex(([a, b]) => x >= a && x < a + 1 && y >= b && y < b + 1);
		if (node >= 0)
			show(node);
	});
	return svg;
}

(() => {
	const cell = C('node').map(cell_of), link = C('link'), B = D.links.busiest.rows;
	add(el('h2', {}, 'Links'));
	if (!cell.length) {
		add(el('p', {}, 'No link has carried a packet.'));
		return;
	}
	const of = (values, l) => values.filter((v, i) => link[i] === l);
	const most_busy = C('most_busy_ps');
	add(el('h3', {}, 'The busiest'), table(['link', 'busy', 'packets'], B.map(b =>
		[b[0], percent(b[4] / (D.job_ps || 1)), count(b[5])])),
		el('h3', {}, 'In sum'),
		table(['link', 'busy, mean', 'most', ...CLASSES, 'payload and headers', 'mean queue'],
		D.links.names.map(name => [name,
			percent(sum(of(C('busy_ps'), name)) / (D.job_ps || 1) / D.machine.nodes),
			percent(most(of(most_busy, name)) / (D.job_ps || 1)),
			...CLASSES.map(c => count(sum(of(C(c), name)))),
			bytes(32 * sum(CLASSES.map(c => sum(of(C(c + '_chunks'), name))))),
			(sum(of(C('waiting_user_packet_ps'), name)) / (D.job_ps || 1) /
				D.machine.nodes).toFixed(4)])),
		el('p', { class: 'note' }, 'Sums over all nodes; busy and queue are means of a node. ' +
			'World and sub are collectives of the whole machine and of parts.'));
	const pick = el('select', { 'aria-label': 'what the maps show' }, ...MEASURES.map(([n], i) =>
		el('option', { value: i }, n)));
	const maps = el('div', {}), key = el('p', {}), place = el('p', { class: 'note place' });
	const names = 'ABCDE';
	const scale = (top, text) => ['0', ...Array.from({ length: SHADES }, (x, k) => el('span',
		{ class: 'key', style: 'margin:0;background:' + shade(k) })), ' ' + text(top)];
	function draw() {
		const [name, values, text, share] = MEASURES[pick.value], top = most(values) || 1;
		const tops = share ? [1, top] : [top];
		maps.className = share ? 'maps two' : 'maps';
		maps.replaceChildren();
		place.textContent = 'Point at a cell to see its node.';
		key.replaceChildren(...(share ? ['left ', ...scale(1, percent), '; right ',
			...scale(top, percent)] : scale(top, text)));
		for (const l of D.links.names) {
			const all = new Array(MAP.reduce((a, b) => a * b, 1)).fill(0);
			values.forEach((v, i) => { if (link[i] === l) all[cell[i]] = v; });
			const high = most(all), svgs = tops.map(t => heat(all, t, i => place.textContent =
				`${l} of ${place_name(i, MAP)}: ${text(all[i])}`));
			svgs.forEach((svg, i) => svg.setAttribute('aria-label', `${name} of ${l}` +
				(share ? `, 0 to ${percent(tops[i])}` : '')));
			maps.append(el('figure', {}, el('figcaption', {}, high ?
				`${l}: mean ${text(sum(all) / all.length)}, most ${text(high)}` :
				`${l}: nothing`), el('div', {}, ...svgs)));
		}
	}
	pick.addEventListener('change', draw);
	add(el('h3', {}, 'Maps'), el('p', {}, pick), el('p', { class: 'note' },
		`A cell is ${EACH > 1 ? `the mean of ${EACH} nodes' links` : 'a node\'s link'}: ` +
		`${names.slice(0, down) || 'nothing'} goes down, ` +
		`${names.slice(down)} to the right, the last letter fastest.`), key, place, maps);
	draw();
})();


/* page_base.js - what the page is drawn with: elements, numbers, tables, bars. */
'use strict';
const D = JSON.parse(document.getElementById('data').textContent);
const page = document.getElementById('page');

/* ---- elements, numbers */

function el(name, attributes, ...children) {
	const svg = /^(svg|g|path|rect|text|line|pattern|defs|title)$/.test(name);
	const e = svg ? document.createElementNS('http://www.w3.org/2000/svg', name)
		: document.createElement(name);
	for (const k in attributes || {})
		e.setAttribute(k, attributes[k]);
	e.append(...children.filter(c => c !== null && c !== undefined));
	return e;
}
const add = (...nodes) => page.append(...nodes);
const round = (v, digits) => Number(v.toPrecision(digits || 4)).toString();
const count = v => v.toLocaleString('en-US');
const brief = v => v.toLocaleString('en-US', { notation: 'compact' });
const percent = v => (100 * v).toFixed(2) + ' %';
function time(ps) {
	const units = [[1e12, 's'], [1e9, 'ms'], [1e6, '\u00b5s'], [1e3, 'ns']];
	for (const [size, name] of units)
		if (ps >= size)
			return round(ps / size) + ' ' + name;
	return ps + ' ps';
}
function bytes(n) {
	const units = [[2 ** 30, 'GiB'], [2 ** 20, 'MiB'], [2 ** 10, 'KiB']];
	for (const [size, name] of units)
		if (n >= size)
			return round(n / size) + ' ' + name;
	return n + ' B';
}
const sum = a => a.reduce((x, y) => x + y, 0);
const most = a => a.reduce((x, y) => y > x ? y : x, 0);

function table(head, rows, style) {
	const body = rows.map(r => el('tr', {}, ...r.map(c => el('td', {}, String(c)))));
	const t = el('table', style ? { class: style } : {});
	if (head)
		t.append(el('thead', {}, el('tr', {}, ...head.map(h => el('th', {}, h)))));
	t.append(el('tbody', {}, ...body));
	return el('div', { class: 'wide' }, t);
}
function on_point(element, act) { /* with a mouse, or by touching */
	for (const event of ['pointermove', 'pointerdown'])
		element.addEventListener(event, act);
}
function columns(part) { /* the numbers of a column of a part, by its name */
	const at = {};
	part.columns.forEach((c, i) => at[c] = i);
	return name => part.rows.map(r => r[at[name]]);
}

/* ---- fills that differ without colour */

const FILLS = [
	['fill0', ''], ['paper', 'M0 0h8'], ['fill2', ''], ['paper', 'M-1 1l2 -2M0 8l8 -8M7 9l2 -2'],
	['fill4', ''], ['paper', 'M4 0v8'], ['fill6', 'M1 1h1M5 5h1'], ['paper', 'M0 0l8 8M8 0l-8 8']];
let fill_count = 0;
function fills() {
	const base = 'f' + fill_count++ + '_';
	const defs = el('defs', {}, ...FILLS.map(([colour, lines], i) =>
		el('pattern', { id: base + i, width: 8, height: 8, patternUnits: 'userSpaceOnUse' },
			el('rect', { width: 8, height: 8, style: `fill:var(--${colour})` }),
			el('path', { d: lines || 'M0 0', class: 'ink', 'stroke-width': 1.4 }))));
	return { defs, of: i => `url(#${base}${i % FILLS.length})` };
}
function legend(names) {
	const p = el('p', {});
	names.forEach((name, i) => {
		const f = fills();
		p.append(el('span', { class: 'key' }, el('svg', { viewBox: '0 0 20 15' }, f.defs,
			el('rect', { width: 20, height: 15, fill: f.of(i) }))), name);
	});
	return p;
}

/* bars: [{name, parts: [..]}]; below, names of as many as have room; above, values if all have. */
const room = texts => 6.5 * most(texts.map(t => t.length)) + 6;
function chart(bars, height, label, text) {
	const w = Math.max(300, Math.min(720, page.clientWidth)), left = 6, bottom = 20;
	const step = Math.min(90, (w - left) / Math.max(bars.length, 1));
	const top = most(bars.map(b => sum(b.parts))) || 1;
	const names = room(bars.map(b => b.name)), f = fills();
	const named = 2 ** Math.ceil(Math.log2(Math.max(names / step, 1)));
	const values = [count, brief].map(text => bars.map(b => b.value ? text(b.value) : ''))
		.find(texts => room(texts) <= step) || [];
	const svg = el('svg', { viewBox: `0 0 ${w} ${height + bottom}`, role: 'img',
		'aria-label': label }, f.defs);
	bars.forEach((b, x) => {
		let y = height;
		b.parts.forEach((v, i) => {
			const h = v / top * (height - 14);
			if (!h)
				return;
			y -= h;
			svg.append(el('rect', { x: left + x * step, y, height: h, class: 'ink',
				'stroke-width': .5, width: Math.max(step - (step > 6 ? 2 : 0), .5),
				fill: f.of(i) }, el('title', {}, text(b, i))));
		});
		if (x % named === 0 && left + x * step + names <= w + step)
			svg.append(el('text', { x: left + x * step, y: height + 14 }, b.name));
		if (values[x])
			svg.append(el('text', { x: left + x * step, y: y - 3 }, values[x]));
	});
	svg.append(el('line', { x1: left, x2: w, y1: height, y2: height, class: 'ink' }));
	return el('figure', {}, svg);
}


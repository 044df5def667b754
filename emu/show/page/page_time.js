/* page_time.js - lines over simulated time; who sends to whom. */

/* ---- over time */

(() => {
	const T = D.time, n = T.sending.length, links = D.machine.nodes * D.links.names.length;
	const all = Array.from({ length: n }, (x, i) => sum(T.links.map(l => l[i])));
	const left = 4, height = 64;
	add(el('h2', {}, 'Over simulated time'));
	function strip(name, values, whole, text) { /* values: integrals over a step */
		const w = Math.max(300, Math.min(1050, page.clientWidth));
		const level = values.map(v => v / T.step_ps / whole), top = most(level) || 1;
		const x = i => left + (w - left) * Math.min(i * T.step_ps / (D.job_ps || 1), 1);
		const y = v => height - v / top * (height - 14);
		let d = `M${left} ${height}`;
		level.forEach((v, i) => d += `V${y(v).toFixed(1)}H${x(i + 1).toFixed(1)}`);
		const svg = el('svg', { viewBox: `0 0 ${w} ${height + 16}`, role: 'img', 'aria-label':
			name + ' over time' }, el('path', { d: d + `V${height}z`, style:
			'fill:var(--fill0)' }), el('line', { x1: left, x2: w, y1: height, y2: height,
			class: 'ink' }), el('text', { x: left, y: height + 13 }, '0'),
			el('text', { x: w, y: height + 13, 'text-anchor': 'end' }, time(D.job_ps)));
		const place = el('figcaption', {});
		const say = i => place.textContent = `${name}: mean ` +
			`${text(sum(values) / (D.job_ps || 1) / whole)}, most ${text(most(level))}` +
			(i >= 0 && i < n ? `; at ${time(i * T.step_ps)} ${text(level[i])}` : '');
		on_point(svg, e => {
			const r = svg.getBoundingClientRect(), at = (e.clientX - r.left) / r.width * w;
			say(Math.floor((at - left) / (w - left) * D.job_ps / T.step_ps));
		});
		say(-1);
		add(el('figure', {}, place, svg));
	}
	const rest = v => round(v, 3);
	strip('links that carry packets, of all', all, links, percent);
	const busiest = T.links.map(sum), l = busiest.indexOf(most(busiest));
	strip(`links ${D.links.names[l]}, in sum the busiest`, T.links[l], D.machine.nodes, percent);
	strip('messages that units send', T.sending, 1, rest);
	strip('packets under way, without collectives', T.packets, 1, rest);
	strip('ranks that wait', D.waits.over_time, 1, rest);
	add(el('p', { class: 'note' }, `Means over ${time(T.step_ps)}.`));
})();

/* ---- from where to where */

(() => {
	const M = D.matrix, n = M.shape.reduce((a, b) => a * b, 1), one = M.nodes_each === 1;
	add(el('h2', {}, 'Who sends to whom'));
	if (!M.rows.length) {
		add(el('p', {}, 'No message has gone from node to node.'));
		return;
	}
	const messages = new Float64Array(n * n), data = new Float64Array(n * n);
	for (const [from, ...runs] of M.rows)
		for (const [to, many, m, b] of runs)
			for (let i = to; i < to + many; i++) {
				messages[from * n + i] = m;
				data[from * n + i] = b;
			}
	const canvas = el('canvas', { role: 'img', 'aria-label': 'bytes from node to node' });
	const place = el('p', { class: 'note place' }), whole = el('button', { type: 'button' },
		'All nodes');
	let x0 = 0, y0 = 0, side = n;
	const top = Math.log2(data.reduce((a, b) => b > a ? b : a, 0) + 1) || 1;
	function colours() {
		const css = getComputedStyle(document.documentElement), c = document.createElement(
			'canvas').getContext('2d', { willReadFrequently: true });
		return Array.from({ length: SHADES }, (x, i) => {
			c.fillStyle = css.getPropertyValue('--h' + i).trim();
			c.fillRect(0, 0, 1, 1);
			return c.getImageData(0, 0, 1, 1).data;
		});
	}
	function draw() {
		const shades = colours(), context = canvas.getContext('2d');
		canvas.width = canvas.height = side;
		const image = context.createImageData(side, side);
		for (let y = 0; y < side; y++)
			for (let x = 0; x < side; x++) {
				const i = (y0 + y) * n + x0 + x, v = Math.log2(data[i] + 1);
				const k = messages[i] ? 1 + Math.min(SHADES - 2,
					Math.floor(v / top * (SHADES - 1))) : 0;
				image.data.set(shades[k], 4 * (y * side + x));
			}
		context.putImageData(image, 0, 0);
		whole.disabled = side === n;
	}
	function at(e) {
		const r = canvas.getBoundingClientRect(), scale = v => Math.max(0, Math.min(side - 1,
			Math.floor(v * side)));
		return [x0 + scale((e.clientX - r.left) / r.width), y0 + scale((e.clientY - r.top) /
			r.height)];
	}
	on_point(canvas, e => {
		const [x, y] = at(e), i = y * n + x;
		place.textContent = `${place_name(y, M.shape)} to ${place_name(x, M.shape)}: ` +
			(messages[i] ? `${count(messages[i])} messages, ${bytes(data[i])}` : 'nothing');
	});
	canvas.addEventListener('click', e => {
		const [x, y] = at(e), next = Math.max(Math.min(8, n), Math.ceil(side / 2));
		const clamp = v => Math.max(0, Math.min(n - next, Math.round(v - next / 2)));
		[x0, y0, side] = [clamp(x + .5), clamp(y + .5), next];
		draw();
	});
	whole.addEventListener('click', () => {
		[x0, y0, side] = [0, 0, n];
		draw();
	});
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
	const pairs = [];
	data.forEach((v, i) => { if (messages[i]) pairs.push(i); });
	pairs.sort((a, b) => data[b] - data[a] || a - b);
	add(el('p', { class: 'note' }, 'Senders down, receivers to the right, by number' +
		(one ? '' : `; a cell stands for ${M.nodes_each} nodes each way`) + '. Darker, or ' +
		'lighter in the dark, is more bytes, by powers of two. Click to see a part closer.'),
		el('p', {}, whole), place, canvas,
		el('h3', {}, 'Most bytes'), table(['from', 'to', 'messages', 'bytes'],
			pairs.slice(0, 10).map(i => [place_name(Math.floor(i / n), M.shape),
				place_name(i % n, M.shape), count(messages[i]), bytes(data[i])])));
	draw();
})();


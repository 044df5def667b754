/* page_probe.js - for test_report_page.sh: what a browser has made of a report's page in a frame,
 * told to the page around it: layout, colours, errors, requests, what pointing and clicking do.
 * Never: a change of what the page shows before it is looked at. */
'use strict';
(() => {
	const all = (what, of) => [...(of || document).querySelectorAll(what)];
	const wide = all('.wide'), css = e => getComputedStyle(e);
	const light = colour => { /* 0 to 255 */
		const [r, g, b] = colour.match(/\d+/g).map(Number);
		return Math.round((2 * r + 5 * g + b) / 8);
	};
	const shades = svg => all('path', svg).map(p =>
		+/--h(\d)/.exec(p.getAttribute('style'))[1]);
	const maps = all('.maps.two figure').map(f => all('svg', f));
	const point = (e, event, x, y) => {
		const r = e.getBoundingClientRect();
		e.dispatchEvent(new PointerEvent(event, { bubbles: true,
			clientX: r.left + x * r.width, clientY: r.top + y * r.height }));
	};
	const told = {
		width: innerWidth,
		errors: window.probed_errors,
		requests: performance.getEntriesByType('resource').map(r => r.name),
		too_wide: document.documentElement.scrollWidth - innerWidth,
		tables: all('table').length,
		tables_that_may_scroll: wide.filter(w => css(w).overflowX === 'auto' &&
			w.querySelector('table')).length,
		tables_that_scroll: wide.filter(w => w.scrollWidth > w.clientWidth).length,
		paper: light(css(document.body).backgroundColor),
		ink: light(css(document.body).color),
		pair: maps.length ? Math.min(...maps.map(m => m.length)) : 0,
		fixed_labels: maps.filter(m => /, 0 to 100\.00 %$/.test(m[0].ariaLabel)).length,
		fixed_most: Math.max(...maps.map(m => Math.max(...shades(m[0])))),
		stretched_most: Math.max(...maps.map(m => Math.max(...shades(m[1])))),
		shade_none: light(css(all('.key[style*="--h0"]')[0]).backgroundColor),
		shade_most: light(css(all('.key[style*="--h9"]')[0]).backgroundColor),
		names_of_bars: all('figure svg text').length,
	};
	const texts = all('svg text').map(t => t.getBoundingClientRect());
	told.texts_that_overlap = texts.filter((a, i) => texts.some((b, k) =>
		k > i && a.right > b.left && b.right > a.left &&
		a.bottom > b.top && b.bottom > a.top)).length;
	point(maps[0][0], 'pointerdown', .1, .1);
	point(all('canvas')[0], 'pointerdown', .1, .5);
	told.places = all('.place').map(p => p.textContent);
	const canvas = all('canvas')[0], before = canvas.width;
	point(canvas, 'click', .9, .9);
	told.closer = canvas.width / before;
	all('button')[0].click();
	told.whole = canvas.width / before;
	parent.postMessage(told, '*');
})();

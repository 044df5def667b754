/* page_run.js - the run, how it ended, what ranks did, messages and latencies. */

/* ---- head */

const shape = D.machine.shape.join('x');
document.title = 'bgq-run: ' + D.run.program[0];
add(el('h1', {}, D.run.program.join(' ')),
	el('p', {}, `${count(D.run.ranks)} ranks on ${count(D.machine.nodes)} nodes, ${shape}: ` +
		`${time(D.job_ps)} of simulated time`));
const torus = 'ABCDE'.split('').filter((d, i) => D.machine.torus[i]).join('');
add(table(null, [
	['machine', `${D.machine.model}, ${shape}, ` + (torus ? 'torus in ' + torus : 'mesh')],
	['ranks', `${D.run.ranks_per_node} on each node, mapping ${D.run.mapping}` +
		(D.run.on_demand ? `, on demand but ${D.run.on_demand}` : '')],
	['routing', `zones ${D.machine.zones.join('; ')}; deterministic ${D.machine.order}; ` +
		`seed ${D.run.seed}`],
	['collectives', D.run.trains ? 'long ones fast-forwarded in trains' : 'packet by packet'],
	['I/O nodes', `one for ${D.run.io_ratio} nodes`],
	['end', D.end.text + (D.end.status ? `; exit status ${D.end.status}` : '')],
	['ranks at the end', [[D.ranks.ended - D.end.failed, 'ended with status 0'],
		[D.end.failed, 'failed'], [D.ranks.alive, 'alive'],
		[D.ranks.not_started, 'not started']].filter(([n]) => n).map(([n, how]) =>
		`${count(n)} ${how}`).join('; ')],
	['RAS events', count(D.end.ras)],
	['version', `bgqemu ${D.end.version}`]], 'facts'));

/* ---- end */

(() => {
	const E = D.end, F = E.first_failed, W = E.waits_for;
	if (E.reason === 'ended' && !F)
		return;
	add(el('h2', {}, 'How it ended'), el('p', {}, E.text[0].toUpperCase() + E.text.slice(1) + '.'));
	if (F)
		add(el('p', {}, `Rank ${F.rank} was the first to fail, with status ${F.status} at ` +
			`${time(F.at_ps)}; ${count(E.failed)} of ${count(D.run.ranks)} ranks failed.`));
	if (E.list.length)
		add(el('h3', {}, 'What ranks do that have not ended'),
			el('ul', {}, ...E.list.map(l => el('li', {}, l))));
	if (W.rows.length)
		add(el('h3', {}, 'Who waits for whom'), table(['rank', 'waits for', 'in'],
			W.rows.slice(0, 100).map(r => [r[0] + (r[1] ? ' thread ' + r[1] : ''),
				(r[3] > 1 ? `${count(r[3])} ranks: ` : '') + r[4].slice(0, 8).join(', ') +
				(r[3] > 8 ? ', \u2026' : ''), r[2]])));
	if (W.all > 100)
		add(el('p', { class: 'note' }, `The first 100 of ${count(W.all)}.`));
})();

/* ---- links and nodes with faults */

(() => {
	const F = D.faults;
	if (!F.links)
		return;
	const L = columns(F.links), all = name => count(sum(L(name))), shown = 30;
	add(el('h2', {}, 'Faults of links and nodes'));
	if (F.links.all)
		add(el('p', {}, `Over ${count(F.links.all)} links with faults went ${all('packets')} ` +
			`packets: ${all('bad')} came with wrong bits, ${all('lost')} were lost, ` +
			`${all('sent_again')} were sent again; ${all('bits_corrected')} bits were ` +
			`corrected; ${all('tokens_lost')} tokens and ${all('acks_lost')} ` +
			`acknowledgements were lost; ${all('slowed')} packets took longer.`),
			el('p', {}, `The CRCs of all that was sent and received agree on ` +
				`${count(F.crc_equal)} links, differ on ${count(F.crc_different)}; ` +
				`packets were under way on ${count(F.crc_under_way)}.`));
	if (F.reroute)
		add(el('p', {}, `${count(F.rerouted)} packets went round dead links.`));
	const bad = L('bad'), rows = F.links.rows.map((r, i) => [r, bad[i] + sum(r.slice(4, 11))]);
	const worst = rows.filter(([r, errors]) => errors).sort((a, b) => b[1] - a[1]);
	const used = F.links.columns.map((c, i) => i).slice(1) /* without columns of zeros */
		.filter(i => F.links.rows.some(r => r[i]));
	if (worst.length)
		add(table(used.map(i => F.links.columns[i].replace('_', ' ')),
			worst.slice(0, shown).map(([r]) => used.map(i =>
				typeof r[i] === 'number' ? count(r[i]) : r[i]))));
	if (worst.length > shown)
		add(el('p', { class: 'note' }, `The ${shown} with most errors of ` +
			`${count(F.links.all)}.`));
	if (!F.events.all)
		return;
	add(el('h3', {}, 'RAS events'), el('ul', {}, ...F.events.rows.slice(0, 200).map(r =>
		el('li', {}, `${time(r[0])}: ${r[2]} ${r[1]} ${r[3]}: ${r[4]}` +
			(r[5] ? ': ' + r[5] : '')))));
	if (F.events.all > 200)
		add(el('p', { class: 'note' }, `The first 200 of ${count(F.events.all)}; ` +
			'--ras-file has all.'));
})();

/* ---- ranks */

(() => {
	const W = D.waits, byKind = W.kinds.map((k, i) => sum(W.rows.map(r => r[4 + i])));
	const order = byKind.map((v, i) => i).sort((a, b) => byKind[b] - byKind[a]);
	const shown = order.slice(0, 6), rest = order.slice(6);
	const R = columns(D.ranks), end = R('end_ps'), ranks = R('ranks');
	const names = ['computes', ...shown.map(i => W.kinds[i])];
	if (rest.length)
		names.push('other waits');
	const split = (row, i) => { /* means of the ranks of the row */
		const waits = shown.map(k => row[4 + k] / row[1]);
		if (rest.length)
			waits.push(sum(rest.map(k => row[4 + k])) / row[1]);
		return [Math.max(end[i] - sum(row.slice(4)) / row[1], 0), ...waits];
	};
	const parts = W.rows.map(split), each = Math.ceil(parts.length / 64), bars = [];
	for (let i = 0; i < parts.length; i += each) {
		const group = parts.slice(i, i + each), last = i + group.length - 1;
		const from = W.rows[i][0], to = W.rows[last][0] + ranks[last] - 1;
		bars.push({ from, last: to, name: String(from),
			parts: names.map((n, k) => sum(group.map(p => p[k])) / group.length) });
	}
	const total = names.map((n, k) => sum(parts.map(p => p[k]))), all = sum(total) || 1;
	const others = sum(W.rows.map(r => r[3])), P = W.proofs;
	add(el('h2', {}, 'Ranks: computing and waiting'),
		chart(bars, 170, 'time of each rank, by what it does', (b, k) =>
			`rank ${b.from}${b.last > b.from ? ' to ' + b.last : ''}: ${names[k]} ` +
			time(b.parts[k])),
		el('p', { class: 'note' }, 'Below, the first rank of a column; a column is ' +
			(bars[0].last > bars[0].from ?
				`the mean of ${bars[0].last - bars[0].from + 1} ranks.` : 'a rank.')),
		legend(names),
		table(['main threads', 'share', 'mean', 'most'], names.map((n, k) => [n,
			percent(total[k] / all), time(total[k] / parts.length),
			time(most(parts.map(p => p[k])))])),
		table(['loops that were looked at', 'times'], [['wait, by a proof', count(P.proven)],
			['wait for so short that they are executed', count(P.brief)],
			...P.failed.map(([why, n]) => [why + ': executed', count(n)])]),
		others ? el('p', {}, `Their other threads waited for ${time(others)} in sum.`) : '',
		table(['ends of ranks', 'first', 'mean', 'last'], [['', time(R('first_end_ps').reduce(
			(a, b) => a < b ? a : b, Infinity)),
			time(sum(end.map((v, i) => v * ranks[i])) / sum(ranks)), time(most(end))]]),
		D.ranks.rows.some(r => r[1] > 1) ? el('p', { class: 'note' }, 'Means are those of ' +
			'rows of several ranks, whose last one to end counts.') : '',
		el('p', { class: 'note' }, 'A wait in a loop of the program counts from when it was ' +
			'proven; what comes before counts as computing. These figures, and these only, ' +
			'may differ a little with --workers.'));
})();

/* ---- profile */

(() => {
	const P = D.profile;
	if (!P.cycles)
		return;
	add(el('h2', {}, 'Where cycles went'), el('p', {}, `${count(P.cycles)} cycles of all threads ` +
		'of all ranks; waits belong to the function that waits.'));
	const top = P.functions.slice(0, 12);
	add(chart(top.map((r, i) => ({ name: String(i + 1), parts: [r[5], r[6], r[7]], row: r })), 150,
		'functions with most cycles', (b, k) => `${b.row[0]}: ` +
			`${count(b.parts[k])} cycles ${['of code', 'on the L2', 'in waits'][k]}`),
		legend(['code', 'L2 atomics', 'waits']));
	const head = ['', 'self', 'with calls', 'code', 'L2', 'waits', 'least of a rank',
		'most', 'rank'];
	const row = (r, i, name) => [`${i + 1}. ${name}`, percent(r[3] / P.cycles),
		percent(r[4] / P.cycles), ...r.slice(5).map(v => count(v))];
	add(el('h3', {}, 'Functions'), table(head, P.functions.slice(0, 25).map((r, i) =>
		row(r, i, r[0] + (r[1] ? ` (${r[1]})` : '')))),
		el('h3', {}, 'Lines'), table(head, P.lines.slice(0, 25).map((r, i) =>
		row(r, i, r[0] + (r[1] ? ` ${r[1]}:${r[2]}` : '')))));
})();

/* ---- messages and packets */

(() => {
	const M = D.messages, used = M.kinds.map((k, i) => i)
		.filter(k => M.sizes.some(s => s[1 + k]));
	add(el('h2', {}, 'Messages'));
	if (!used.length) {
		add(el('p', {}, 'None was sent.'));
		return;
	}
	const range = s => s < 2 ? bytes(s) : `${bytes(s)} \u2013 ${bytes(2 * s - 1)}`;
	add(chart(M.sizes.map(s => ({ name: bytes(s[0]), size: s[0], parts: used.map(k => s[1 + k]),
		value: sum(s.slice(1)) })), 150, 'messages by size', (b, i) =>
			`${range(b.size)}: ${count(b.parts[i])} by ${M.kinds[used[i]]}`),
		legend(used.map(k => M.kinds[k])),
		table(['kind', 'messages', 'bytes', 'mean'], used.map(k => {
			const n = sum(M.sizes.map(s => s[1 + k]));
			return [M.kinds[k], count(n), bytes(M.bytes[k]), bytes(Math.round(M.bytes[k] / n))];
		})));
})();

(() => {
	const L = D.latency_ps;
	add(el('h2', {}, 'Latency of packets'));
	if (!L.packets) {
		add(el('p', {}, 'No packet was received.'));
		return;
	}
	const ends = [Math.log2(Math.max(L.least, 1)), Math.log2(L.most + 1)];
	const margin = Math.max(.1 - (ends[1] - ends[0]) / 2, 0); /* of latencies that are alike */
	const bins = [], low = ends[0] - margin, high = ends[1] + margin;
	const n = 48, at = v => Math.min(n - 1, Math.max(0, Math.floor((Math.log2(v + 1) - low) /
		(high - low || 1) * n)));
	for (let i = 0; i < n; i++) {
		const from = 2 ** (low + (high - low) * i / n);
		bins.push({ name: time(Math.round(from)), from, parts: [0],
			to: 2 ** (low + (high - low) * (i + 1) / n) });
	}
	for (const [v, c] of L.histogram)
		bins[at(v)].parts[0] += c;
	add(el('p', {}, `From injection into the network to reception, ${count(L.packets)} packets ` +
		`from point to point: ${time(L.least)} to ${time(L.most)}, mean ` +
		`${time(L.sum / L.packets)}.`),
		chart(bins, 150, 'packets by latency', b =>
			`${time(b.from)} to ${time(b.to)}: ${count(b.parts[0])} packets`),
		table(L.percentiles.map(p => p[0] + ' %'), [L.percentiles.map(p => time(p[1]))]),
		el('h3', {}, 'By links crossed'),
		table(['links', 'packets', 'least', 'mean', 'most'], L.hops.map(h =>
			[h[0], count(h[1]), time(h[3]), time(h[2] / h[1]), time(h[4])])));
})();


/* page_host.js - message units, notices, the host. */

/* ---- message units, notices, host */

(() => {
	const U = columns(D.message_units), names = D.message_units.columns.slice(1);
	const n = D.machine.nodes, least = v => v.length < n / EACH ? 0 : v.reduce((a, b) => a < b ? a : b);
	add(el('h2', {}, 'Message units'),
		table(['counter', 'all nodes', 'least of a node', 'mean', 'most'], names.map(name => {
			const v = U(name);
			return [name.replace(/_/g, ' '), count(sum(v)), round(least(v) / EACH),
				round(sum(v) / n), round(most(v) / EACH)];
		})), EACH > 1 ? el('p', { class: 'note' }, `Least and most are means of ${EACH} ` +
			'nodes.') : '');
})();

(() => {
	const N = D.notices;
	add(el('h2', {}, 'Messages of ranks'));
	if (!N.all)
		add(el('p', {}, 'None.'));
	else
		add(el('div', { class: 'wide' }, el('table', {}, ...N.rows.slice(0, 200).map(r =>
			el('tr', {}, el('td', {}, 'rank ' + r[0]), el('td', { class: 'text' },
				r[2].replace(/^bgq-run: /, '')))))));
	if (N.all > 200)
		add(el('p', {}, `The first 200 of ${count(N.all)}.`));
})();

{
	const save = el('a', { download: 'report.json', href: '#' }, 'Save them as JSON');
	save.addEventListener('click', () => save.href = URL.createObjectURL(new Blob(
		[document.getElementById('data').textContent], { type: 'application/json' })));
	add(el('h2', {}, 'All counters'), el('p', {}, 'Those of every link, message unit and rank ' +
		'are in this file. ', save, '; the fields are described in bgq-report(5).'));
	const H = D.host;
	add(el('h2', {}, 'This run on its host'), table(null, [
		['host threads', H.workers], ['boot', round(H.boot_seconds) + ' s'],
		['run', round(H.run_seconds) + ' s'], ['memory', bytes(H.memory_bytes)],
		['thread switches', count(H.thread_switches)]], 'facts'),
		el('p', { class: 'note' }, 'All above but the waits is the same on every host.'));
}

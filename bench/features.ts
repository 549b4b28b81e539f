/** `npm run bench -- features`: items?bbox&limit=100 over 100,000 points beside MapServer's OGC API on the same rows. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startMapServer } from './features/mapserver.ts';
import { boxes, rowCount } from './features/rows.ts';
import { ownServer } from './ingest/databases.ts';
import { connections, type Load, measure } from './shared/load.ts';
import { figure, median, printMachine, printTable } from './shared/table.ts';

const rounds = 3;
const asked = boxes(500);

const own = await ownServer();
const child = spawn(process.execPath, [join(import.meta.dirname, 'features/server.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, KIANDA_TEST_DATABASE_URL: own.url },
});
const ended = new Promise<void>((resolve) => {
  child.once('exit', () => resolve());
});
const peer = await startMapServer();
try {
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(Number(line)));
    child.once('exit', (code) => reject(new Error(`the platform ended with ${code}`)));
  });
  const base = `http://127.0.0.1:${port}/features/collections/occurrences/items?limit=100`;
  const pathsOf = (url: string) => asked.map((bbox) => `${new URL(url).pathname}${new URL(url).search}&bbox=${bbox}`);
  const ours: Load[] = [];
  const timed: Load[] = [];
  const afterwards: Load[] = [];
  const unheld: Load[] = [];
  const first = (await (await fetch(base)).json()) as { links: { rel: string; href: string }[] };
  const token = new URL(first.links.find(({ rel }) => rel === 'next')?.href ?? base).searchParams.get('token') ?? '';
  const theirs: Load[] = [];
  // By turns: what else the machine does hits both alike.
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await measure(base, undefined, pathsOf(base)));
    // All the rows of the box are after it.
    const since = `${base}&datetime=2020-01-01T00:00:00Z/..`;
    timed.push(await measure(since, undefined, pathsOf(since)));
    const later = `${base}&token=${token}`;
    afterwards.push(await measure(later, undefined, pathsOf(later)));
    // The database judges a filter.
    const filtered = `${base}&filter=${encodeURIComponent('depthMeters < 250')}`;
    unheld.push(await measure(filtered, undefined, pathsOf(filtered)));
    if (typeof peer !== 'string') theirs.push(await measure(peer.url, undefined, pathsOf(peer.url)));
  }
  const row = (name: string, loads: readonly Load[]) => [
    name,
    figure(median(loads.map(({ requestsPerSecond }) => requestsPerSecond))),
    figure(median(loads.map(({ p50Ms }) => p50Ms)), 'ms'),
    figure(median(loads.map(({ p975Ms }) => p975Ms)), 'ms'),
    figure(median(loads.map(({ p99Ms }) => p99Ms)), 'ms'),
    figure(median(loads.map(({ bodyBytes }) => bodyBytes)), 'B'),
  ];
  printTable(
    `items?bbox&limit=100 sobre ${figure(rowCount)} pontos, ${connections} ligações, mediana de ${rounds} voltas`,
    ['', 'pedidos/s', 'p50', 'p97,5', 'p99', 'corpo'],
    [
      row('Kianda, um processo', ours),
      row('Kianda, o mesmo com datetime', timed),
      row('Kianda, uma página seguinte', afterwards),
      row('Kianda, com filtro (sem memória)', unheld),
      ...(theirs.length === 0 ? [] : [row('MapServer, dois processos', theirs)]),
    ],
  );
  if (typeof peer === 'string') process.stdout.write(`\nMapServer não foi medido: ${peer}.\n`);
  printMachine();
} finally {
  child.kill('SIGTERM');
  await ended;
  if (typeof peer !== 'string') await peer.stop();
  await own.stop();
}

/**
 * `npm run bench -- features [--seconds=4] [--rounds=3] [--at=1,8,50]`: pages of a box, of a box with a filter, and those
 * in an order, over 100,000 points. Ours with the collection in memory and without it, MapServer's beside them by turns in
 * the same run: the same rows, the same filter and order, the same fields, connections that stay open on both.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ogcPath, startMapServer, wfsPath } from './features/mapserver.ts';
import { boxes, rowCount } from './features/rows.ts';
import { ownServer } from './ingest/databases.ts';
import { type Load, measure } from './shared/load.ts';
import { figure, median, printMachine, printTable } from './shared/table.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    at: { type: 'string', default: '1,8,50' },
  },
});
const asked = boxes(500);
const depthBelow = 250;
/** Pages after which a collection is read into memory. */
const worthAfter = 100;

type Server = { readonly url: string; stop(): Promise<void> };
type Subject = { readonly name: string; readonly url: string; readonly path: (bbox: string) => string };
type Work = { readonly name: string; readonly subjects: readonly Subject[] };

async function startOurs(databaseUrl: string, megabytes: number): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'features/server.ts'), String(megabytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, KIANDA_TEST_DATABASE_URL: databaseUrl },
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(Number(line)));
    child.once('exit', (code) => reject(new Error(`the platform ended with ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function ourPath(more: string): (bbox: string) => string {
  const own = '/features/collections/occurrences/items?limit=100&properties=depthMeters,eventStart';
  return (bbox) => `${own}${more}&bbox=${bbox}`;
}

function worksOf(held: string, unheld: string, peer: string | null): readonly Work[] {
  const ours = (more: string): Subject[] => [
    { name: 'Kianda, em memória', url: held, path: ourPath(more) },
    { name: 'Kianda, sem memória', url: unheld, path: ourPath(more) },
  ];
  const theirs = (name: string, path: (bbox: string) => string): Subject[] =>
    peer === null ? [] : [{ name: `MapServer, ${name}`, url: peer, path }];
  const filter = `&filter=${encodeURIComponent(`depthMeters < ${depthBelow}`)}`;
  return [
    { name: 'caixa', subjects: [...ours(''), ...theirs('OGC API', (bbox) => ogcPath(bbox, null))] },
    {
      name: 'caixa e filtro',
      subjects: [
        ...ours(filter),
        ...theirs('OGC API com SQL próprio', (bbox) => ogcPath(bbox, depthBelow)),
        ...theirs('WFS 2.0', (bbox) => wfsPath(bbox, depthBelow, null)),
      ],
    },
    {
      name: 'caixa, filtro e ordem',
      subjects: [
        ...ours(`${filter}&sortby=eventStart`),
        ...theirs('WFS 2.0', (bbox) => wfsPath(bbox, depthBelow, 'seen')),
      ],
    },
  ];
}

/** Refuses to compare answers that are not the same work. */
async function assertSameWork({ name, subjects }: Work): Promise<void> {
  for (const bbox of asked.slice(0, 3)) {
    const answers = await Promise.all(
      subjects.map(async ({ url, path }) => {
        const response = await fetch(url + path(bbox));
        const { features } = (await response.json()) as { features: { properties: Record<string, unknown> }[] };
        const instants = features.map(({ properties }) => Date.parse(String(properties.seen ?? properties.eventStart)));
        const depths = features.map(({ properties }) => Number(properties.depth ?? properties.depthMeters));
        const isOrdered = name.includes('ordem');
        return JSON.stringify([
          features.length,
          isOrdered ? instants : name === 'caixa' || Math.max(...depths) < depthBelow,
        ]);
      }),
    );
    if (new Set(answers).size !== 1) throw new Error(`${name}, ${bbox}: ${answers.join(' ')}`);
  }
}

const own = await ownServer();
const servers: Server[] = [];
try {
  const held = await startOurs(own.url, 256);
  servers.push(held);
  const unheld = await startOurs(own.url, 0);
  servers.push(unheld);
  const peer = await startMapServer();
  if (typeof peer !== 'string') servers.push(peer);
  const works = worksOf(held.url, unheld.url, typeof peer === 'string' ? null : peer.url);
  // The collection is in memory once a page has a tag.
  for (let times = 0, tag: string | null = null; tag === null; times += 1) {
    const { headers } = await fetch(held.url + ourPath('')(asked[times % asked.length] ?? ''));
    tag = headers.get('etag');
    if (times > 100 * worthAfter) throw new Error('a coleção não ficou em memória');
  }
  for (const work of works) await assertSameWork(work);
  for (const connections of values.at.split(',').map(Number)) await printLoads(works, connections);
  if (typeof peer === 'string') process.stdout.write(`\nMapServer não foi medido: ${peer}.\n`);
  else {
    process.stdout.write(
      '\nMapServer: dois processos, FastCGI com ligações abertas atrás do HAProxy. A sua OGC API (8.0) não tem filtros nem ' +
        'ordem: o filtro vai no SQL da camada, ou por WFS 2.0 com FES. Kianda: um processo, com sessão, limites e registo.\n',
    );
  }
  printMachine();
} finally {
  for (const server of servers) await server.stop();
  await own.stop();
}

async function printLoads(works: readonly Work[], connections: number): Promise<void> {
  const lines: string[][] = [];
  for (const { name, subjects } of works) {
    const loads = subjects.map((): Load[] => []);
    // By turns: what else the machine does hits all alike.
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const [index, { url, path }] of subjects.entries()) {
        const options = { connections, warmUpSeconds: 1, seconds: Number(values.seconds) };
        loads[index]?.push(await measure(url, undefined, asked.map(path), options));
      }
    }
    const rates = (index: number) => loads[index]?.map(({ requestsPerSecond }) => requestsPerSecond) ?? [];
    // The best of theirs in each round.
    const best = subjects.length < 3 ? [] : rates(2).map((rate, round) => Math.max(rate, rates(3)[round] ?? 0));
    for (const [index, subject] of subjects.entries()) {
      const of = (part: (load: Load) => number) => median(loads[index]?.map(part) ?? []);
      const times = best.length === 0 ? [] : rates(index).map((rate, round) => rate / (best[round] ?? Number.NaN));
      lines.push([
        `${name}: ${subject.name}`,
        figure(of(({ requestsPerSecond }) => requestsPerSecond)),
        figure(
          of(({ p50Ms }) => p50Ms),
          'ms',
        ),
        figure(
          of(({ p99Ms }) => p99Ms),
          'ms',
        ),
        figure(
          of(({ bodyBytes }) => bodyBytes),
          'B',
        ),
        times.length === 0 || index > 1
          ? '—'
          : [Math.min(...times), median(times), Math.max(...times)].map((value) => figure(value)).join(' / '),
      ]);
    }
  }
  printTable(
    `100 elementos por página sobre ${figure(rowCount)} pontos, ${connections} de cada vez, mediana de ${values.rounds} voltas`,
    ['', 'pedidos/s', 'p50', 'p99', 'corpo', 'vezes o melhor MapServer (mín/med/máx)'],
    lines,
  );
}

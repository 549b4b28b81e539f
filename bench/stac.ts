/**
 * `npm run bench -- stac [--items=100000] [--seconds=5] [--at=1,8,50] [--only=CQL2] [--warm-up=2]`: searches of the
 * catalogue by HTTP through the real gate, limits and validation of requests on, beside a peer that answers them with plain
 * SQL over the same rows of the same PostgreSQL, by turns in the same run; the processor time of a search is that of the
 * process which answers, and that of PostgreSQL. A million items: `--items=1000000 --warm-up=20`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import pg from 'pg';
import { serverMeter } from './shared/spent.ts';
import { figure, printMachine, printTable } from './shared/table.ts';
import { processorMsOf } from './stac/processor-time.ts';
import { type Search, searches } from './stac/searches.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '5' },
    at: { type: 'string', default: '1,8,50' },
    only: { type: 'string', default: '' },
    // An order of a million items is read for some seconds before searches are answered by it.
    'warm-up': { type: 'string', default: '2' },
  },
});
const seconds = Number(values.seconds);
const warmUpSeconds = Number(values['warm-up']);
const differentPaths = 500;

type Measured = { readonly url: string; readonly child: ChildProcess };
const children: ChildProcess[] = [];
/** Processor time of the database's server, for both: only one of them is asked at a time. */
let databaseMs: () => number | null = () => null;

const microseconds = (ms: number | null) => figure(ms === null ? null : Math.round(1000 * ms), 'µs');

async function start<T extends { readonly url: string }>(file: string, argument: string): Promise<T & Measured> {
  const child = fork(join(import.meta.dirname, 'stac', file), [argument], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const [message] = (await once(child, 'message')) as [T];
  return { ...message, child };
}

async function meterOf(databaseUrl: string): Promise<() => number | null> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const meter = serverMeter(rows[0]?.pid ?? 0);
  await client.end();
  return meter;
}

/** One search by so many connections. Throws when any answer is not a 2xx: an error is faster than the work. */
async function measure({ url, child }: Measured, search: Search, connections: number, more = '') {
  const requests = Array.from({ length: differentPaths }, (_, index) => ({ path: search.path(index) + more }));
  await autocannon({ url, connections, duration: warmUpSeconds, requests });
  const [before, databaseBefore] = [await processorMsOf(child), databaseMs()];
  const result = await autocannon({ url, connections, duration: seconds, requests });
  const used = (await processorMsOf(child)) - before;
  const databaseUsed = databaseBefore === null ? null : (databaseMs() ?? 0) - databaseBefore;
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${search.name}: ${failed} respostas que não são 2xx`);
  const { p50, p99 } = result.latency;
  const { average, total } = result.requests;
  return {
    perSecond: average,
    p50,
    p99,
    processorMs: used / total,
    databaseMs: databaseUsed === null ? null : databaseUsed / total,
  };
}

try {
  const ours = await start<{ url: string; databaseUrl: string }>('server.ts', values.items);
  databaseMs = await meterOf(ours.databaseUrl);
  const peer = await start<{ url: string }>('peer.ts', ours.databaseUrl);
  for (const connections of values.at.split(',').map(Number)) {
    const rows: string[][] = [];
    for (const search of searches.filter(({ name }) => name.includes(values.only))) {
      const theirs = search.oursOnly === true ? null : await measure(peer, search, connections);
      const own = await measure(ours, search, connections);
      const uncounted = search.oursOnly === true ? null : await measure(peer, search, connections, '&count=no');
      rows.push([
        search.name,
        figure(own.perSecond),
        figure(own.p50, 'ms'),
        figure(own.p99, 'ms'),
        microseconds(own.processorMs),
        microseconds(own.databaseMs),
        figure(theirs?.perSecond ?? null),
        figure(theirs?.p99 ?? null, 'ms'),
        microseconds(theirs?.processorMs ?? null),
        microseconds(theirs?.databaseMs ?? null),
        figure(uncounted?.perSecond ?? null),
        figure(theirs === null ? null : own.perSecond / theirs.perSecond),
      ]);
    }
    printTable(
      `Pesquisas STAC sobre ${figure(Number(values.items))} itens, ${connections === 1 ? 'uma' : connections} de cada vez; par: SQL sobre jsonb com GiST, com e sem numberMatched`,
      [
        '',
        'pesquisas/s',
        'p50',
        'p99',
        'CPU cada',
        'CPU da BD',
        'par',
        'par p99',
        'par CPU',
        'par CPU da BD',
        'par sem contar',
        'razão',
      ],
      rows,
    );
  }
  printMachine();
} finally {
  for (const child of children.toReversed()) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

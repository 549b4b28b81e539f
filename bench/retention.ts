/**
 * `npm run bench -- retention [--records=1000000]`: pages of the retained records in every order, searches and a rehearsal
 * of cleaning over a great store, by HTTP; with the processor time of Node and of the database for each.
 */
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { RetentionTables } from '../apps/server/src/modules/models/retention/retention.tables.ts';
import { fillRecords } from '../apps/server/src/modules/models/retention/testing/records.ts';
import { createTestApplication } from '../apps/server/src/testing/application.ts';
import { recordSorts } from '../packages/contract/src/models/retention/retention.contract.ts';
import { ownServer } from './ingest/databases.ts';
import { processorMeter, type Spent, spentEach } from './shared/spent.ts';
import { figure, median, printMachine, printTable } from './shared/table.ts';

const { values } = parseArgs({
  options: { records: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '15' } },
});
const records = Number(values.records);
const rounds = Number(values.rounds);

type Measured = { readonly times: readonly number[]; readonly each: Spent };

function rowOf(name: string, { times, each }: Measured): string[] {
  const sorted = times.toSorted((a, b) => a - b);
  const p95 = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? Number.NaN;
  return [
    ...[name, figure(sorted.length), figure(median(sorted), 'ms'), figure(p95, 'ms'), figure(sorted.at(-1) ?? 0, 'ms')],
    ...[figure(each.nodeMs, 'ms'), figure(each.databaseMs, 'ms')],
  ];
}

const server = await ownServer();
process.env.KIANDA_TEST_DATABASE_URL = server.url;
const app = await createTestApplication({
  validateResponses: false,
  settings: { KIANDA_RATE_LIMIT_PER_MINUTE: '10000000' },
});
try {
  const db = app.database.for<RetentionTables>();
  process.stdout.write(`A encher: ${figure(records)} registos…\n`);
  // Indexes are built after the rows: row by row the same takes an hour.
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE schemaname = 'retention' AND tablename = 'records' AND indexname <> 'records_pkey'`.execute(db);
  for (const { name } of indexes) await sql`DROP INDEX retention.${sql.id(name)}`.execute(db);
  await fillRecords(db, { records, seed: 'medida', nowMs: Date.now() });
  for (const { definition } of indexes) await sql.raw(definition.replace(' ONLY ', ' ')).execute(db);
  await sql`VACUUM (ANALYZE) retention.records`.execute(db);
  const { token } = await app.signIn('operador');
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const base = `${address}/admin-api/api/ml/retention`;
  const headers = { authorization: `Bearer ${token}` };
  async function timed(path: string, body?: object): Promise<number> {
    const begun = performance.now();
    const response = await fetch(
      base + path,
      body === undefined
        ? { headers }
        : { method: 'POST', body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } },
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return performance.now() - begun;
  }
  const meter = await processorMeter(db);
  async function measure(ask: () => Promise<number[]>, times = rounds): Promise<Measured> {
    // The first round fills what the database keeps in memory.
    await ask();
    const before = meter();
    const all: number[] = [];
    for (let round = 0; round < times; round += 1) all.push(...(await ask()));
    return { times: all, each: spentEach(before, meter(), all.length) };
  }
  const measurePaths = (paths: readonly string[]) =>
    measure(async () => {
      const times: number[] = [];
      for (const path of paths) times.push(await timed(path));
      return times;
    });
  const pages = Object.keys(recordSorts).flatMap((sort) =>
    ['asc', 'desc'].map((order) => `/data?pageSize=20&sortField=${sort}&sortDirection=${order}`),
  );
  const ofTable = pages.map((path) => `${path}&table=ml_inference_cache&page=3`);
  async function rowsOfSearches(): Promise<string[][]> {
    const found: string[][] = [];
    for (const words of ['Registo 4711', 'especies', 'habitat', 'nada disto']) {
      found.push(rowOf(`procura «${words}»`, await measurePaths([`/data?search=${encodeURIComponent(words)}`])));
    }
    return found;
  }
  const rows = [
    rowOf('página de 20, nove ordens, todas as tabelas', await measurePaths(pages)),
    rowOf('página 3 de uma tabela, nove ordens', await measurePaths(ofTable)),
    ...(await rowsOfSearches()),
    rowOf('números, por tabela e por tipo', await measurePaths(['/metrics', '/stats/by-table', '/stats/by-type'])),
    rowOf(
      'ensaio da limpeza, todas as políticas',
      await measure(async () => [await timed('/cleanup', { dryRun: true })], 7),
    ),
  ];
  const head = ['', 'pedidos', 'p50', 'p95', 'máximo', 'Node, cada', 'PostgreSQL, cada'];
  printTable(`Retenção com ${figure(records)} registos`, head, rows);
  printMachine();
} finally {
  await app.close();
  await server.stop();
}

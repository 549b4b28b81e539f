/**
 * `npm run bench -- search [--vessels=100000] [--records=1000000] [--rounds=3]`: the search of everything over a great
 * installation, by HTTP, one question after the other: whole names, parts, numbers, typing errors, words of alerts. Beside
 * it, in the same run, the vessels alone by one statement on the same index.
 */
import { parseArgs } from 'node:util';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { createTestApplication } from '../apps/server/src/testing/application.ts';
import { ownServer } from './ingest/databases.ts';
import { fillInstallation, type Question, questions } from './search/installation.ts';
import { figure, median, printMachine, printTable } from './shared/table.ts';

const { values } = parseArgs({
  options: {
    vessels: { type: 'string', default: '100000' },
    records: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
  },
});
const vessels = Number(values.vessels);
const records = Number(values.records);
const rounds = Number(values.rounds);

/** Milliseconds that a question takes, and whether what was meant is in the answer. */
type Measured = { readonly ms: number; readonly found: boolean };
type Ask = (question: Question) => Promise<boolean>;

async function timed(ask: Ask, question: Question): Promise<Measured> {
  const begin = performance.now();
  const found = await ask(question);
  return { ms: performance.now() - begin, found };
}

function bySearch(url: string, token: string): Ask {
  return async ({ typed, meant }) => {
    const response = await fetch(`${url}/admin-api/search?q=${encodeURIComponent(typed)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(`${typed}: ${response.status} ${await response.text()}`);
    const { data } = (await response.json()) as { data: { hits: { title: string }[]; unavailable: string[] } };
    if (data.unavailable.length > 0) throw new Error(`${typed}: sem resposta de ${data.unavailable.join(', ')}`);
    return data.hits.some(({ title }) => title.includes(meant));
  };
}

/** The vessels alone: no other kind, no permission, no order by how well a name answers. */
const byStatement =
  (db: Kysely<Record<string, never>>): Ask =>
  async ({ typed, meant }) => {
    const { rows } = await sql<{ name: string }>`
      SELECT name FROM vessels.directory WHERE is_listed AND names LIKE ${`%${typed.toLowerCase()}%`} LIMIT 60`.execute(
      db,
    );
    return rows.some(({ name }) => name.includes(meant));
  };

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function rowOf(name: string, measured: readonly Measured[]): readonly string[] {
  const sorted = measured.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const found = measured.filter((one) => one.found).length;
  return [
    name,
    figure(measured.length),
    figure(median(sorted), 'ms'),
    figure(quantile(sorted, 0.95), 'ms'),
    figure(sorted.at(-1) ?? Number.NaN, 'ms'),
    `${figure((100 * found) / measured.length)} %`,
  ];
}

const server = await ownServer();
process.env.KIANDA_TEST_DATABASE_URL = server.url;
const app = await createTestApplication({
  validateResponses: false,
  settings: { KIANDA_RATE_LIMIT_PER_MINUTE: '10000000' },
});
try {
  const db = app.database.for<Record<string, never>>();
  process.stdout.write(`A encher: ${figure(vessels)} embarcações, ${figure(records)} registos…\n`);
  await fillInstallation(db, { vessels, records });
  const { token } = await app.signIn('administrador');
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const asked = questions(vessels);
  const subjects: readonly (readonly [name: string, ask: Ask, of: readonly Question[]])[] = [
    ['Kianda, tudo', bySearch(address, token), asked],
    ['só embarcações, uma instrução SQL', byStatement(db), asked.filter(({ kind }) => kind === 'parte do nome')],
  ];
  const results = new Map<string, Measured[]>();
  const add = (name: string, one: Measured) => results.set(name, [...(results.get(name) ?? []), one]);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, ask, of] of subjects) {
      for (const question of of) {
        const one = await timed(ask, question);
        // The first round fills what both keep in memory.
        if (round === 0) continue;
        add(name, one);
        if (name === 'Kianda, tudo') add(`  ${question.kind}`, one);
      }
    }
  }
  printTable(
    `Procura de tudo sobre ${figure(vessels)} embarcações e ${figure(records)} registos, ${figure(rounds)} voltas`,
    ['', 'perguntas', 'p50', 'p95', 'máximo', 'na resposta'],
    [...results].map(([name, measured]) => rowOf(name, measured)),
  );
  printMachine();
} finally {
  await app.close();
  await server.stop();
}

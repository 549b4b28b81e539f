import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../platform/db/testing.ts';
import { planMigrations, plannedText } from './plan.ts';

let installation: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  installation = await createTestDatabase([]);
});
afterAll(() => installation.drop());

const fills = `
  -- update sea.empty set a = 1
  CREATE TABLE sea.made (id int);
  CREATE INDEX made_id ON sea.made (id);
  ALTER TABLE sea.catches ADD COLUMN b int;
  CREATE UNIQUE INDEX catches_a ON sea.catches (a);`;
const pending = [
  ['0001-fills', fills],
  ['0002-makes', 'CREATE TABLE sea.other (id int); INSERT INTO sea.other SELECT 1;'],
  ['0003-empty', 'UPDATE sea.empty SET a = 1'],
].map(([id = '', sql = '']) => ({ module: 'sea', migration: { id, sql } }));

test('a migration takes the rows of the tables that it touches at the rate measured here; without rows there is a reason', async () => {
  const client = new pg.Client({ connectionString: installation.database.url });
  await client.connect();
  try {
    await client.query(
      'create schema sea; create table sea.empty (a int); create table sea.catches as select generate_series(1, 50000) a',
    );
    await client.query('analyze');
    let nowMs = 0;
    // The sample of 20 000 rows takes a second by this clock.
    const planned = await planMigrations(client, pending, () => (nowMs += 1_000));
    expect(planned.map((one) => plannedText(one).replaceAll(/\s+/g, ' ').trim())).toEqual([
      'sea/0001-fills: estimativa 3 s, 50 000 linhas',
      'sea/0002-makes: — (só faz tabelas novas)',
      'sea/0003-empty: — (as tabelas em que mexe estão vazias)',
    ]);
    const [first] = planned;
    if (first === undefined) throw new Error('no plan');
    expect(plannedText({ ...first, seconds: 0.2 })).toMatch(/estimativa menos de 1.s, /);
  } finally {
    await client.end();
  }
});

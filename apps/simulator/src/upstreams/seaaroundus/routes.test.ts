import { taxonWire, tonnageWire } from '@kianda/connectors/seaaroundus/wire';
import { expect, test } from 'vitest';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';
import { seaAroundUs } from './routes.ts';

const clock = manualClock(Date.UTC(2026, 8, 1));
const app = createSimulator({ seed: 8478, clock, providers: [seaAroundUs] });

async function table(query = 'region_id=24', dimension = 'taxon') {
  const answer = await app.inject(`/seaaroundus/api/v1/eez/tonnage/${dimension}/?${query}`);
  return tonnageWire.parse(answer.json()).data.map((row) => taxonWire.parse(row));
}

const tonnes = (rows: Awaited<ReturnType<typeof table>>): number =>
  rows.reduce((sum, { values }) => sum + values.reduce((part, [, value]) => part + (value ?? 0), 0), 0);

test('the ten greatest taxa and the rest, each over all years from 1950', async () => {
  const rows = await table();
  expect(rows).toHaveLength(11);
  expect(rows.at(-1)?.key).toBe('Others');
  for (const { values } of rows) {
    expect(values[0]?.[0]).toBe(1950);
    expect(values.at(-1)?.[0]).toBe(2025);
    expect(values).toHaveLength(76);
  }
});

test('every limit and every dimension adds up to the same catch', async () => {
  const all = tonnes(await table());
  expect(all).toBeGreaterThan(1_000_000);
  for (const rows of [
    await table('region_id=24&limit=3'),
    await table('region_id=24', 'sector'),
    await table('region_id=24', 'gear'),
  ])
    expect(tonnes(rows)).toBeCloseTo(all, 0);
});

test('the year that ends comes with the new one', async () => {
  clock.set(Date.UTC(2027, 0, 2));
  expect((await table())[0]?.values.at(-1)?.[0]).toBe(2026);
  clock.set(Date.UTC(2026, 8, 1));
});

test('another zone has no catch, another dimension does not exist', async () => {
  expect(await table('region_id=516')).toEqual([]);
  const answer = await app.inject('/seaaroundus/api/v1/eez/constructor/taxon/?region_id=24');
  expect(answer.statusCode).toBe(404);
});

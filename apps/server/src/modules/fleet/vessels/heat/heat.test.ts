import type { DataOf } from '@kianda/contract';
import { heatOverview } from '@kianda/contract/fleet/vessels/fleet.contract';
import { dayMs, type HeatTile, hourMs, mercatorTile, sumHeatTile } from '@kianda/geo';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askModule } from '../../../../testing/ask.ts';
import { originOf } from '../../../../testing/module.ts';
import { from, type HeatSea, openSea, to, voyage, type Wanted } from './testing/sea.ts';

let sea: HeatSea;
beforeAll(async () => {
  sea = await openSea();
});
afterAll(() => sea.close());

test('tiles tell what the positions tell, at every zoom and interval', async () => {
  for (const zoom of [0, 2, 4, 5, 7, 8, 10]) await sea.compare('hour', zoom);
  for (const zoom of [0, 3, 6, 9]) await sea.compare('day', zoom);
  for (const zoom of [1, 7]) await sea.compare('month', zoom);
});

test('filters by type, flag, vessel and line, each and together', async () => {
  const isFishing: Wanted = ({ mmsi }) => (mmsi ?? 1) % 2 === 0;
  const isAngolan: Wanted = ({ mmsi }) => String(mmsi).startsWith('603');
  await sea.compare('day', 5, { types: 'fishing' }, isFishing);
  await sea.compare('day', 5, { flags: 'AGO' }, isAngolan);
  await sea.compare(
    'hour',
    8,
    { flags: 'AGO,STP', types: 'fishing' },
    (record) => isFishing(record) && (isAngolan(record) || String(record.mmsi).startsWith('668')),
  );
  const overview = (await askModule(sea.module, heatOverview)).data as DataOf<typeof heatOverview>;
  const vms = overview.sources.find(({ name }) => name === 'vms');
  await sea.compare('hour', 5, { sources: String(vms?.id) }, ({ feed }) => feed === 'vms');
  const { rows } = await sql<{ id: number }>`SELECT id FROM vessels.ships WHERE mmsi = 603000004`.execute(
    sea.base.platform.database.for(),
  );
  await sea.compare('day', 9, { ships: String(rows[0]?.id) }, ({ mmsi }) => mmsi === 603_000_004);
  expect(await sea.tile(5, 16, 16, { flags: 'none' })).toBeNull();
});

test('zero is a place, and 180° is 180° W', async () => {
  const { x, y } = mercatorTile(0, 0, 10);
  expect({ x, y }).toEqual({ x: 512, y: 512 });
  const origin = await sea.tile(10, x, y, { interval: 'hour' });
  expect(sumHeatTile(origin as HeatTile, 0, 10 ** 9)[0]).toBeGreaterThan(0);
  const edge = mercatorTile(180, -17, 8);
  expect(edge.x).toBe(0);
  expect(await sea.tile(8, 0, edge.y)).not.toBeNull();
  expect(await sea.tile(8, 255, edge.y)).not.toBeNull();
});

test('late positions change their hours and days, the same twice changes nothing', async () => {
  const versions = async () =>
    (
      await sql`SELECT tier, part, start, version FROM vessels.heat_hours
      UNION ALL SELECT tier, part, start, version FROM vessels.heat_days
      UNION ALL SELECT tier, part, start, version FROM vessels.heat_months
      UNION ALL SELECT -1, 0, hour, version FROM vessels.fleet_hours ORDER BY 1, 2, 3, 4`.execute(
        sea.base.platform.database.for(),
      )
    ).rows;
  const before = await versions();
  await sea.store(voyage('first', 900));
  await sql`INSERT INTO vessels.changed_hours SELECT hour, 1 FROM vessels.hour_totals ON CONFLICT DO NOTHING`.execute(
    sea.base.platform.database.for(),
  );
  await sea.summarise();
  expect(await versions()).toEqual(before);

  const late = voyage('late', 300);
  for (let start = 0; start < late.length; start += 100) {
    await sea.store(late.slice(start, start + 100).reverse());
    await sea.summarise();
  }
  await sea.compare('hour', 4);
  await sea.compare('day', 8);
  await sea.compare('month', 7);
});

test('another line of a known position is noted in the tiles, too', async () => {
  const [first] = [...sea.all.values()].filter(({ feed }) => feed === 'ais');
  if (first === undefined) throw new Error('no position');
  const wasAsked = { sources: '2' };
  expect(await sea.tile(0, 0, 0, wasAsked)).toBeNull();
  await sea.module.positionSink([{ ...first, feed: 'satélite' }], originOf(sea.base));
  await sea.summarise();
  const sums = sumHeatTile((await sea.tile(0, 0, 0, wasAsked)) as HeatTile, 0, 10 ** 9);
  expect(sums.filter((hours) => hours > 0)).toHaveLength(1);
});

test('the overview has the period, the lines, the flags and the activity', async () => {
  const answer = await askModule(sea.module, heatOverview, { query: { from, to, interval: 'day' } });
  const overview = answer.data as DataOf<typeof heatOverview>;
  expect(overview.flags).toEqual(
    expect.arrayContaining([
      { flag: 'AGO', vessels: 3 },
      { flag: 'STP', vessels: 2 },
    ]),
  );
  expect(overview.activity.map(({ time }) => time.slice(0, 10))).toEqual(['2026-08-29', '2026-08-30', '2026-08-31']);
  expect(overview.activity.reduce((sum, { positions }) => sum + positions, 0)).toBe(sea.all.size);
  const shipHours = new Set([...sea.all.values()].map(({ mmsi, timeMs }) => `${mmsi}/${Math.floor(timeMs / hourMs)}`));
  expect(overview.activity.reduce((sum, { hours }) => sum + hours, 0)).toBe(shipHours.size);
  expect(overview).toMatchObject({ from, pendingHours: 0 });
  expect(answer.provenance.state).toBe('live');
  await expect(sea.tile(3, 4, 4, { interval: 'hour', from: '2026-01-01T00:00:00Z' })).rejects.toThrow();
});

test('summaries are kept as long as the policy says', async () => {
  const job = sea.module.jobs?.find(({ name }) => name === 'vessels.partitions');
  const { signal } = new AbortController();
  const context = { runId: 'x', signal, log: sea.base.platform.log, progress: async () => undefined };
  const count = async () =>
    (
      await sql<{
        hours: number;
        days: number;
        fleet: number;
      }>`SELECT (SELECT count(*) FROM vessels.heat_hours)::int AS hours,
      (SELECT count(*) FROM vessels.heat_days)::int AS days, (SELECT count(*) FROM vessels.fleet_hours)::int AS fleet`.execute(
        sea.base.platform.database.for(),
      )
    ).rows[0];
  const before = await count();
  const changed = async () =>
    (await sql<{ unit: string }>`SELECT unit FROM vessels.changed_heat`.execute(sea.base.platform.database.for())).rows;
  await sql`INSERT INTO vessels.changed_heat (unit, start, tier, part)
    VALUES ('day', ${new Date(from)}, 0, 0), ('month', ${new Date(from)}, 0, 0)`.execute(
    sea.base.platform.database.for(),
  );
  await job?.run({}, context);
  expect(await count()).toEqual(before);
  expect(await changed()).toHaveLength(2);
  sea.base.advance(400 * dayMs);
  await job?.run({}, context);
  // Nothing is left that a day could be summed up from again; a month still has its days.
  expect(await changed()).toEqual([{ unit: 'month' }]);
  expect(await count()).toEqual({ hours: 0, days: before?.days, fleet: 0 });
  sea.base.advance(1500 * dayMs);
  await job?.run({}, context);
  expect(await count()).toEqual({ hours: 0, days: 0, fleet: 0 });
});

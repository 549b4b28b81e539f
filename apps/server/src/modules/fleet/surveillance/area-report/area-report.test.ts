import { areaReport, areaReportPdf } from '@kianda/contract/fleet/surveillance/area-report.contract';
import { createArea } from '@kianda/contract/fleet/surveillance/registry.contract';
import { dayMs, hourMs, type Position } from '@kianda/geo';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../../../../platform/documents/testing/pdf-text.ts';
import { askModule } from '../../../../testing/ask.ts';
import { openSurveillance, positionsAlong, type SurveillanceWorld } from '../testing/world.ts';

let world: SurveillanceWorld;
let area: string;
let empty: string;

/** Triangle: half of its box. Its lower left corner is in it, its upper right one is not. */
const triangle = {
  type: 'Polygon',
  coordinates: [
    [
      [11, -11],
      [12, -11],
      [11, -10],
      [11, -11],
    ],
  ],
};
const elsewhere = {
  type: 'Polygon',
  coordinates: [
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
      [-1, -1],
    ],
  ],
};
const inside: Position = [11.2, -10.8];
const inBoxOnly: Position = [11.9, -10.1];

const reports = (mmsi: number, [lon, lat]: Position, fromMs: number, hours: number, navigationStatus = 0) =>
  positionsAlong(
    mmsi,
    { fromMs, everyMinutes: 15, count: hours * 4, placeOf: (index) => [lon, lat + index * 0.005] },
    { speedKnots: 3, navigationStatus },
  );

beforeAll(async () => {
  world = await openSurveillance();
  const rules = { alertOnEntry: false, alertBelowKnots: null, forbidsFishing: true };
  const fields = { kind: 'watched', rules, isMonitored: true, source: 'Ensaio' };
  area = (await askModule(world.module, createArea, { body: { name: 'Triângulo', geometry: triangle, ...fields } }))
    .data.id;
  empty = (await askModule(world.module, createArea, { body: { name: 'Zero', geometry: elsewhere, ...fields } })).data
    .id;
  // 31 August, 10:00 in Luanda: whole hours of that day, and of the day before it.
  const today = Date.parse('2026-08-31T00:00:00Z');
  await world.storePositions(
    [
      ...reports(603_000_001, inside, today, 5, 7),
      ...reports(412_000_002, inside, today, 2),
      ...reports(603_000_003, inBoxOnly, today, 5),
      ...reports(603_000_001, inside, today - 3 * dayMs, 3),
    ],
    7,
  );
  await world.detect();
  await summarise();
});
afterAll(async () => {
  await world.close();
});

async function summarise(): Promise<void> {
  const job = world.vessels.jobs?.find(({ name }) => name === 'vessels.summarise');
  await job?.run({}, { signal: new AbortController().signal, progress: async () => {} } as never);
}

const ask = async (query: Record<string, string>, id = area) =>
  askModule(world.module, areaReport, { params: { id }, query });

test('hours are those of the polygon, not of its box; flags, vessels, fishing and the period before stand beside', async () => {
  const { data, provenance } = await ask({ from: '2026-08-30', to: '2026-08-31' });
  expect(data.current).toMatchObject({ presenceHours: 7, vessels: 2, periodHours: 48, from: '2026-08-30' });
  expect(data.current.topVessels.map(({ mmsi, hours }) => [mmsi, hours])).toEqual([
    ['603000001', 5],
    ['412000002', 2],
  ]);
  expect(data.current.days.map(({ hours, vessels: count }) => [hours, count])).toEqual([
    [0, 0],
    [7, 2],
  ]);
  expect(data.current.fishingHours).toBeGreaterThan(4);
  expect(data.current.events).toEqual(expect.arrayContaining([{ kind: 'fishing', count: 1 }]));
  expect(data.current.alerts).toEqual([expect.objectContaining({ rule: 'fishing_in_zone', count: 1 })]);
  expect(data.before).toMatchObject({ from: '2026-08-28', to: '2026-08-29', presenceHours: 3, vessels: 1 });
  expect(data.comparison).toBeNull();
  expect(provenance).toMatchObject({ state: 'simulated', seed: 7 });
});

test('days are of Luanda: what was heard at 23:30 UTC belongs to the next day', async () => {
  await sql`
    INSERT INTO vessels.position_hours (hour, ship_id, positions, first_at, last_at, last_lon, last_lat, west, south, east, north)
    SELECT '2026-08-26T23:00:00Z', id, 1, '2026-08-26T23:30:00Z', '2026-08-26T23:30:00Z', 11.2, -10.8, 11.2, -10.8, 11.2, -10.8
    FROM vessels.ships WHERE mmsi = 603000001`.execute(world.base.platform.database.for());
  const { data } = await ask({ from: '2026-08-26', to: '2026-08-27' });
  expect(data.current.days.map(({ day, hours }) => [day, hours])).toEqual([
    ['2026-08-26', 0],
    ['2026-08-27', 1],
  ]);
});

test('another area and another period are compared; zero is a coordinate; nothing heard says so', async () => {
  const compared = await ask({
    from: '2026-08-31',
    to: '2026-08-31',
    compareArea: empty,
    compareFrom: '2026-08-01',
    compareTo: '2026-08-02',
  });
  expect(compared.data.comparison).toMatchObject({
    area: { id: empty, name: 'Zero' },
    from: '2026-08-01',
    presenceHours: 0,
    receivedHours: 0,
    flags: [],
  });
  const silent = await ask({ from: '2026-01-02', to: '2026-01-03' }, empty);
  expect(silent.provenance.state).toBe('fallback');
  await world.storePositions(reports(603_000_009, [0, 0], world.base.platform.clock.nowMs() - 2 * hourMs, 1));
  await summarise();
  const greenwich = await ask({ from: '2026-08-31', to: '2026-08-31' }, empty);
  expect(greenwich.data.current).toMatchObject({ presenceHours: 1, vessels: 1 });
});

test('an area that is not there, half a period and more than a hundred days are refused', async () => {
  await expect(ask({}, 'nenhuma')).rejects.toMatchObject({ code: 'not_found' });
  await expect(ask({ compareArea: 'nenhuma' })).rejects.toMatchObject({ code: 'not_found' });
  const { query } = areaReport;
  expect(query.safeParse({ from: '2026-01-01' }).success).toBe(false);
  expect(query.safeParse({ from: '2026-01-01', to: '2026-04-11' }).success).toBe(false);
  expect(query.safeParse({ from: '2026-01-01', to: '2026-04-10' }).success).toBe(true);
});

test('the same figures as PDF, audited', async () => {
  world.audited.length = 0;
  const file = (await askModule(world.module, areaReportPdf, {
    params: { id: area },
    query: { from: '2026-08-30', to: '2026-08-31', compareArea: empty },
  })) as unknown as { bytes: Uint8Array; fileName: string };
  expect(file.fileName).toBe('relatorio-area-2026-08-30-a-2026-08-31.pdf');
  const text = readPdf(file.bytes).pages.join(' ').replaceAll('\n', ' ');
  for (const words of [
    'Relatório da área Triângulo',
    'Horas de presença 7 3 1',
    'AGO 5 3 1',
    'CHN 2 0 0',
    '412000002',
    'SIMULADO',
    'Comparação',
  ]) {
    expect(text).toContain(words);
  }
  expect(world.audited).toEqual([expect.objectContaining({ event: 'data.export', resource: `area/${area}` })]);
});

import type { VesselDetection } from '@kianda/connectors';
import { radarDetections } from '@kianda/contract/fleet/vessels/vessels.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askModule } from '../../../testing/ask.ts';
import {
  createModulePlatform,
  echoAbsence,
  echoProvenance,
  type ModulePlatform,
  originOf,
} from '../../../testing/module.ts';
import { createVessels, type VesselsModule } from './index.ts';
import { vesselMigrations } from './vessels.migrations.ts';

let base: ModulePlatform;
let module: VesselsModule;
beforeAll(async () => {
  base = await createModulePlatform([{ name: 'vessels', migrations: vesselMigrations }]);
  module = createVessels({ platform: base.platform, provenanceOf: echoProvenance, absenceOf: echoAbsence });
});
afterAll(async () => {
  await module.stop?.();
  await base.close();
});

const seen = (date: string, lon: number, detections = 1): VesselDetection => ({
  kind: 'vessel-detection',
  date,
  lon,
  lat: -9.3,
  detections,
});
const ask = (query: Record<string, string> = {}) => askModule(module, radarDetections, { query });
const store = (records: readonly VesselDetection[]) =>
  module.radarSink(records, originOf(base, { connectorId: 'gfw', streamId: 'radar', simulatedSeed: 7 }));

test('before any: an empty answer with the reason', async () => {
  const { data, provenance } = await ask();
  expect(data).toMatchObject({ from: null, to: null, detections: 0, cells: [], retrievedAt: null });
  expect(provenance).toMatchObject({ state: 'fallback' });
});

test('each cell and day once, corrected where the provider corrects it; and it says how much changed', async () => {
  const given = [seen('2026-08-20', 12.57), seen('2026-08-20', 12.58, 2), seen('2026-08-26', 12.57)];
  expect(await store(given)).toEqual({
    written: 3,
    duplicates: 0,
    newestObservedMs: Date.parse('2026-08-27T00:00:00Z'),
  });
  expect(await store(given)).toMatchObject({ written: 0, duplicates: 3 });
  expect(await store([seen('2026-08-20', 12.58, 3)])).toMatchObject({ written: 1 });
  const { data, provenance } = await ask({ days: '7' });
  expect(data).toMatchObject({
    cellDegrees: 0.01,
    from: '2026-08-20',
    to: '2026-08-26',
    detections: 5,
    truncated: false,
  });
  expect(data.cells.map(({ day, lon, detections }) => [day, lon, detections])).toEqual([
    ['2026-08-26', 12.57, 1],
    ['2026-08-20', 12.57, 1],
    ['2026-08-20', 12.58, 3],
  ]);
  expect(provenance).toMatchObject({ state: 'simulated' });
});

test('days count back from the newest with data, and nothing later than the day asked for is in it', async () => {
  expect((await ask({ days: '1' })).data).toMatchObject({ from: '2026-08-26', to: '2026-08-26', detections: 1 });
  expect((await ask({ days: '3', until: '2026-08-25' })).data).toMatchObject({
    from: '2026-08-18',
    to: '2026-08-20',
    detections: 4,
  });
  expect((await ask({ until: '2026-08-19' })).data).toMatchObject({ to: null, detections: 0 });
});

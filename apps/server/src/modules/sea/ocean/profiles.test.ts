import type { ProfileRecord } from '@kianda/connectors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOceanWorld, type OceanTestWorld } from './testing/world.ts';

const NOW_MS = Date.UTC(2026, 8, 1);
const DAY_MS = 86_400_000;

function profile(change: Partial<ProfileRecord> = {}): ProfileRecord {
  return {
    kind: 'profile',
    sourceId: '4902911_001',
    platform: '4902911',
    cycle: 1,
    timeMs: NOW_MS - 3 * DAY_MS,
    lon: 9.87,
    lat: -11.2,
    levels: {
      pressureDecibar: [4.2, 8.1, 20],
      temperatureCelsius: [24.8, null, 23.1],
      salinityPsu: [35.601, 35.61, null],
    },
    dataMode: 'R',
    doi: '10.17882/42182',
    url: null,
    ...change,
  };
}

let world: OceanTestWorld;
beforeAll(async () => {
  world = await createOceanWorld(NOW_MS);
});
afterAll(() => world.close());

describe('profiles', () => {
  test('before the first there are none, and why is said', async () => {
    const { body } = await world.get('/ocean/profiles');
    expect(body).toMatchObject({
      data: { profiles: [] },
      metadata: { provenance: { state: 'fallback', reason: 'Sem perfis de boias: argo/profiles' } },
    });
  });

  test('the same page twice changes nothing; a revised profile replaces its levels', async () => {
    const sink = world.ocean.sinks.profile;
    const origin = world.origin('argo', 'profiles');
    const second = profile({ sourceId: '4902911_002', cycle: 2, timeMs: NOW_MS - DAY_MS });
    const page = [profile(), second, profile()];
    expect(await sink(page, origin)).toEqual({ written: 2, duplicates: 1, newestObservedMs: NOW_MS - DAY_MS });
    expect(await sink(page, origin)).toMatchObject({ written: 0, duplicates: 3 });
    const levels = { pressureDecibar: [4.2], temperatureCelsius: [24.75], salinityPsu: [null] };
    expect(await sink([profile({ dataMode: 'D', levels })], origin)).toMatchObject({ written: 1 });

    const { body } = await world.get('/ocean/profiles/4902911_001');
    expect(body.data).toMatchObject({
      dataMode: 'D',
      pressureDecibar: [4.2],
      temperatureCelsius: [24.75],
      salinityPsu: [null],
      surfaceTemperatureCelsius: 24.75,
    });
    const list = await world.get('/ocean/profiles?platform=4902911');
    expect(list.body.data.profiles.map(({ id }: { id: string }) => id)).toEqual(['4902911_002', '4902911_001']);
    expect(list.body.metadata.provenance).toMatchObject({ state: 'live', source: 'argo' });
  });

  test('a cast of a cruise keeps its oxygen and chlorophyll; a column without a value is none', async () => {
    const levels = {
      ...profile().levels,
      oxygenMilliliterPerLiter: [4.9, null, 0],
      chlorophyllMgPerCubicMeter: [null, null, null],
    };
    const origin = world.origin('angola-inipm', 'cruzeiros');
    await world.ocean.sinks.profile(
      [profile({ sourceId: 'inipm:C1/E01', timeMs: NOW_MS - 100 * DAY_MS, levels })],
      origin,
    );
    const { body } = await world.get('/ocean/profiles/inipm:C1%2FE01');
    expect(body.data).toMatchObject({ oxygenMilliliterPerLiter: [4.9, null, 0], chlorophyllMgPerCubicMeter: null });
  });

  test('an unknown one is 404', async () => {
    expect((await world.get('/ocean/profiles/0_0')).status).toBe(404);
  });

  test('older than asked for are left out', async () => {
    const { body } = await world.get('/ocean/profiles?days=2');
    expect(body.data.profiles).toHaveLength(1);
  });
});

import { figureNames } from '@kianda/contract/core/figure-names';
import { presenceLastDay } from '@kianda/contract/fleet/vessels/vessels.contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../apps/server/src/testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../apps/server/src/testing/simulator.ts';
import { type Ask, names, namesOfTheMoment, shownFigures, vesselFigures } from './testing/shown-figures.ts';

let simulator: TestSimulator;
let app: TestApplication;
let ask: Ask;

beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url });
  const { token } = await app.signIn('administrador');
  await Promise.all(['noaa-sst', 'gfw', 'angola-ais', 'obis', 'fisheries-area47'].map((id) => app.ingest(id)));
  await app.newSession('cientista');
  // Beyond the two seconds that consoles share an answer for: nothing is older than the data.
  app.clock.advance(2_100);
  ask = async (endpoint, query = {}) => {
    const reply = await app.call(endpoint, { token, query });
    if (reply.status !== 200) throw new Error(`${endpoint.id}: ${reply.status} ${reply.text}`);
    return endpoint.format === 'standard' ? reply.json() : reply.data;
  };
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

const figures = Object.entries(shownFigures) as [keyof typeof figureNames, (typeof shownFigures)['species']][];

describe('a figure that stands on several screens', () => {
  test('has a name that no other figure has', () => {
    const all = Object.values(figureNames).map((name) => name.toLocaleLowerCase('pt'));
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
  });

  test.each(figures)('%s has that name on each', (figure, places = []) => {
    expect(places.filter(([, words]) => !names(words, figure)).map(([screen, words]) => [screen, words])).toEqual([]);
  });

  test('so have the figures of the present moment', () => {
    expect(namesOfTheMoment.filter(([, words, figure]) => !names(words, figure))).toEqual([]);
  });

  test.each(figures)('%s is the same on each', async (figure, places = []) => {
    const values: (readonly [string, unknown])[] = [];
    for (const [screen, , read] of places) values.push([screen, await read(ask)]);
    const [first] = values;
    expect(first?.[1], figure).not.toBeOneOf([undefined, null, Number.NaN]);
    expect(values).toEqual(values.map(([screen]) => [screen, first?.[1]]));
  });

  test('counts something: data have come in', async () => {
    const vessels = await vesselFigures(ask);
    expect(Math.min(vessels.present, vessels.known)).toBeGreaterThan(0);
    expect(vessels.heard).toBeLessThanOrEqual(vessels.known);
  });
});

test('the newest day of presence is named as a day, not as the midnight that ends it', () => {
  expect(presenceLastDay('2026-11-20T00:00:00.000Z')).toBe('2026-11-19');
});

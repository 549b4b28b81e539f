import * as alertContract from '@kianda/contract/fleet/surveillance/alerts.contract';
import { destination, hourMs, metersPerNauticalMile, type Position } from '@kianda/geo';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askModule } from '../../../../testing/ask.ts';
import { openSurveillance, positionAt, positionsAlong, type SurveillanceWorld } from '../testing/world.ts';

let world: SurveillanceWorld;
let nowMs: number;
beforeEach(async () => {
  world = await openSurveillance();
  nowMs = world.base.platform.clock.nowMs();
});
afterEach(async () => {
  await world.close();
});

const openSea: Position = [9.5, -11];
const mmsi = 603_000_041;
const rules = async () => {
  const query = { page: 1, pageSize: 50 } as const;
  const { data } = await askModule(world.module, alertContract.listVesselAlerts, { query });
  return data.data.map(({ rule, state }) => `${rule} ${state}`).toSorted();
};

/** Two days of hourly reports of a vessel under way, silent for eight hours of them, the last report first. */
function fileOf() {
  const reports = positionsAlong(
    mmsi,
    {
      fromMs: nowMs - 48 * hourMs,
      everyMinutes: 60,
      count: 48,
      placeOf: (index) => destination(openSea, 0, index * 8 * metersPerNauticalMile),
    },
    { speedKnots: 8 },
  );
  return reports.filter((_, index) => index < 20 || index >= 28).toReversed();
}
/** Every fourth report a part: hours of silence lie between those that are read. */
const parts = (records: ReturnType<typeof fileOf>) =>
  [0, 1, 2, 3].map((part) => records.filter((_, index) => index % 4 === part && index >= part));

test('a file in reverse order and in parts is judged at its end, and then rightly', async () => {
  const given = parts(fileOf());
  // Every part but the last leaves gaps that the next ones fill.
  for (const part of [given[0]?.slice(0, 2) ?? [], ...given.slice(1), given[0]?.slice(2) ?? []]) {
    await world.storeFilePart(part, 'part');
    await world.detect();
    expect(await rules()).toEqual([]);
  }
  await world.storeFilePart([positionAt(mmsi, nowMs - 30 * 60_000, destination(openSea, 0, 700_000))], 'end');
  await world.detect();
  expect(await rules()).toEqual(['gap new']);
});

test('the vessels of a file are judged by nobody meanwhile, not beside one that is heard either', async () => {
  const [part = []] = parts(fileOf());
  await world.storeFilePart(part, 'part');
  const [last] = part;
  await world.storePositions([positionAt(603_000_042, nowMs, [last?.lon ?? 0, last?.lat ?? 0])]);
  world.base.advance(60_000);
  await world.detect();
  expect(await rules()).toEqual([]);
});

test('what is stored of a file whose reader was killed is judged once, and what comes of it later once more', async () => {
  const given = fileOf();
  await world.storeFilePart(given.slice(0, 20), 'part');
  await world.detect();
  expect(await rules()).toEqual([]);
  world.base.advance(3 * 60_000);
  expect(await world.detect()).toMatchObject({ ships: 1 });
  expect(await world.detect()).toMatchObject({ ships: 0 });
  // Its second reader goes on where the first one stopped.
  await world.storeFilePart(given.slice(20, 30), 'part');
  expect(await world.detect()).toMatchObject({ ships: 0 });
  await world.storeFilePart(given.slice(30), 'end');
  expect(await world.detect()).toMatchObject({ ships: 1 });
  expect(await rules()).toEqual(['gap new']);
});

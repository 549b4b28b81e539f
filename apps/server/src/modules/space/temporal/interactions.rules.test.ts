import { permissions } from '@kianda/contract';
import { temporalInteractions } from '@kianda/contract/space/temporal/interactions.contract';
import { hourMs, seededRandom } from '@kianda/geo';
import { geodesicDistance } from '@kianda/science/spatial/shared/geodesic';

import { expect, test } from 'vitest';
import { contactsOf, type FishingActivity, fishingIndex, hoursBetween } from './interactions.rules.ts';

const t0 = Date.UTC(2026, 7, 1);
const at = (hours: number, lon = 10, lat = -10) => ({ timeMs: t0 + hours * hourMs, lon, lat });
/** Two hours of fishing. */
const event = (id: string, lon = 10, lat = -10, change: Partial<FishingActivity> = {}): FishingActivity => ({
  ...{ id, source: 'own', startMs: t0, endMs: t0 + 2 * hourMs, lon, lat },
  ...change,
});
const limits = { km: 5, hours: 6 };
/** At 10° S a degree of longitude is 109.6393 km on WGS84: 5 km are 0.0456040°. */
const fiveKm = 5 / 109.6393;
const found = (fixes: ReturnType<typeof at>[], events: FishingActivity[], within = limits) =>
  contactsOf(fixes, fishingIndex(events, within), within);

test('the time between is nothing while the fishing goes on, and grows before and after it', () => {
  expect([-3, 0, 1, 2, 5].map((hours) => hoursBetween(at(hours).timeMs, event('a')))).toEqual([3, 0, 0, 0, 3]);
  expect(hoursBetween(at(5).timeMs, event('a', 10, -10, { endMs: null }))).toBe(5);
});

test('five kilometres and six hours are a contact, a metre or a minute more is none', () => {
  const near = found([at(8, 10 + fiveKm * 0.9999)], [event('a')]);
  expect(near.contacts).toHaveLength(1);
  expect(near.contacts[0]?.distanceKm).toBeCloseTo(5, 2);
  expect(near.contacts[0]?.hoursApart).toBe(6);
  expect(found([at(-6)], [event('a')]).points).toBe(1);
  expect(found([at(8, 10 + fiveKm * 1.0003)], [event('a')]).points).toBe(0);
  expect(found([at(8 + 1 / 60)], [event('a')]).points).toBe(0);
  expect(found([at(-6 - 1 / 60)], [event('a')]).points).toBe(0);
});

test('to the north and the south the band of latitudes reaches as far as the distance does', () => {
  // A degree of latitude at 10° S is 110.6 km: 5 km are 0.0452°.
  expect(found([at(1, 10, -10.0451)], [event('a')]).points).toBe(1);
  expect(found([at(1, 10, -9.9549)], [event('a')]).points).toBe(1);
  expect(found([at(1, 10, -10.0454)], [event('a')]).points).toBe(0);
  expect(found([at(1, 10, -9.9546)], [event('a')]).points).toBe(0);
});

test('an event has its nearest fix and how many were near; a fix in two events counts once', () => {
  const events = [event('a'), event('b', 10.01, -10, { source: 'gfw' }), event('far', 12, -10), event('a', 10, -11)];
  const { contacts, points } = found([at(0, 10.03), at(1, 10.009), at(2, 10.02), at(3, 11)], events);
  expect(points).toBe(3);
  expect(contacts.map(({ fishing, points: near }) => [fishing.source, fishing.id, near])).toEqual([
    ['own', 'a', 3],
    ['gfw', 'b', 3],
  ]);
  expect(contacts[1]?.fix).toEqual(at(1, 10.009));
  expect(found([], events)).toEqual({ contacts: [], points: 0 });
  expect(found([at(0)], [])).toEqual({ contacts: [], points: 0 });
});

test('fishing that still goes on is near whatever comes after its start', () => {
  const open = event('a', 10, -10, { endMs: Number.POSITIVE_INFINITY });
  expect(found([at(3_000)], [open]).contacts[0]?.hoursApart).toBe(0);
  expect(found([at(-7)], [open]).points).toBe(0);
});

test.each([limits, { km: 50, hours: 72 }, { km: 1, hours: 1 }])(
  'the index finds what comparing each with each does: $km km, $hours h',
  (within) => {
    const random = seededRandom(7);
    // On both sides of the antimeridian, and from the equator to near the pole.
    const place = () => ({ lon: ((random() * 4 + 358) % 360) - 180, lat: [0, -60, 85][Math.floor(random() * 3)] ?? 0 });
    const moved = ({ lon, lat }: ReturnType<typeof place>) => ({ lon, lat: lat + random() * 0.8 });
    const events = Array.from({ length: 300 }, (_, index) => {
      const startMs = t0 + random() * 400 * hourMs;
      const endMs = index % 5 === 0 ? null : startMs + random() * (index % 50 === 1 ? 2_000 : 6) * hourMs;
      return { ...event(`e${index}`), startMs, endMs, ...moved(place()) };
    });
    const fixes = Array.from({ length: 300 }, () => ({ timeMs: t0 + random() * 400 * hourMs, ...moved(place()) }));
    const isNear = (fix: (typeof fixes)[number], other: FishingActivity) =>
      hoursBetween(fix.timeMs, other) <= within.hours && geodesicDistance(fix, other) <= within.km * 1000;
    const near = fixes.map((fix) => events.filter((other) => isNear(fix, other)));
    const { contacts, points } = found(fixes, events, within);
    expect(points).toBe(near.filter((list) => list.length > 0).length);
    expect(contacts.map(({ fishing }) => fishing.id).sort()).toEqual(
      [...new Set(near.flat().map(({ id }) => id))].sort(),
    );
    expect(points).toBeGreaterThan(0);
  },
);

test('whoever may ask sees the fishing of both sources elsewhere too', () => {
  expect(temporalInteractions.access).toBe('surveillance:read');
  const may = new Set<string>(permissions['vessels:read'].roles);
  expect(permissions['surveillance:read'].roles.filter((role) => !may.has(role))).toEqual([]);
});

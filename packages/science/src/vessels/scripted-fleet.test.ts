/** Replays with known answers: for each detector a fleet whose events are known exactly, and what is found of them. */
import { dayMs, destination, hourMs, metersPerNauticalMile, type Position } from '@kianda/geo';
import { afterAll, expect, test } from 'vitest';
import { detectEncounters } from './encounter.ts';
import { detectFishing, withinSpeed } from './fishing.ts';
import { flagContradictsMmsi, mmsiContradictions } from './flag-of-mmsi.ts';
import { detectGaps } from './gap.ts';
import { gearEvidence } from './gear.ts';
import { separateTrack } from './jumps.ts';
import { detectLoitering } from './loitering.ts';
import { separateLand } from './on-land.ts';
import { detectPortVisits } from './port-visit.ts';
import {
  encounterGfw,
  fishingGfw,
  gapGfw,
  gearKianda,
  jumpKianda,
  landKianda,
  loiteringGfw,
  portVisitGfw,
  zoneKianda,
} from './presets.ts';
import { checkFishingRules, type FishingAct, identityChanges, type Registry } from './rules.ts';
import { openSea, Voyage } from './testing/voyage.ts';
import { type Track, trackOf } from './track.ts';
import { areaOf, detectZoneStays } from './zone.ts';

const start = Date.parse('2026-03-10T20:00:00Z');
const later = start + 30 * dayMs;
const size = 40;
const board: string[] = [];

/** Places far from each other, around São Tomé, the Greenwich line and Angola: zero is a coordinate. */
const placeOf = (index: number): Position => [(index % 8) * 1.6 - 1.6, -Math.floor(index / 8) * 2.5];
const off = (from: Position, meters: number, bearing = 0): Position => destination(from, bearing, meters);

/** Behaviour of each vessel of a fleet, whether it is an event, and how often it is found. */
type Script<T> = { readonly input: T; readonly isEvent: boolean };

function score<T>(name: string, fleet: readonly Script<T>[], find: (input: T, index: number) => number): void {
  const found = fleet.map(({ input }, index) => find(input, index));
  const events = fleet.filter(({ isEvent }) => isEvent).length;
  const right = found.filter((count, index) => count > 0 && fleet[index]?.isEvent === true).length;
  const all = found.reduce((sum, count) => sum + count, 0);
  const [precision, recall] = [right / all, right / events];
  board.push(`${name}: ${events} of ${fleet.length}, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`);
  expect(events).toBeGreaterThan(0);
  expect(events).toBeLessThan(fleet.length);
  expect({ name, precision, recall }).toEqual({ name, precision: 1, recall: 1 });
}

/** A fleet in which every second vessel makes the event, and the others alternate between near misses. */
const fleetOf = <T>(event: (place: Position, index: number) => T, near: readonly ((place: Position) => T)[]) =>
  Array.from({ length: size }, (_, index): Script<T> => {
    const isEvent = index % 2 === 0;
    const other = near[Math.floor(index / 2) % near.length] as (place: Position) => T;
    return { isEvent, input: isEvent ? event(placeOf(index), index) : other(placeOf(index)) };
  });

afterAll(() => {
  process.stdout.write(`${board.join('\n')}\n`);
});

test('encounter: the pair that meets, over midnight too, not the far, the short or the fast', () => {
  type Pair = {
    readonly apart?: number;
    readonly minutes?: number;
    readonly knots?: number;
    readonly delayMs?: number;
  };
  const pair = (place: Position, { apart = 200, minutes = 180, knots = 0.5, delayMs = 0 }: Pair = {}) =>
    ['A', 'B'].map((id, index) =>
      new Voyage(id, start + delayMs, off(place, 15_000, index * 180))
        .sail(off(place, index * apart), 8)
        .drift(minutes, knots)
        .sail(off(place, 20_000, index * 180), 8)
        .track(),
    );
  const fleet = fleetOf(
    // Half of them begin before midnight UTC and end after it, half within a day.
    (place, index) => pair(place, index % 4 === 0 ? {} : { delayMs: 6 * hourMs }),
    [
      (place) => pair(place, { apart: 900 }),
      (place) => pair(place, { minutes: 40 }),
      (place) => pair(place, { knots: 5, minutes: 180 }),
    ],
  );
  score('encontro', fleet, (tracks) => detectEncounters(tracks, encounterGfw, openSea, later).length);
  const [across] = fleet.flatMap(({ input }) => detectEncounters(input, encounterGfw, openSea, later));
  const midnight = Date.parse('2026-03-11T00:00:00Z');
  expect(across?.startMs).toBeLessThan(midnight);
  expect(across?.endMs).toBeGreaterThan(midnight);
});

test('loitering: slow for hours far out, not briefly, not faster, not at anchor', () => {
  const drift = (place: Position, minutes: number, knots: number, status: number | null = null) =>
    new Voyage('A', start, off(place, 20_000))
      .sail(place, 10)
      .drift(minutes, knots, { status })
      .sail(off(place, 30_000), 10)
      .track();
  const fleet = fleetOf(
    (place) => drift(place, 420, 1),
    [(place) => drift(place, 120, 1), (place) => drift(place, 420, 4), (place) => drift(place, 420, 0.1, 1)],
  );
  score('deriva', fleet, (track) => detectLoitering(track, loiteringGfw, openSea, later).length);
});

test('gap: silent for more than six hours, not for less', () => {
  const surroundings = {
    shoreDistanceMeters: () => 60 * metersPerNauticalMile,
    portDistanceMeters: () => Number.POSITIVE_INFINITY,
    satellitePositionsPerDay: () => 40,
  };
  const silent = (place: Position, hours: number) =>
    new Voyage('A', start, place)
      .sail(off(place, 30_000), 8, { receiver: 'satellite' })
      .silence(hours * 60, off(place, 60_000))
      .sail(off(place, 90_000), 8)
      .track();
  const fleet = fleetOf((place) => silent(place, 7), [(place) => silent(place, 5.8), (place) => silent(place, 1)]);
  score('silêncio', fleet, (track) => {
    const endMs = track.points.at(-1)?.timeMs ?? 0;
    return detectGaps(track, gapGfw, surroundings, endMs).length;
  });
});

test('jump: where no vessel can have sailed, not where it was long silent, fast, or its position rounded', () => {
  const sailing = (place: Position, then: (voyage: Voyage) => Voyage) =>
    then(new Voyage('A', start, off(place, 30_000)).sail(place, 8)).track();
  const apart = (track: Track) => separateTrack(track, jumpKianda).events.filter(({ kind }) => kind === 'jump').length;
  const fleet = fleetOf(
    // One report a hundred miles away, five minutes after the last, then back.
    (place) =>
      sailing(place, (voyage) =>
        voyage
          .silence(0, off(place, 100 * metersPerNauticalMile))
          .drift(0)
          .silence(0, place)
          .sail(off(place, 30_000), 8),
      ),
    [
      (place) => sailing(place, (voyage) => voyage.silence(2 * 60, off(place, 100 * metersPerNauticalMile)).drift(30)),
      (place) => sailing(place, (voyage) => voyage.sail(off(place, 100_000), 45)),
      (place) => sailing(place, (voyage) => voyage.silence(0, off(place, 1.9 * metersPerNauticalMile)).drift(0)),
    ],
  );
  score('salto', fleet, apart);
});

test('on land: reports that repeat beyond the tolerance of the coast, not the few and not those of a bay', () => {
  const inland = (position: Position, limit: number): number =>
    Math.max(0, Math.min(limit, (position[0] - Math.round(position[0] / 1.6) * 1.6) * 111_195));
  const ashore = (place: Position, meters: number) =>
    new Voyage('A', start, off(place, 20_000, 270)).sail(off(place, 3_000, 270), 8).silence(0, off(place, meters, 90));
  const fleet = fleetOf(
    (place) => ashore(place, 6_000).drift(30).track(),
    [(place) => ashore(place, 4_000).drift(30).track(), (place) => ashore(place, 6_000).drift(5).track()],
  );
  score('em terra', fleet, (track) => separateLand(track, landKianda, inland).events.length);
});

test('one identity on two vessels: both heard in turns for a while, not one that was elsewhere once', () => {
  const both = (place: Position, minutes: number, apartMiles: number) => {
    const one = new Voyage('A', start, place).drift(minutes, 4).track().points;
    const other = new Voyage('A', start + 60_000, off(place, apartMiles * metersPerNauticalMile)).drift(minutes, 4);
    return trackOf('A', [...one, ...other.track().points]);
  };
  const once = (place: Position) => {
    const { points } = new Voyage('A', start, place).drift(60, 4).track();
    const [far] = new Voyage('A', start + 61_000, off(place, 200_000)).drift(0).track().points;
    return trackOf('A', far === undefined ? points : [...points, far]);
  };
  const fleet = fleetOf((place) => both(place, 60, 120), [once, (place) => both(place, 60, 1)]);
  score('um MMSI em dois navios', fleet, (track) => {
    const { events } = separateTrack(track, jumpKianda);
    return events.filter(({ kind }) => kind === 'shared_mmsi').length;
  });
});

test('port visit: within three kilometres of an anchorage, not beyond', () => {
  const call = (place: Position, meters: number, minutes: number) =>
    new Voyage('A', start, off(place, 25_000, 270))
      .sail(off(place, meters, 270), 8)
      .drift(minutes, 0.1)
      .sail(off(place, 25_000, 270), 8)
      .track();
  const fleet = fleetOf(
    (place) => call(place, 500, 180),
    [(place) => call(place, 3_500, 180), (place) => call(place, 9_000, 600)],
  );
  score('visita a porto', fleet, (track, index) => {
    const visits = detectPortVisits(track, [{ id: 'porto', position: placeOf(index) }], portVisitGfw, later);
    return visits.length;
  });
});

test('fishing: a haul, not a short, a fast or a still one', () => {
  const haul = (place: Position, knots: number, meters: number) =>
    new Voyage('A', start, off(place, 20_000, 180))
      .sail(place, 10)
      .sail(off(place, meters), knots)
      .sail(off(place, meters + 30_000), 10)
      .track();
  const still = (place: Position) => new Voyage('A', start, place).drift(300, 0.3).track();
  const fleet = fleetOf(
    (place) => haul(place, 4, 15_000),
    [(place) => haul(place, 4, 1_500), (place) => haul(place, 8, 15_000), still],
  );
  score('pesca', fleet, (track) => detectFishing(track, withinSpeed(2.5, 5.5), fishingGfw, later).length);
});

test('zone: an entry, slow within, and an oil platform; not what passes by', () => {
  const square = (place: Position, meters: number) => {
    const [w, s, e, n] = [270, 180, 90, 0].map((bearing) => off(place, meters, bearing)) as [
      Position,
      Position,
      Position,
      Position,
    ];
    const ring: Position[] = [
      [w[0], s[1]],
      [e[0], s[1]],
      [e[0], n[1]],
      [w[0], n[1]],
      [w[0], s[1]],
    ];
    return areaOf('zona', { type: 'Polygon', coordinates: [ring] });
  };
  const through = (place: Position, knots: number, aside = 0) => {
    const centre = off(place, aside, 90);
    return new Voyage('A', start, off(centre, 30_000)).sail(off(centre, 30_000, 180), knots).track();
  };
  const stays = (meters: number, maxKnots: number) => (track: ReturnType<typeof through>, index: number) =>
    detectZoneStays(track, square(placeOf(index), meters), zoneKianda).filter(
      ({ details }) => (details.meanKnots ?? 99) < maxKnots,
    ).length;
  const passes = (place: Position) => through(place, 8, 12_000);
  score(
    'entrada em zona',
    fleetOf((place) => through(place, 8), [passes]),
    stays(10_000, 99),
  );
  score(
    'velocidade em zona',
    fleetOf((place) => through(place, 3), [passes, (place) => through(place, 9)]),
    stays(10_000, 5),
  );
  // The perimeter in which fishing near a platform is forbidden.
  score(
    'exclusão petrolífera',
    fleetOf((place) => through(place, 2), [(place) => through(place, 2, 900)]),
    stays(500, 99),
  );
});

test('closed season, licence, gear, zone and distance: each breach by its rule alone', () => {
  const zone = {
    type: 'Polygon' as const,
    coordinates: [
      [
        [-3, -13],
        [11, -13],
        [11, 1],
        [-3, 1],
        [-3, -13],
      ] as const,
    ],
  };
  const licence = { number: 'A', gears: ['cerco'], startMs: start - 90 * dayMs, endMs: start + 90 * dayMs, zone };
  const season = { id: 'veda', startMs: start + 20 * dayMs, endMs: start + 50 * dayMs, gears: ['cerco'], zone: null };
  const registry: Registry = {
    licences: [licence],
    seasons: [season],
    minimumDistances: [{ id: 'costa', gear: 'cerco', fleet: null, zone: null, meters: 3_704 }],
  };
  const claims = [{ source: 'registos', gear: 'TRAWLERS', fromMs: null, untilMs: null }];
  const act = (place: Position): FishingAct => ({
    startMs: start,
    endMs: start + 3 * hourMs,
    position: place,
    evidence: null,
    fleet: null,
    shoreDistanceMeters: 30_000,
  });
  const at = (atMs: number) => ({ startMs: atMs, endMs: atMs + hourMs });
  const breaches = {
    no_licence: (place: Position): FishingAct => ({ ...act(place), ...at(start + 91 * dayMs) }),
    closed_season: (place: Position): FishingAct => ({ ...act(place), ...at(start + 30 * dayMs) }),
    gear_not_allowed: (place: Position): FishingAct => ({
      ...act(place),
      evidence: gearEvidence(claims, start, gearKianda),
    }),
    zone_not_allowed: (): FishingAct => act([12.5, -9]),
    minimum_distance: (place: Position): FishingAct => ({ ...act(place), shoreDistanceMeters: 3_703 }),
  } as const;
  for (const [rule, breach] of Object.entries(breaches)) {
    const others = Object.entries(breaches).flatMap(([other, make]) => (other === rule ? [] : [make]));
    const onTheEdge = (place: Position): FishingAct => ({ ...act(place), shoreDistanceMeters: 3_704 });
    const fleet = fleetOf<FishingAct>(breach, [act, onTheEdge, ...others]);
    score(rule, fleet, (one) => checkFishingRules(one, registry).filter((finding) => finding.rule === rule).length);
  }
});

test('identity: a change of name, flag, call sign or IMO, and a flag against the MMSI', () => {
  const said = { source: 'ais', firstSeenMs: 1, name: 'RAY', flag: 'BLZ', callsign: 'V3AB', imo: '9076260' };
  const then = (change: object) => [said, { ...said, firstSeenMs: 2, ...change }];
  const changes = [{ name: 'TROPIC' }, { flag: 'GNQ' }, { callsign: 'D2XY' }, { imo: '9134270' }];
  const fleet = fleetOf(
    (_place, index) => then(changes[(index / 2) % changes.length] ?? {}),
    [() => then({ name: 'R.A.Y' }), () => then({ name: null }), () => then({}), () => then({ name: 'X', source: 'r' })],
  );
  score('mudança de identidade', fleet, (records) => identityChanges(records).length);
  const flags = fleetOf<readonly [mmsi: string, flag: string | null]>(
    (_place, index) => [`603${100_000 + index}`, index % 4 === 0 ? 'COD' : 'NAM'],
    [() => ['603100001', 'AGO'], () => ['603100001', null], () => ['999100001', 'AGO']],
  );
  score('MID contra bandeira', flags, ([mmsi, flag]) => (flagContradictsMmsi(mmsi, flag) === true ? 1 : 0));
  const callSigns = fleetOf<readonly [mmsi: string, callSign: string]>(
    (_place, index) => [`603${100_000 + index}`, index % 4 === 0 ? '3FZX7' : 'V5AB'],
    [
      () => ['603100001', 'D3AB'],
      () => ['374100001', '3FZX7'],
      () => ['603100001', 'QABC'],
      () => ['603100001', ''],
      () => ['603100001', '0'],
      () => ['310100001', 'ZCAB'],
    ],
  );
  score('MID contra indicativo', callSigns, ([mmsi, callSign]) =>
    mmsiContradictions(mmsi, callSign, []) === null ? 0 : 1,
  );
});

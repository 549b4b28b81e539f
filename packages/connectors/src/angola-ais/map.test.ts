import type { AisMessage, AisStatic } from '@kianda/science/ais/messages';
import { expect, test } from 'vitest';
import { isTimeBelieved, recordOf } from './map.ts';

const heardMs = Date.UTC(2026, 8, 1, 12, 0, 30);
const position = (over: Record<string, unknown> = {}) =>
  ({
    kind: 'position',
    type: 1,
    mmsi: 603_990_001,
    lon: 13.2,
    lat: -8.8,
    accurate: true,
    speedKnots: 0,
    courseDegrees: 0,
    headingDegrees: null,
    turn: null,
    status: 0,
    second: null,
    raim: false,
    ...over,
  }) as AisMessage;
const read = (message: AisMessage, stationMs: number | null = null) =>
  recordOf(message, { receivedMs: heardMs, stationMs, source: null, isOwn: false }, 'ais');

test('the clock of a station is believed from thirty days behind to a minute ahead', () => {
  const believed = (offsetMs: number | null) =>
    isTimeBelieved({
      receivedMs: heardMs,
      stationMs: offsetMs === null ? null : heardMs + offsetMs,
      source: null,
      isOwn: false,
    });
  const second = 1_000;
  expect([-2_592_000 * second, -2_592_001 * second, 60 * second, 61 * second, 0, null].map(believed)).toEqual([
    ...[true, false, true, false],
    ...[true, true],
  ]);
  expect(read(position(), heardMs - 3_600_000)).toMatchObject({ timeMs: heardMs - 3_600_000 });
  expect(read(position())).toMatchObject({ timeMs: heardMs });
});

test('a position with either half missing is nothing to store; 0° 0° is, and so is a base station', () => {
  expect([read(position({ lon: null })), read(position({ lat: null }))]).toEqual([null, null]);
  expect(read({ kind: 'base-station', type: 4, mmsi: 1, timeMs: 0, lon: 1, lat: 1 })).toMatchObject({
    ...{ kind: 'ais-safety', station: 'base', mmsi: 1, lon: 1, lat: 1, timeMs: heardMs },
  });
  expect(read(position({ lon: -0, lat: 0 }))).toMatchObject({
    lon: 0,
    lat: 0,
    vesselKey: 'mmsi:603990001',
    feed: 'ais',
  });
});

test('seven decimals of a degree are kept; status 15 is none', () => {
  expect(read(position({ lon: 13.123_456_74, lat: -8.123_456_76, status: 15 }))).toMatchObject({
    lon: 13.123_456_7,
    lat: -8.123_456_8,
    navigationStatus: null,
  });
  expect(read(position({ status: 14 }))).toMatchObject({ navigationStatus: 14 });
});

test('an identity has length and width from the antenna, none where neither is given', () => {
  const identity = (over: Partial<AisStatic> = {}) =>
    read({
      kind: 'static',
      type: 5,
      mmsi: 603_990_001,
      part: null,
      imo: 8_602_866,
      callsign: 'D2AB',
      name: 'BAIA',
      shipType: 30,
      dimensions: { toBow: 20, toStern: 5, toPort: 3, toStarboard: 4 },
      positionDevice: null,
      eta: null,
      draughtMeters: 3,
      destination: 'LUANDA',
      vendor: null,
      mothership: null,
      ...over,
    });
  expect(identity()).toMatchObject({
    kind: 'vessel-identity',
    imo: '8602866',
    lengthMeters: 25,
    widthMeters: 7,
    timeMs: heardMs,
  });
  expect(identity({ dimensions: null, imo: null })).toMatchObject({ imo: null, lengthMeters: null, widthMeters: null });
  expect(identity({ dimensions: { toBow: 0, toStern: 0, toPort: 0, toStarboard: 2 } })).toMatchObject({
    lengthMeters: null,
    widthMeters: 2,
  });
});

test('beacons of distress are no vessels: in use unless they say that it is a test', () => {
  const beacon = (mmsi: number, status: number) => read(position({ mmsi, status }));
  for (const mmsi of [970_000_001, 972_000_001, 974_000_001])
    expect(beacon(mmsi, 14)).toMatchObject({ kind: 'ais-safety', station: 'distress', mmsi, isActive: true });
  expect(beacon(970_000_001, 15)).toMatchObject({ isActive: false });
  // One whose status is set wrongly is taken for an emergency; a vessel of that status stays a vessel.
  expect(beacon(970_000_001, 0)).toMatchObject({ isActive: true });
  expect(beacon(603_000_001, 14)).toMatchObject({ kind: 'vessel-position' });
  const says = (mmsi: number, text: string) => read({ kind: 'safety-text', type: 14, mmsi, text });
  expect(says(972_000_001, 'MOB ACTIVE')).toMatchObject({ station: 'distress', isActive: true, text: 'MOB ACTIVE' });
  expect(says(972_000_001, 'MOB TEST')).toMatchObject({ station: 'distress', isActive: false });
  expect(says(6_039_901, 'TEST')).toMatchObject({ station: 'text', isActive: null });
});

import { describe, expect, test } from 'vitest';
import { mapEvents } from './map-events.ts';

const vessel = {
  id: '126570026-6217-2a10-f383-a42f66f78ea7',
  name: 'NORTHERN',
  ssvid: '235063795',
  flag: 'GBR',
  type: 'fishing',
};
const met = {
  id: 'e6154b2e7-7b1c-4e0d-9f3a-001122334455',
  name: 'FRIO',
  ssvid: 273453380,
  flag: null,
  type: 'carrier',
};
const common = {
  id: '3ca9b73aee21fbf278a636709e0f8f03',
  start: '2026-08-01T20:57:49.000Z',
  end: '2026-08-02T02:10:00.000Z',
  position: { lat: -9.5, lon: 12.1 },
  regions: { eez: ['8478'] },
  vessel,
};
const one = (over: object) => mapEvents([{ ...common, ...over }]);

describe('traps of the provider', () => {
  test('numbers as texts in gaps become numbers, and an empty one is no zero', () => {
    const { records } = one({
      type: 'gap',
      gap: {
        intentionalDisabling: true,
        distanceKm: '55.51',
        durationHours: 15.45,
        impliedSpeedKnots: '',
        positions12HoursBeforeSat: '23',
        offPosition: { lat: -14.37, lon: 0 },
        onPosition: { lat: '-14.41', lon: '0' },
      },
    });
    expect(records[0]?.details).toMatchObject({
      intentionalDisabling: true,
      distanceKm: 55.51,
      impliedSpeedKnots: null,
      positions12HoursBefore: 23,
      offLon: 0,
      onLon: 0,
      onLat: -14.41,
    });
  });

  test('GAP_START is a gap that lasts still, whatever its end repeats', () => {
    const { records, rejected } = one({ type: 'GAP_START', end: common.start, gap: { intentionalDisabling: 'false' } });
    expect(rejected).toEqual([]);
    expect(records).toMatchObject([
      { sourceId: common.id, type: 'gap', startMs: Date.parse(common.start), endMs: null },
    ]);
  });

  test('truths as texts: «false» is false', () => {
    const listed = (word: string) => ({
      type: 'fishing',
      fishing: {},
      vessel: { ...vessel, publicAuthorizations: [{ hasPubliclyListedAuthorization: word, rfmo: 'ICCAT' }] },
    });
    expect(one(listed('false')).records[0]?.details.publiclyAuthorized).toBe(false);
    expect(one(listed('true')).records[0]?.details.publiclyAuthorized).toBe(true);
    expect(one({ type: 'fishing', fishing: {} }).records[0]?.details.publiclyAuthorized).toBeNull();
  });

  test('an empty end is an event that lasts; absent lists of regions are no fault', () => {
    const { records, rejected } = one({ type: 'loitering', loitering: { totalTimeHours: 4 }, end: '', regions: {} });
    expect(rejected).toEqual([]);
    expect(records[0]).toMatchObject({ type: 'loitering', endMs: null, details: { totalTimeHours: 4 } });
  });

  test('the two rows of an encounter are one event, the same from either row alone', () => {
    const listed = { ...vessel, publicAuthorizations: [{ hasPubliclyListedAuthorization: 'true', rfmo: 'ICCAT' }] };
    const rows = [
      {
        ...common,
        id: 'abc.1',
        type: 'encounter',
        vessel: listed,
        encounter: {
          vessel: met,
          medianDistanceKilometers: 0.034,
          type: 'fishing-carrier',
          mainVesselPublicAuthorizationStatus: 'publicly_authorized',
          encounteredVesselPublicAuthorizationStatus: 'pending_info',
        },
      },
      {
        ...common,
        id: 'abc.2',
        type: 'encounter',
        vessel: met,
        encounter: {
          vessel: listed,
          medianDistanceKilometers: 0.034,
          type: 'carrier-fishing',
          mainVesselPublicAuthorizationStatus: 'pending_info',
          encounteredVesselPublicAuthorizationStatus: 'publicly_authorized',
        },
      },
    ];
    const both = mapEvents(rows).records;
    expect(both).toHaveLength(1);
    expect(both[0]).toMatchObject({
      sourceId: 'abc',
      vessel: { vesselId: vessel.id },
      other: { vesselId: met.id, mmsi: '273453380', flag: null },
      details: {
        encounterType: 'fishing-carrier',
        publiclyAuthorized: true,
        authorizationStatus: 'publicly_authorized',
        otherAuthorizationStatus: 'pending_info',
      },
    });
    for (const row of rows) expect(mapEvents([row]).records).toEqual(both);
  });

  test('confidence and anchorages of a port visit', () => {
    const anchorage = { id: 'ago-lobito', name: 'LOBITO', flag: 'AGO', atDock: true, lat: -12.3, lon: '13.5' };
    const visit = { visitId: 'a92f', confidence: '4', durationHrs: 8.5, startAnchorage: anchorage, endAnchorage: null };
    expect(one({ type: 'port_visit', port_visit: visit }).records[0]?.details).toMatchObject({
      confidence: 4,
      durationHours: 8.5,
      portName: 'LOBITO',
      atDock: true,
    });
  });

  test.each([
    ['an unknown kind', { type: 'teleport' }],
    ['no start', { type: 'fishing', start: '' }],
    ['an end before the start', { type: 'fishing', end: '2020-01-01T00:00:00Z' }],
    ['no place', { type: 'fishing', position: { lat: '', lon: 12 } }],
    ['beyond the pole', { type: 'fishing', position: { lat: -95, lon: 12 } }],
    ['no vessel', { type: 'fishing', vessel: { ...vessel, id: ' ' } }],
  ])('%s: rejected with its reason, and with nothing else the schema has drifted', (_name, over) => {
    const { records, rejected, drifted } = one(over);
    expect(records).toEqual([]);
    expect(rejected[0]?.reason).not.toBe('');
    expect(drifted).toBe(true);
  });
});

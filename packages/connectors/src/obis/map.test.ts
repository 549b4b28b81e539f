import { describe, expect, test } from 'vitest';
import datasetBody from './fixtures/dataset.json' with { type: 'json' };
import occurrenceBody from './fixtures/occurrence.json' with { type: 'json' };
import { mapDatasets, mapOccurrences } from './map.ts';

describe('mapOccurrences', () => {
  const licences = new Map([['8e323d59-5c0b-4c33-a1de-ef55a0c1d4fa', 'CC-BY']]);
  const mapped = mapOccurrences(occurrenceBody.results, licences);

  test('keeps the terms of Darwin Core, with depth zero as a depth and the licence of the dataset', () => {
    expect(mapped.records[0]).toEqual({
      kind: 'occurrence',
      sourceId: '0000001f-29c5-400b-8aee-f045e081e61b',
      scientificName: 'Sardinella aurita',
      aphiaId: 126422,
      taxonomy: {
        kingdom: 'Animalia',
        phylum: 'Chordata',
        class: 'Teleostei',
        order: 'Clupeiformes',
        family: 'Dorosomatidae',
        genus: 'Sardinella',
      },
      redListCategory: 'LC',
      lon: 12.9817,
      lat: -8.7542,
      depthMeters: 0,
      eventDate: '2019-10-23',
      eventStartMs: 1571788800000,
      basisOfRecord: 'PreservedSpecimen',
      datasetId: '8e323d59-5c0b-4c33-a1de-ef55a0c1d4fa',
      licence: 'CC-BY',
      flags: ['NO_DEPTH'],
      absence: false,
      occurrenceId: null,
      catalogNumber: null,
      institutionCode: null,
    });
  });

  test('accepts a row with only the always-present fields, and takes the mean of the depth bounds', () => {
    expect(mapped.records[1]).toMatchObject({
      scientificName: 'Merluccius polli',
      depthMeters: 400.25,
      eventDate: null,
      eventStartMs: null,
      redListCategory: null,
      licence: null,
    });
    expect(mapped.records[1]?.taxonomy).not.toHaveProperty('genus');
  });

  test('rejects rows with their reason and never drops one in silence', () => {
    expect(mapped.records).toHaveLength(2);
    expect(mapped.rejected.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^decimalLatitude: /),
      'Latitude fora de −90..90: -95.5',
    ]);
    expect(mapped.rejected[0]?.raw).toBe(occurrenceBody.results[2]);
    expect(mapped.drifted).toBe(false);
  });

  test('tells a change of schema from bad rows', () => {
    expect(mapOccurrences([{ id: 'a', lat: 1 }]).drifted).toBe(true);
    expect(mapOccurrences([]).drifted).toBe(false);
  });

  test('rejects what OBIS itself dropped', () => {
    const row = { ...occurrenceBody.results[0], dropped: true };
    expect(mapOccurrences([row])).toMatchObject({
      records: [],
      rejected: [{ reason: expect.stringContaining('dropped') }],
    });
  });
});

test('mapDatasets reads the change date and the licence as written, and counts what it cannot read', () => {
  expect(mapDatasets([...datasetBody.results, { title: 'sem id' }])).toEqual({
    bad: 1,
    datasets: [
      {
        id: '8e323d59-5c0b-4c33-a1de-ef55a0c1d4fa',
        title: 'Demersal surveys off Angola',
        updated: '2026-08-19T03:14:15.000Z',
        licence: 'This work is licensed under a Creative Commons Attribution (CC-BY) 4.0 License.',
      },
      {
        id: '11111111-2222-4333-8444-555555555555',
        title: 'Deep-water shrimp and hake',
        updated: '2026-01-05T00:00:00.000Z',
        licence: null,
      },
    ],
  });
});

test('180° and 90° are places, anything beyond is not; a name of blanks is none', () => {
  const reasons = (over: Record<string, unknown>) =>
    mapOccurrences([{ ...occurrenceBody.results[0], ...over }]).rejected.map(({ reason }) => reason);
  expect(reasons({ decimalLongitude: -180, decimalLatitude: 90 })).toEqual([]);
  expect(reasons({ decimalLongitude: 180.5 })).toEqual(['Longitude fora de −180..180: 180.5']);
  expect(reasons({ decimalLatitude: 90.5 })).toEqual(['Latitude fora de −90..90: 90.5']);
  expect(reasons({ scientificName: ' ' })).toEqual(['scientificName vazio']);
});

test('of one depth bound that bound is the depth, and an absence is told', () => {
  const one = (over: Record<string, unknown>) =>
    mapOccurrences([{ ...occurrenceBody.results[1], depth: null, ...over }]).records[0];
  expect(one({ minimumDepthInMeters: 0, maximumDepthInMeters: null })?.depthMeters).toBe(0);
  expect(one({ minimumDepthInMeters: null, maximumDepthInMeters: 30 })?.depthMeters).toBe(30);
  expect(one({ minimumDepthInMeters: null, maximumDepthInMeters: null, absence: true })).toMatchObject({
    depthMeters: null,
    absence: true,
  });
  expect(one({ depth: 0, minimumDepthInMeters: 5, maximumDepthInMeters: 7 })?.depthMeters).toBe(0);
});

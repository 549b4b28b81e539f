import { expect, test } from 'vitest';
import { licenceName, mapOccurrences } from './map.ts';

const row = (over: Record<string, unknown> = {}) => ({
  key: 1,
  datasetKey: 'd',
  basisOfRecord: 'HUMAN_OBSERVATION',
  species: 'Katsuwonus pelamis',
  decimalLatitude: -9,
  decimalLongitude: 12.5,
  ...over,
});
const one = (over: Record<string, unknown> = {}) => mapOccurrences([row(over)]).records[0];

test('a position beyond the world is rejected, on land or of a fossil it is left out', () => {
  const wrong = mapOccurrences([row({ decimalLatitude: 90.5 }), row({ decimalLongitude: -180.5 })]);
  expect(wrong.rejected.map(({ reason }) => reason)).toEqual([
    'Posição impossível: 12.5, 90.5',
    'Posição impossível: -180.5, -9',
  ]);
  expect(mapOccurrences([row({ decimalLongitude: 14 }), row({ basisOfRecord: 'FOSSIL_SPECIMEN' })])).toMatchObject({
    records: [],
    rejected: [],
    leftOut: 2,
    drifted: false,
  });
});

test('without any name a row is rejected; of several the lowest rank counts', () => {
  expect(mapOccurrences([row({ species: ' ' })]).rejected).toMatchObject([
    { reason: 'Sem nome aceite em nenhum nível' },
  ]);
  expect(one({ species: null, genus: 'Thunnus', family: 'Scombridae' })).toMatchObject({
    scientificName: 'Thunnus',
    taxonomy: { genus: 'Thunnus', family: 'Scombridae' },
  });
});

test('only when no row at all fits has the form changed', () => {
  expect(mapOccurrences([{ key: 'x' }, row()]).drifted).toBe(false);
  expect(mapOccurrences([{ key: 'x' }])).toMatchObject({
    drifted: true,
    rejected: [{ reason: expect.stringMatching(/^key: /) }],
  });
  expect(mapOccurrences([]).drifted).toBe(false);
});

test.each([
  ['2024-07-19', Date.UTC(2024, 6, 19)],
  ['2024-07', Date.UTC(2024, 6, 1)],
  ['2024', Date.UTC(2024, 0, 1)],
  ['2024-07-19/2024-08-01', Date.UTC(2024, 6, 19)],
  ['2024-07-19T06:30:00', Date.UTC(2024, 6, 19, 6, 30)],
  ['2024-07-19T06:30:00+01:00', Date.UTC(2024, 6, 19, 5, 30)],
  ['2024-07-19T06:30Z', Date.UTC(2024, 6, 19, 6, 30)],
  ['2024-13-19', null],
])('the event of %s begins at %s', (eventDate, eventStartMs) => {
  expect(one({ eventDate })).toMatchObject({ eventDate, eventStartMs });
});

test('without a date the year, with what is known of the month and day', () => {
  expect(one({ year: 1998 })?.eventStartMs).toBe(Date.UTC(1998, 0, 1));
  expect(one({ year: 1998, month: 3, day: 4 })?.eventStartMs).toBe(Date.UTC(1998, 2, 4));
  expect(one()?.eventStartMs).toBeNull();
});

test("the publisher's AphiaID counts for the accepted name of a species only", () => {
  const lsid = 'urn:lsid:marinespecies.org:taxname:127018';
  const accepted = { taxonomicStatus: 'ACCEPTED', taxonRank: 'SPECIES', scientificNameID: lsid };
  expect(one(accepted)?.aphiaId).toBe(127_018);
  expect(one({ ...accepted, scientificNameID: null, taxonID: lsid })?.aphiaId).toBe(127_018);
  expect(one({ ...accepted, scientificNameID: '127018' })?.aphiaId).toBeNull();
  expect(one({ ...accepted, taxonomicStatus: 'SYNONYM' })?.aphiaId).toBeNull();
  expect(one({ ...accepted, taxonRank: 'SUBSPECIES' })?.aphiaId).toBeNull();
  expect(one({ ...accepted, species: null, genus: 'Katsuwonus' })?.aphiaId).toBeNull();
});

test('not evaluated is no category, an absence is one, depth zero is a depth', () => {
  expect(one({ iucnRedListCategory: 'NE', depth: 0, occurrenceStatus: 'ABSENT' })).toMatchObject({
    redListCategory: null,
    depthMeters: 0,
    absence: true,
    basisOfRecord: 'HumanObservation',
  });
  expect(one({ iucnRedListCategory: 'LC' })).toMatchObject({
    redListCategory: 'LC',
    depthMeters: null,
    absence: false,
  });
});

test.each([
  ['http://creativecommons.org/licenses/by-nc/4.0/legalcode', 'CC BY-NC 4.0'],
  ['https://creativecommons.org/publicdomain/zero/1.0/', 'CC0 1.0'],
  [' unspecified ', 'unspecified'],
  ['', null],
  [null, null],
])('the licence %s is %s', (address, name) => expect(licenceName(address)).toBe(name));

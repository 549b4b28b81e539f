import { expect, test } from 'vitest';
import { mapEvents, mapStudies } from './map.ts';
import { SENSORS } from './wire.ts';

const NOW_MS = Date.UTC(2026, 8, 1);
const study = (over: Record<string, string> = {}) => ({
  id: '7',
  name: 'Turtles',
  citation: '<i>Silva</i>',
  license_type: 'CC_BY',
  license_terms: '',
  contact_person_name: '',
  main_location_lat: '-5',
  main_location_long: '9',
  is_test: 'false',
  sensor_type_ids: 'GPS, Argos Doppler Shift',
  number_of_deployed_locations: '9',
  i_have_download_access: 'true',
  ...over,
});
const ids = (...rows: Record<string, string>[]) => mapStudies(rows).studies.map(({ wire }) => wire.id);

test('the edges of the region are in it, what lies beyond either is not', () => {
  const at = (lon: number, lat: number) =>
    ids(study({ main_location_long: String(lon), main_location_lat: String(lat) })).length;
  expect([at(-20, -36), at(25, 6), at(0, 0)]).toEqual([1, 1, 1]);
  expect([at(-20.1, 0), at(25.1, 0), at(0, -36.1), at(0, 6.1)]).toEqual([0, 0, 0, 0]);
  expect(ids(study({ main_location_long: '' }), study({ main_location_lat: ' ' }))).toEqual([]);
});

test('studies that may not be read, are tests or have no positions are passed over', () => {
  expect(ids(study({ i_have_download_access: 'false' }))).toEqual([]);
  expect(ids(study({ is_test: 'true' }))).toEqual([]);
  expect(ids(study({ sensor_type_ids: 'Accelerometer' }))).toEqual([]);
  expect(ids(study({ is_test: '' }))).toEqual(['7']);
  expect(mapStudies([study()]).studies[0]?.sensors.map(({ sensor }) => sensor)).toEqual(['gps', 'argos']);
});

test('studies come by number; a row that is none is rejected with the field that is wrong', () => {
  const { studies, rejected } = mapStudies([study({ id: '10' }), study({ id: 'x' }), study({ id: '9' })]);
  expect(studies.map(({ wire }) => wire.id)).toEqual(['9', '10']);
  expect(rejected).toMatchObject([{ reason: 'Não é um estudo: id', raw: { id: 'x' } }]);
});

const [gps] = SENSORS;
const fix = (over: Record<string, string> = {}) => ({
  study_id: '7',
  sensor_type_id: '653',
  individual_local_identifier: 'T1',
  tag_local_identifier: ' M1 ',
  timestamp: '2026-08-01 00:00:00.000',
  location_long: '9',
  location_lat: '-5',
  individual_taxon_canonical_name: ' ',
  visible: 'true',
  ...over,
});
function events(...rows: Record<string, string>[]) {
  const [found] = mapStudies([study()]).studies;
  if (found === undefined) throw new Error('no study');
  return mapEvents(rows, found, gps, NOW_MS);
}

test('positions of an animal are in order of time, the later row of one instant counts, outliers are marked', () => {
  const { records, rejected } = events(
    fix({ timestamp: '2026-08-02 00:00:00.000' }),
    fix({ location_long: '8' }),
    fix({ location_long: '7', visible: 'false' }),
    fix({ individual_local_identifier: 'T2', location_long: '0', location_lat: '0' }),
  );
  expect(rejected).toEqual([]);
  expect(records).toMatchObject([
    { individual: 'T1', tag: 'M1', taxon: null, lons: [7, 9], outliers: [true, false], sensor: 'gps' },
    { individual: 'T2', lons: [0], lats: [0] },
  ]);
  expect(records[0]?.study).toMatchObject({ licence: 'CC_BY', citation: 'Silva', contact: null });
});

test('what owners write as HTML is kept as text, trimmed', () => {
  const [found] = mapStudies([study({ citation: ' <p>Silva<br/>2020</p> \n', license_terms: ' <b>sim</b> ' })]).studies;
  if (found === undefined) throw new Error('no study');
  const [record] = mapEvents([fix()], found, gps, NOW_MS).records;
  expect(record?.study).toMatchObject({ citation: 'Silva\n2020', licence: 'CC_BY –  sim' });
});

test.each([
  [{ individual_local_identifier: ' ' }, 'Posição de uma marca que não está em nenhum animal'],
  [{ timestamp: '2026-08-01' }, 'Instante inválido'],
  [{ timestamp: '2026-09-02 00:00:00.001' }, 'Instante no futuro'],
  [{ location_long: '' }, 'Posição sem coordenadas'],
  [{ location_long: '180.1' }, 'Posição sem coordenadas'],
  [{ location_lat: '-90.1' }, 'Posição sem coordenadas'],
  [{ visible: 'talvez' }, 'Não é uma posição: visible'],
])('%j is rejected', (over, reason) => {
  expect(events(fix(over))).toMatchObject({ records: [], rejected: [{ reason }] });
});

test('a day ahead, 180° and 90° are accepted; another study or sensor is a fault of the provider', () => {
  const last = { timestamp: '2026-09-02 00:00:00', location_long: '-180', location_lat: '90' };
  expect(events(fix(last)).records).toMatchObject([{ lons: [-180], lats: [90] }]);
  expect(() => events(fix({ study_id: '8' }))).toThrow(/recebido 8, 653/);
  expect(() => events(fix({ sensor_type_id: '82798' }))).toThrow(/recebido 7, 82798/);
});

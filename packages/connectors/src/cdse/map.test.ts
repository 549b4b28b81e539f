import { expect, test } from 'vitest';
import { dateOf } from './client.ts';
import { mapDeleted, mapProducts } from './map.ts';

const NAME = 'S3A_OL_2_WFR____20260831T091234_20260831T091534_20260831T112233_0179_128_036_3060_MAR_O_NR_003.SEN3';
type Attributes = Readonly<Record<string, unknown>>;

const row = (over: Record<string, unknown> = {}, attributes: Attributes = {}) => ({
  Id: 'a',
  Name: NAME,
  ContentLength: 1,
  PublicationDate: '2026-08-31T11:55:07Z',
  Online: true,
  ContentDate: { Start: '2026-08-31T09:12:34Z', End: '2026-08-31T09:15:34Z' },
  Attributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
  ...over,
});
const product = (over: Record<string, unknown> = {}, attributes: Attributes = {}) =>
  mapProducts([row(over, attributes)]);

test.each([0, 41.2, 100, null])('%s per cent of cloud is a share', (cloudCover) => {
  expect(product({}, { cloudCover }).records).toMatchObject([{ cloudCover }]);
});

test.each([-0.1, 100.1, '41', true])('%s per cent of cloud is none', (cloudCover) => {
  expect(product({}, { cloudCover }).rejected).toMatchObject([{ reason: `Nebulosidade inválida: ${cloudCover}` }]);
});

test('the name tells what the attributes do not, and never against them', () => {
  expect(product().records).toMatchObject([
    { platform: 'S3A', productType: 'OL_2_WFR___', cycle: 128, relativeOrbit: 36, timeliness: 'NR' },
  ]);
  const told = {
    platformSerialIdentifier: 'B',
    productType: 'X',
    cycleNumber: 0,
    relativeOrbitNumber: 7,
    timeliness: 'NT',
  };
  expect(product({}, told).records).toMatchObject([
    { platform: 'S3B', productType: 'X', cycle: 0, relativeOrbit: 7, timeliness: 'NT' },
  ]);
  expect(
    product({}, { cycleNumber: 1.5, relativeOrbitNumber: '7', platformSerialIdentifier: 3 }).records,
  ).toMatchObject([{ platform: 'S3A', cycle: 128, relativeOrbit: 36 }]);
  expect(product({ Name: 'other' }, { productType: 'X' }).records).toMatchObject([
    { platform: null, cycle: null, relativeOrbit: null, timeliness: null },
  ]);
  expect(product({ Name: 'other' }).rejected).toMatchObject([{ reason: 'Sem tipo de produto' }]);
});

test('an instant is an interval, one that ends before it begins is none', () => {
  const at = (Start: string, End: string) => product({ ContentDate: { Start, End } });
  expect(at('2026-08-31T09:12:34Z', '2026-08-31T09:12:34Z').records).toHaveLength(1);
  expect(at('2026-08-31T09:12:35Z', '2026-08-31T09:12:34Z').rejected).toHaveLength(1);
  expect(at('ontem', '2026-08-31T09:12:34Z').rejected).toHaveLength(1);
  expect(product({ PublicationDate: 'hoje' }).rejected).toMatchObject([{ reason: 'Publicação inválida: hoje' }]);
});

test('withdrawn products of other types are left out, others become tombstones', () => {
  const gone = (over: Record<string, unknown> = {}) =>
    mapDeleted([{ ...row(), DeletionDate: '2026-09-01T00:00:00Z', ...over }]);
  expect(gone().records).toMatchObject([
    { deletedMs: Date.UTC(2026, 8, 1), publishedMs: null, online: false, sizeBytes: 1 },
  ]);
  expect(gone({ ContentLength: null }).records).toMatchObject([{ sizeBytes: 0 }]);
  expect(gone({ Name: NAME.replace('OL_2_WFR___', 'OL_1_EFR___') })).toEqual({
    records: [],
    rejected: [],
    drifted: false,
  });
  expect(gone({ Name: 'other' })).toEqual({ records: [], rejected: [], drifted: false });
  expect(gone({ DeletionDate: 'x' }).rejected).toMatchObject([{ reason: 'Retirada inválida: x' }]);
});

test('only when no row at all fits has the form changed', () => {
  expect(mapProducts([{}]).drifted).toBe(true);
  expect(mapProducts([{}, row()]).drifted).toBe(false);
  expect(mapProducts([]).drifted).toBe(false);
});

test('the date a row is ordered by, at any depth; null when it has none', () => {
  expect(dateOf(row(), 'ContentDate/Start')).toBe(Date.UTC(2026, 7, 31, 9, 12, 34));
  expect(dateOf(row(), 'PublicationDate')).toBe(Date.UTC(2026, 7, 31, 11, 55, 7));
  expect([
    dateOf({ ContentDate: null }, 'ContentDate/Start'),
    dateOf('x', 'PublicationDate'),
    dateOf(null, 'PublicationDate'),
    dateOf({ PublicationDate: 5 }, 'PublicationDate'),
    dateOf({ PublicationDate: 'x' }, 'PublicationDate'),
  ]).toEqual([null, null, null, null, null]);
});

import type { ProductRecord } from '@kianda/connectors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOceanWorld, type OceanTestWorld } from './testing/world.ts';

const NOW_MS = Date.UTC(2026, 8, 1, 15);
const HOUR_MS = 3_600_000;

function product(id: string, change: Partial<ProductRecord> = {}): ProductRecord {
  return {
    kind: 'product',
    id,
    name: `${id}.SEN3`,
    productType: 'OL_2_WFR___',
    platform: 'S3A',
    cycle: 128,
    relativeOrbit: 36,
    startMs: NOW_MS - 5 * HOUR_MS,
    endMs: NOW_MS - 5 * HOUR_MS + 180_000,
    publishedMs: NOW_MS - 2 * HOUR_MS,
    footprint: {
      type: 'Polygon',
      coordinates: [
        [
          [8, -9],
          [12, -9],
          [12, -6],
          [8, -9],
        ],
      ],
    },
    cloudCover: 12.5,
    timeliness: 'NR',
    sizeBytes: 3_000_000_000,
    online: true,
    s3Path: '/eodata/Sentinel-3/OLCI/x.SEN3',
    deletedMs: null,
    ...change,
  };
}

let world: OceanTestWorld;
beforeAll(async () => {
  world = await createOceanWorld(NOW_MS);
});
afterAll(() => world.close());

describe('products', () => {
  const origin = () => world.origin('cdse-sentinel3', 'products');
  const ids = async (query = '') =>
    (await world.get(`/ocean/products${query}`)).body.data.products.map(({ id }: { id: string }) => id);

  test('before the catalogue was read, passes are unknown, not none', async () => {
    expect(await world.ocean.products.passesToday()).toMatchObject({
      value: null,
      provenance: { state: 'fallback' },
      missingReason: 'Sem produtos de satélite: cdse-sentinel3/products',
    });
  });

  test('frames, instruments and deliveries of one orbit are one pass; yesterday does not count', async () => {
    const later = { startMs: NOW_MS - 5 * HOUR_MS + 180_000, endMs: NOW_MS - 5 * HOUR_MS + 360_000 };
    const page = [
      product('a'),
      product('b', later),
      product('c', { productType: 'SL_2_WST___', timeliness: 'NT', footprint: null, cloudCover: null }),
      product('d', { platform: 'S3B' }),
      product('e', { relativeOrbit: 37 }),
      product('f', { relativeOrbit: 20, startMs: NOW_MS - 16 * HOUR_MS, endMs: NOW_MS - 15 * HOUR_MS }),
      product('a'),
    ];
    expect(await world.ocean.sinks.product(page, origin())).toEqual({
      written: 6,
      duplicates: 1,
      newestObservedMs: later.startMs,
    });
    expect(await world.ocean.sinks.product(page, origin())).toMatchObject({ written: 0, duplicates: 7 });
    expect(await world.ocean.products.passesToday()).toMatchObject({ value: 3, provenance: { state: 'live' } });
    expect(await ids()).toEqual(['b', 'a', 'c', 'd', 'e', 'f']);
    expect(await ids('?type=SL_2_WST___')).toEqual(['c']);
  });

  test('a withdrawn one leaves the list and the count, and keeps what was known', async () => {
    const gone = { publishedMs: null, footprint: null, cloudCover: null, sizeBytes: 0, online: false, s3Path: null };
    const tombstone = product('d', { ...gone, platform: 'S3B', deletedMs: NOW_MS - HOUR_MS });
    expect(await world.ocean.sinks.product([tombstone], origin())).toMatchObject({
      written: 1,
      newestObservedMs: null,
    });
    expect(await ids()).toEqual(['b', 'a', 'c', 'e', 'f']);
    expect(await world.ocean.products.passesToday()).toMatchObject({ value: 2 });
    await world.ocean.sinks.product([product('d', { platform: 'S3B' })], origin());
    const { body } = await world.get('/ocean/products');
    const back = body.data.products.find(({ id }: { id: string }) => id === 'd');
    expect(back).toMatchObject({ sizeBytes: 3_000_000_000, cloudCover: 12.5, footprint: { type: 'Polygon' } });
  });
});

import { expect, test } from 'vitest';
import { CMEMS_URLS, configUrl, rewriteHref } from './hosts.ts';
import { isCurrent, salinity, versionLinks } from './map.ts';
import { datasetItem, productCollection } from './wire.ts';

const nowMs = Date.UTC(2026, 8, 1);
const link = (id: string) => ({ rel: 'item', href: `${id}/dataset.stac.json` });

test('the newest version comes first; other datasets and parts of this one do not count', () => {
  const product = productCollection.parse({
    id: 'P',
    type: 'Collection',
    links: [
      { rel: 'root', href: '../catalog.stac.json' },
      link(`${salinity.id}_202211`),
      link(`${salinity.id}_202406`),
      link(`${salinity.id}_202406--ext--bathy`),
      link('cmems_mod_glo_phy-cur_anfc_0.083deg_P1D-m_202406'),
      link('cmems_mod_glo_phy-so_anfc_0.083deg_P1D-m-extra_202406'),
    ],
  });
  expect(versionLinks(product, salinity.id)).toEqual([
    `${salinity.id}_202406/dataset.stac.json`,
    `${salinity.id}_202211/dataset.stac.json`,
  ]);
});

test.each([
  [{}, true],
  [{ admp_in_preparation: true }, false],
  [{ admp_released_date: '2060-11-01T00:00:00.000Z' }, false],
  [{ admp_released_date: '2024-06-18T00:00:00.000Z', admp_retired_date: null }, true],
  [{ admp_retired_date: '2024-11-26T00:00:00.000Z' }, false],
])('version with %o in use: %s', (properties, expected) => {
  const assets = { timeChunked: { href: 'https://s3.waw3-1.cloudferro.com/x/timeChunked.zarr' } };
  expect(isCurrent(datasetItem.parse({ id: 'x', type: 'Feature', properties, assets }), nowMs)).toBe(expected);
});

test('addresses of the provider follow the mirror, others never', () => {
  const mirror = {
    baseUrl: 'http://127.0.0.1:9000/cmems/s3-waw3',
    extraBaseUrls: {
      config: 'http://127.0.0.1:9000/c.json',
      stac: 'http://127.0.0.1:9000/w4/',
      arco: 'http://127.0.0.1:9000/w3',
    },
  };
  expect(configUrl(mirror)).toBe('http://127.0.0.1:9000/c.json');
  expect(rewriteHref('https://s3.waw4-1.cloudferro.com/mdl-metadata/metadata/x.json?a=1', mirror)).toBe(
    'http://127.0.0.1:9000/w4/mdl-metadata/metadata/x.json?a=1',
  );
  expect(rewriteHref('https://s3.waw3-1.cloudferro.com/mdl-arco-time-010/arco/x.zarr', mirror)).toBe(
    'http://127.0.0.1:9000/w3/mdl-arco-time-010/arco/x.zarr',
  );
  expect(rewriteHref('https://evil.example/mdl-metadata/x.json', mirror)).toBe(
    'https://evil.example/mdl-metadata/x.json',
  );
});

test('without a mirror an address stays as the provider gave it, the second catalogue too', () => {
  const own = { baseUrl: CMEMS_URLS.arco, extraBaseUrls: CMEMS_URLS };
  const second = 'https://s3.waw3-1.cloudferro.com/mdl-metadata/metadata/catalog.stac.json';
  expect(rewriteHref(second, own)).toBe(second);
  expect(rewriteHref(second, { baseUrl: CMEMS_URLS.arco })).toBe(second);
});

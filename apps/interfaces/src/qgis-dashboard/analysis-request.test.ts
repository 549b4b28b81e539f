import { analysisRequestSchema } from '@kianda/contract/space/spatial/analyses.contract';
import { analysisTypeNames } from '@kianda/contract/space/spatial/analysis-types';
import { expect, test } from 'vitest';
import { fileNameOf, inputsFor, regionBox } from './analysis-request.ts';

test('a region is its latitudes within the waters of Angola', () => {
  expect(regionBox('zee')).toEqual([8.2, -18, 14, -4.4]);
  expect(regionBox('centro')).toEqual([8.2, -13.5, 14, -9.5]);
  expect(regionBox('norte')).toEqual([8.2, -9.5, 14, -4.4]);
});

test('an analysis of a region takes the places and the area of the region', () => {
  const box = [8.2, -18, 14, -13.5];
  expect(inputsFor('buffer', 'sul')).toEqual({
    features: { kind: 'collection', collection: 'protected-areas', bbox: box },
  });
  expect(inputsFor('hotspots', 'sul')).toMatchObject({
    points: { kind: 'collection', collection: 'occurrences', bbox: box },
    area: { kind: 'drawing' },
  });
  expect(inputsFor('mcda', 'sul')).toMatchObject({ area: { kind: 'drawing' }, ports: { bbox: box } });
  expect(inputsFor('contours', 'sul')).toBeNull();
});

test('every kind is a request that the platform accepts, in every region', () => {
  for (const type of analysisTypeNames) {
    for (const region of ['zee', 'norte', 'centro', 'sul'] as const) {
      const asked = { type, parameters: {}, inputs: inputsFor(type, region) ?? {}, name: 'Ensaio' };
      expect(analysisRequestSchema.safeParse(asked).error?.issues, `${type} ${region}`).toBeUndefined();
    }
  }
});

test('a file name keeps its words and gets its ending once', () => {
  expect(fileNameOf('Portos do sul', 'geojson')).toBe('Portos do sul.geojson');
  expect(fileNameOf('../../etc/passwd', 'csv')).toBe('.. .. etc passwd.csv');
  expect(fileNameOf('mapa.TIF', 'tif')).toBe('mapa.TIF');
  expect(fileNameOf('  ', 'kml')).toBe('kianda.kml');
});

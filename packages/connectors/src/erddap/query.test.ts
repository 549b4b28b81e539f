import { expect, test } from 'vitest';
import { ANGOLA_BOX } from '../core/grid.ts';
import { viirsChlorophyll } from '../noaa-ocean-colour/map.ts';
import { mur, oisst } from '../noaa-sst/map.ts';
import { classifyErddap } from './client.ts';
import { gridUrl, timeAxisUrl } from './query.ts';
import { erddapErrorText, parseErddapError } from './wire.ts';

const base = 'https://coastwatch.pfeg.noaa.gov/erddap';

test('escreve os pedidos da documentação do ERDDAP, com os parênteses retos codificados', () => {
  const nineUtc = Date.parse('2026-08-01T09:00:00Z');
  const noonUtc = Date.parse('2026-08-01T12:00:00Z');
  const asked = (url: string): string => decodeURIComponent(url.slice(base.length));
  expect(gridUrl(base, mur, nineUtc, ANGOLA_BOX)).not.toMatch(/[[\]]/);
  expect(asked(gridUrl(`${base}/`, mur, nineUtc, ANGOLA_BOX))).toBe(
    '/griddap/jplMURSST41.nc?analysed_sst[(2026-08-01T09:00:00Z)][(-18.0):5:(-4.4)][(8.0):5:(14.0)]',
  );
  expect(asked(gridUrl(base, oisst, noonUtc, ANGOLA_BOX))).toBe(
    '/griddap/ncdcOisst21Agg_LonPM180.nc?sst[(2026-08-01T12:00:00Z)][(0.0)][(-18.0):(-4.4)][(8.0):(14.0)],anom[(2026-08-01T12:00:00Z)][(0.0)][(-18.0):(-4.4)][(8.0):(14.0)]',
  );
  expect(asked(gridUrl(base, viirsChlorophyll, noonUtc, ANGOLA_BOX))).toBe(
    '/griddap/nesdisVHNSQchlaDaily.nc?chlor_a[(2026-08-01T12:00:00Z)][(0.0)][(-4.4):(-18.0)][(8.0):(14.0)]',
  );
  expect(asked(timeAxisUrl(base, 'x', 'last'))).toBe('/griddap/x.json?time[(last)]');
  expect(asked(timeAxisUrl(base, 'x', 'first'))).toBe('/griddap/x.json?time[0]');
});

const nothing =
  'Not Found: Your query produced no matching results. Query error: For variable=sst axis#1=level Constraint="[(5)]": Start="5" is greater than the axis maximum=5 (and even 0.0).';

test('lê e escreve os erros em texto', () => {
  expect(parseErddapError(erddapErrorText({ code: 404, message: nothing }))).toEqual({ code: 404, message: nothing });
  expect(parseErddapError('<html>404</html>')).toBeNull();
  expect(parseErddapError('{"table":{}}')).toBeNull();
});

test.each([
  [404, 'Not Found: Currently unknown datasetID=jplMURSST41', 'retry'],
  [404, nothing, 'answer'],
  [404, 'Not Found', null],
  [500, 'Internal Server Error: Unrecognized variable="sst2".', 'fail'],
  [500, 'Internal Server Error: java.io.IOException', null],
  [400, 'Bad Request: Query error: Stride=0 is invalid.', null],
])('%i %s → %s', (status, message, expected) => {
  const bytes = new TextEncoder().encode(erddapErrorText({ code: status, message }));
  expect(classifyErddap({ url: base, status, contentType: 'text/plain', headers: {}, bytes })).toBe(expected);
});

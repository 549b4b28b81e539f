import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ProviderError } from '../core/failures.ts';
import { flipRows } from '../core/grid.ts';
import type { RawBody } from '../core/http.ts';
import { viirsChlorophyll } from '../noaa-ocean-colour/map.ts';
import { mur, oisst } from '../noaa-sst/map.ts';
import { readGridSlices } from './nc.ts';
import type { GriddapDataset } from './query.ts';
import { hostileGrids } from './testing/hostile-grids.ts';

function fixture(name: string): RawBody {
  const bytes = readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
  return { url: `https://erddap.example/griddap/${name}?x`, status: 200, contentType: 'application/x-netcdf', bytes };
}

function failure(body: RawBody, dataset: GriddapDataset): ProviderError {
  try {
    readGridSlices(body, dataset);
  } catch (error) {
    if (error instanceof ProviderError) return error;
  }
  throw new Error('esperado ProviderError');
}

test('a latitude decrescente do provedor sai de sul para norte, com as nuvens em falta', () => {
  const [slice] = readGridSlices(fixture('chlorophyll.nc'), viirsChlorophyll);
  expect(slice).toMatchObject({
    kind: 'grid-slice',
    dataset: 'nesdisVHNSQchlaDaily',
    variable: 'chlorophyll',
    unit: 'mg/m³',
    timeMs: Date.parse('2026-08-01T12:00:00Z'),
    depthMeters: 0,
    west: 8.00625,
    south: -4.48125,
    lonStepDegrees: 0.0375,
    latStepDegrees: 0.0375,
    columns: 4,
    rows: 3,
  });
  const f = Math.fround;
  expect([...(slice?.values ?? [])]).toEqual([
    ...[f(2.5), Number.NaN, f(2.7), f(2.8)],
    ...[f(1.1), f(1.2), f(1.3), Number.NaN],
    ...[f(0.41), f(0.42), Number.NaN, f(0.44)],
  ]);
});

test('a MUR fica como vem', () => {
  const [slice] = readGridSlices(fixture('mur.nc'), mur);
  expect(slice).toMatchObject({ west: 8, south: -18, lonStepDegrees: 0.05, latStepDegrees: 0.05, columns: 2, rows: 3 });
  expect(slice?.values[0]).toBeCloseTo(14.1, 5);
  expect(slice?.values[4]).toBeNaN();
});

test('um ficheiro com duas variáveis dá dois campos', () => {
  const slices = readGridSlices(fixture('oisst.nc'), oisst);
  expect(slices.map(({ variable, unit }) => [variable, unit])).toEqual([
    ['oisstSst', '°C'],
    ['sstAnomaly', '°C'],
  ]);
  expect([...(slices[1]?.values ?? [])]).toEqual([-0.5, 0, 0.5, Number.NaN]);
});

test('kelvin em vez de graus é mudança de formato', () => {
  const error = failure(fixture('kelvin.nc'), mur);
  expect(error).toMatchObject({ failure: 'schema', permanent: true });
  expect(error.message).toContain('kelvin');
});

test('uma variável que desapareceu diz quais há', () => {
  expect(failure(fixture('mur.nc'), oisst).message).toContain('recebidas time, latitude, longitude, analysed_sst');
});

test.each([0.3, 0.6, 0.95])('um ficheiro cortado a %s é falha de rede, para tentar de novo', (share) => {
  const body = fixture('oisst.nc');
  const cut = { ...body, bytes: body.bytes.subarray(0, Math.floor(body.bytes.length * share)) };
  expect(failure(cut, oisst)).toMatchObject({ failure: 'network', permanent: false });
});

test('o que não é NetCDF-3 é recusado', () => {
  const html = { ...fixture('mur.nc'), contentType: 'text/html', bytes: new TextEncoder().encode('<html>') };
  expect(failure(html, mur).message).toContain('text/html');
});

test('virar duas vezes as linhas não muda nada', () => {
  const values = Float32Array.from([1, 2, 3, 4, 5, 6]);
  expect(flipRows(flipRows(values, 3, 2), 3, 2)).toEqual(values);
});

test.each(Object.entries(hostileGrids(fixture('oisst.nc').bytes)))(
  '%s: recusado sem o abrir',
  (_what, { bytes, failure: expected }) => {
    expect(failure({ ...fixture('oisst.nc'), bytes }, oisst)).toMatchObject({ failure: expected });
  },
);

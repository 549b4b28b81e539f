import { erddapTable, parseErddapError } from '@kianda/connectors/erddap/wire';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFaults } from '../../faults.ts';
import { createOcean } from '../../world/ocean/ocean.ts';
import { routes } from './routes.ts';

const faults = createFaults({ seed: 1 });
let nowMs = 0;
let app: FastifyInstance;

beforeAll(() => {
  app = Fastify();
  routes(app, { world: { seed: 8478, ocean: createOcean(8478) }, clock: () => nowMs, faults });
});
beforeEach(() => {
  nowMs = Date.UTC(2026, 8, 20, 10);
  faults.reset();
});
afterAll(() => app.close());

const encode = (query: string): string => query.replaceAll('[', '%5B').replaceAll(']', '%5D');
const get = (file: string, query = '') =>
  app.inject(`/erddap/griddap/${file}${query === '' ? '' : `?${encode(query)}`}`);
const table = async (file: string, query: string) => erddapTable.parse((await get(file, query)).json()).table;
const message = async (file: string, query: string) => {
  const answer = await get(file, query);
  const error = parseErddapError(answer.body);
  return [answer.statusCode, error?.code, error?.message];
};

describe('axes', () => {
  test.each([
    ['jplMURSST41', '2026-09-19T09:00:00Z'],
    ['ncdcOisst21Agg_LonPM180', '2026-09-18T12:00:00Z'],
    ['nesdisVHNSQchlaDaily', '2026-09-19T12:00:00Z'],
  ])('%s reaches to %s, and a day further tomorrow', async (id, newest) => {
    expect((await table(`${id}.json`, 'time[(last)]')).rows).toEqual([[newest]]);
    nowMs += 86_400_000;
    expect(Date.parse(String((await table(`${id}.json`, 'time[last]')).rows[0]?.[0]))).toBe(
      Date.parse(newest) + 86_400_000,
    );
  });

  test('OISST misses the days that the real archive misses', async () => {
    const { rows } = await table(
      'ncdcOisst21Agg_LonPM180.json',
      'time[(2021-03-22T12:00:00Z):1:(2021-03-24T12:00:00Z)]',
    );
    expect(rows).toEqual([['2021-03-22T12:00:00Z'], ['2021-03-24T12:00:00Z']]);
  });

  test('latitude of the ocean colour runs north → south, whatever the order asked for', async () => {
    for (const range of ['(-4.4):(-4.48)', '(-4.48):(-4.4)'])
      expect((await table('nesdisVHNSQchlaDaily.json', `latitude[${range}]`)).rows.flat()).toEqual([
        expect.closeTo(-4.40625, 5),
        expect.closeTo(-4.44375, 5),
        expect.closeTo(-4.48125, 5),
      ]);
  });
});

describe('formats', () => {
  const sst = 'analysed_sst[(2026-09-19T09:00:00Z)][(-9.0):5:(-8.9)][(12.0):5:(12.1)]';

  test('.csv has a row of names and a row of units, .csvp one for both, .csv0 none', async () => {
    const lines = (await get('jplMURSST41.csv', sst)).body.trimEnd().split('\n');
    expect(lines.slice(0, 2)).toEqual([
      'time,latitude,longitude,analysed_sst',
      'UTC,degrees_north,degrees_east,degree_C',
    ]);
    expect(lines.length).toBe(2 + 9);
    expect(lines[2]).toMatch(/^2026-09-19T09:00:00Z,-9,12,\d+\.\d+$/);
    const head = (await get('jplMURSST41.csvp', sst)).body.split('\n')[0];
    expect(head).toBe('time (UTC),latitude (degrees_north),longitude (degrees_east),analysed_sst (degree_C)');
    expect((await get('jplMURSST41.csv0', sst)).body.trimEnd().split('\n').length).toBe(9);
  });

  test('land is null in .json and NaN in .csv', async () => {
    const inland = 'analysed_sst[(last)][(-9.0)][(13.9)]';
    expect((await table('jplMURSST41.json', inland)).rows[0]?.at(-1)).toBeNull();
    expect((await get('jplMURSST41.csv0', inland)).body.trimEnd().endsWith(',NaN')).toBe(true);
  });

  test('.nc is NetCDF-3 classic with the same values as .json', async () => {
    const answer = await get('jplMURSST41.nc', sst);
    expect(answer.headers['content-type']).toBe('application/x-netcdf');
    const bytes = answer.rawPayload;
    expect(bytes.toString('latin1', 0, 4)).toBe('CDF\u0001');
    const { rows } = await table('jplMURSST41.json', sst);
    expect(rows.length).toBe(9);
    // The last variable ends the file: nine big-endian floats.
    for (const [index, row] of rows.entries())
      expect(bytes.readFloatBE(bytes.length - 36 + index * 4)).toBeCloseTo(Number(row.at(-1)), 4);
  });

  test('two variables share one answer', async () => {
    const range = '[(last)][(0.0)][(-9.0):(-8.8)][(12.0)]';
    const { columnNames } = await table('ncdcOisst21Agg_LonPM180.json', `sst${range},anom${range}`);
    expect(columnNames).toEqual(['time', 'zlev', 'latitude', 'longitude', 'sst', 'anom']);
  });

  test('clouds hide part of the sea from the colour sensor, never all of it', async () => {
    const { rows } = await table(
      'nesdisVHNSQchlaDaily.json',
      'chlor_a[(last)][(0.0)][(-4.4):4:(-18.0)][(8.0):4:(11.0)]',
    );
    const seen = rows.filter((row) => row.at(-1) !== null).length / rows.length;
    expect(seen).toBeGreaterThan(0.15);
    expect(seen).toBeLessThan(0.95);
  });
});

describe('the relief, which has no time axis', () => {
  const box = 'altitude[(-9.0):3:(-8.9)][(11.0):3:(11.1)]';

  test('.json has whole metres below the sea and above it', async () => {
    const { columnNames, columnTypes, columnUnits, rows } = await table('etopo180.json', box);
    expect([columnNames, columnTypes, columnUnits]).toEqual([
      ['latitude', 'longitude', 'altitude'],
      ['double', 'double', 'short'],
      ['degrees_north', 'degrees_east', 'm'],
    ]);
    expect(rows).toHaveLength(9);
    for (const row of rows) expect(Number.isInteger(row[2])).toBe(true);
    expect(Number(rows[0]?.[2])).toBeLessThan(-1_000);
    expect(Number((await table('etopo180.json', 'altitude[(-9.0)][(14.0)]')).rows[0]?.[2])).toBeGreaterThan(0);
  });

  test('.nc has the same as two-byte integers', async () => {
    const bytes = (await get('etopo180.nc', box)).rawPayload;
    const { rows } = await table('etopo180.json', box);
    // Nine shorts, and two bytes to the next multiple of four.
    for (const [index, row] of rows.entries())
      expect(bytes.readInt16BE(bytes.length - 20 + index * 2)).toBe(Number(row[2]));
  });

  test('a time is one constraint too many', async () => {
    expect((await get('etopo180.json', 'altitude[(last)][(-9.0)][(12.0)]')).statusCode).toBe(400);
  });
});

describe('refusals', () => {
  test('a bare bracket is refused before ERDDAP sees it', async () => {
    const answer = await app.inject('/erddap/griddap/jplMURSST41.json?time[(last)]');
    expect(answer.statusCode).toBe(400);
    expect(parseErddapError(answer.body)).toBeNull();
  });

  test('beyond an axis: 404 with the maximum or minimum, and half a step of tolerance', async () => {
    expect(await message('jplMURSST41.json', 'analysed_sst[(2030-01-01T09:00:00Z)][(-9)][(12)]')).toEqual([
      404,
      404,
      expect.stringMatching(
        /^Not Found: Your query produced no matching results\. .*greater than the axis maximum=2026-09-19T09:00:00Z/,
      ),
    ]);
    expect(await message('jplMURSST41.json', 'time[(1999-01-01)]')).toEqual([
      404,
      404,
      expect.stringContaining('less than the axis minimum'),
    ]);
    expect((await get('jplMURSST41.json', 'latitude[(-89.994)]')).statusCode).toBe(200);
  });

  test.each([
    ['time[(ontem)]', 400, 'Start=NaN (invalid format?)'],
    ['time[99999999]', 400, 'It must be an integer between 0 and'],
    ['latitude[(-10):0:(-9)]', 400, 'is invalid'],
    ['analysed_sst[(last)]', 400, 'constraints'],
    ['sst2[(last)][(-9)][(12)]', 500, 'Unrecognized variable'],
    ['analysed_sst[(last)][(-80):(80)][(-170):(170)]', 413, 'too much data'],
  ])('%s → %i', async (query, status, text) => {
    expect(await message('jplMURSST41.json', query)).toEqual([status, status, expect.stringContaining(text)]);
  });

  test('an unknown dataset, and a known one while it is reloaded, are the same 404', async () => {
    const unknown = [404, 404, expect.stringContaining('Currently unknown datasetID=')];
    expect(await message('nada.json', 'time[(last)]')).toEqual(unknown);
    faults.set('erddap', { flapping: 1 });
    expect(await message('jplMURSST41.json', 'time[(last)]')).toEqual(unknown);
  });
});

test('info lists dimensions and variables', async () => {
  const { rows } = erddapTable.parse((await app.inject('/erddap/info/nesdisVHNSQchlaDaily/index.json')).json()).table;
  expect(rows.find((row) => row[0] === 'dimension' && row[1] === 'latitude')?.[4]).toBe(
    'nValues=4788, evenlySpaced=true, averageSpacing=-0.0375',
  );
  expect(rows).toContainEqual(['attribute', 'chlor_a', 'units', 'String', 'mg m^-3']);
});

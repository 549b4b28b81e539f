import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NetCDFReader } from 'netcdfjs';
import { expect, test } from 'vitest';
import { netcdf } from './netcdf.ts';

const file = {
  dimensions: { time: 2, latitude: 2, longitude: 3 },
  attributes: { title: 'Temperatura', Conventions: 'CF-1.10' },
  variables: [
    {
      name: 'time',
      dimensions: ['time'],
      attributes: { units: 'days since 1970-01-01 00:00:00' },
      values: Float64Array.from([20_000, 20_001.5]),
    },
    {
      name: 'sst',
      dimensions: ['time', 'latitude', 'longitude'],
      attributes: { units: 'degree_Celsius', _FillValue: Number.NaN },
      values: [Float32Array.from([1, 2, 3, 4, 5, Number.NaN]), Float32Array.from([7, 8, 9, 10, 11, 12.5])],
    },
  ],
} as const;

test('what another program writes by the same format it reads back: names, attributes, values and gaps', () => {
  const reader = new NetCDFReader(netcdf(file));
  expect(reader.dimensions.map(({ name, size }) => [name, size])).toEqual([
    ['time', 2],
    ['latitude', 2],
    ['longitude', 3],
  ]);
  expect(reader.getAttribute('Conventions')).toBe('CF-1.10');
  expect(reader.getDataVariable('time')).toEqual([20_000, 20_001.5]);
  const values = reader.getDataVariable('sst') as number[];
  expect(values).toEqual([1, 2, 3, 4, 5, Number.NaN, 7, 8, 9, 10, 11, 12.5]);
  const sst = reader.variables.find(({ name }) => name === 'sst');
  expect(sst?.attributes.map(({ name, value }) => [name, value])).toEqual([
    ['units', 'degree_Celsius'],
    ['_FillValue', Number.NaN],
  ]);
});

test('values that do not fill their dimensions are refused', () => {
  const [time, sst] = file.variables;
  expect(() => netcdf({ ...file, variables: [time, { ...sst, values: Float32Array.of(1) }] })).toThrow(
    'sst: received 1 values, expected 12',
  );
});

/** The interpreter that Debian's packages belong to. */
const debianPython = '/usr/bin/python3';
const python = (script: string, path: string) => execFileSync(debianPython, ['-c', script, path]).toString().trim();
const hasNetcdf4 = (() => {
  try {
    execFileSync(debianPython, ['-c', 'import netCDF4'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!hasNetcdf4)('the library of the format opens it, dates decoded by its conventions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kianda-netcdf-'));
  try {
    const path = join(folder, 'sst.nc');
    writeFileSync(path, netcdf(file));
    const script = `
import sys, netCDF4
with netCDF4.Dataset(sys.argv[1]) as d:
    t = d['time']
    print(d.file_format, d['sst'].shape, netCDF4.num2date(t[:], t.units)[1].isoformat(), float(d['sst'][1, 1, 2]), int(d['sst'][:].mask.sum()))`;
    expect(python(script, path)).toBe('NETCDF3_64BIT_OFFSET (2, 2, 3) 2024-10-05T12:00:00 12.5 1');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

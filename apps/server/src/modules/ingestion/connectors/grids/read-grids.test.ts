import { readFile } from 'node:fs/promises';
import { ProviderError, type RawBody } from '@kianda/connectors';
import { windsReader } from '@kianda/connectors/cds/nc4';
import { griddapReader } from '@kianda/connectors/erddap/nc';
import { hostileGrids } from '@kianda/connectors/erddap/testing/hostile-grids';
import { oisst } from '@kianda/connectors/noaa-sst/map';
import { expect, test } from 'vitest';
import { createReadGrids } from './read-grids.ts';

const { signal } = new AbortController();
const magic = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];
const bodyOf = (bytes: readonly number[]): RawBody => ({
  url: 'https://cds.test/vento.nc',
  status: 200,
  contentType: 'application/netcdf',
  bytes: Uint8Array.from(bytes),
});

test('a file of another kind fails apart as it does here', async () => {
  const body = bodyOf([1, 2, 3]);
  const here = await windsReader.read(body, 6).catch((error: unknown) => error);
  expect(here).toBeInstanceOf(ProviderError);
  await expect(createReadGrids(signal)(windsReader, body, 6)).rejects.toMatchObject({
    failure: 'schema',
    message: (here as ProviderError).message,
  });
});

test('a file that takes more than it may fails the run for good, with what to do', async () => {
  const read = createReadGrids(signal, { seconds: 0.001, heapMiB: 64, bytesMiB: 512 });
  await expect(read(windsReader, bodyOf(magic), 6)).rejects.toMatchObject({
    failure: 'schema',
    permanent: true,
    message: expect.stringContaining('peça um período mais curto'),
  });
});

test('files of one day are read in one process, and hostile ones fail there as they do here', async () => {
  const path = new URL(import.meta.resolve('@kianda/connectors/erddap/nc')).pathname;
  const good = await readFile(path.replace(/nc\.ts$/, 'fixtures/oisst.nc'));
  const read = createReadGrids(signal);
  const here = await griddapReader.read(bodyOf([...good]), oisst);
  expect(await read(griddapReader, bodyOf([...good]), oisst)).toEqual(here);
  for (const [what, { bytes, failure }] of Object.entries(hostileGrids(good))) {
    await expect(read(griddapReader, bodyOf([...bytes]), oisst), what).rejects.toMatchObject({ failure });
  }
  expect(await read(griddapReader, bodyOf([...good]), oisst)).toEqual(here);
});

test('a field that takes more than it may fails the run for good', async () => {
  const read = createReadGrids(signal, { seconds: 0.001, heapMiB: 64, bytesMiB: 512 });
  await expect(read(griddapReader, bodyOf([0x43, 0x44, 0x46]), oisst)).rejects.toMatchObject({ permanent: true });
});

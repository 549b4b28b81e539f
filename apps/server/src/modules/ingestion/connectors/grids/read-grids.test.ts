import { ProviderError, type RawBody } from '@kianda/connectors';
import { windsReader } from '@kianda/connectors/cds/nc4';
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

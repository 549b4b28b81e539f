import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { HttpResponse } from '../core/http.ts';
import { openZarr } from './zarr.ts';

const fixture = z
  .object({ metadata: z.record(z.string(), z.unknown()), chunks: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(new URL('./fixtures/blosc-store.json', import.meta.url), 'utf8')));
const url = 'https://s3.example/arco/x/timeChunked.zarr';

function answer(bytes: Uint8Array): HttpResponse {
  return { url, status: 200, contentType: '', headers: {}, bytes };
}

/** A store in memory, in the provider's layout and compression (blosc, lz4, shuffle). */
function serve(change: Readonly<Record<string, Uint8Array | null>> = {}) {
  return async (asked: string): Promise<HttpResponse | null> => {
    const key = asked.slice(url.length + 1);
    const changed = change[key];
    if (changed !== undefined) return changed === null ? null : answer(changed);
    if (key === '.zmetadata') return answer(new TextEncoder().encode(JSON.stringify(fixture.metadata)));
    const chunk = fixture.chunks[key];
    return chunk === undefined ? null : answer(Buffer.from(chunk, 'base64'));
  };
}

test('decodes blosc chunks as the provider writes them', async () => {
  const store = await openZarr(url, serve());
  const time = await store.axis('time');
  expect(time).toEqual({
    values: [671_328, 671_352],
    attributes: expect.objectContaining({ units: 'hours since 1950-01-01' }),
  });
  const field = await store.array('so');
  expect(field.dimensions).toEqual(['time', 'elevation', 'latitude', 'longitude']);
  expect(field.fillValue).toBe(9.969209968386869e36);
  const values = await field.read([0, 0, [0, 2], [1, 3]]);
  expect([...(values ?? [])]).toEqual([35.2, 35.3, 34.2, 34.3].map(Math.fround));
});

test('a chunk that does not exist is no field at all, never a field of fill', async () => {
  const field = await (await openZarr(url, serve())).array('so');
  expect(await field.read([1, 0, [0, 2], [0, 4]])).toBeNull();
});

test('a broken chunk is a broken transfer, worth another run', async () => {
  const whole = Buffer.from(fixture.chunks['so/0.0.0.0'] ?? '', 'base64');
  for (const length of [0, 8, 20, whole.length - 1]) {
    const field = await (await openZarr(url, serve({ 'so/0.0.0.0': whole.subarray(0, length) }))).array('so');
    await expect(field.read([0, 0, [0, 2], [0, 4]])).rejects.toMatchObject({ failure: 'network', permanent: false });
  }
});

test('missing metadata, variables or axis values are a change of schema', async () => {
  await expect(openZarr(url, serve({ '.zmetadata': null }))).rejects.toMatchObject({ failure: 'schema' });
  await expect((await openZarr(url, serve())).array('salinity')).rejects.toMatchObject({ failure: 'schema' });
  await expect((await openZarr(url, serve({ 'time/0': null }))).axis('time')).rejects.toMatchObject({
    failure: 'schema',
  });
});

test('what claims more than a field of the sea holds is not decoded', async () => {
  const claiming = (key: string, over: object) =>
    serve({
      '.zmetadata': new TextEncoder().encode(
        JSON.stringify({
          ...fixture.metadata,
          metadata: { ...metadata, [key]: { ...(metadata[key] ?? {}), ...over } },
        }),
      ),
    });
  const metadata = z.record(z.string(), z.looseObject({})).parse(fixture.metadata.metadata);
  const longAxis = await openZarr(url, claiming('time/.zarray', { shape: [2 ** 31] }));
  await expect(longAxis.axis('time')).rejects.toMatchObject({ failure: 'schema' });
  const largeChunks = await openZarr(url, claiming('so/.zarray', { chunks: [1, 1, 2 ** 16, 2 ** 16] }));
  await expect(largeChunks.array('so')).rejects.toMatchObject({ failure: 'schema' });
  const field = await (await openZarr(url, serve())).array('so');
  await expect(field.read([0, 0, [0, 2 ** 20], [0, 2 ** 20]])).rejects.toMatchObject({ failure: 'schema' });
  const bomb = Buffer.from(fixture.chunks['so/0.0.0.0'] ?? '', 'base64');
  bomb.writeUInt32LE(2 ** 31, 4);
  const bombed = await (await openZarr(url, serve({ 'so/0.0.0.0': bomb }))).array('so');
  await expect(bombed.read([0, 0, [0, 2], [0, 4]])).rejects.toMatchObject({ failure: 'schema' });
});

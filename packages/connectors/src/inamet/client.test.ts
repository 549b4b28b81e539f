import { afterEach, expect, test } from 'vitest';
import { collect, type FixtureAnswer, type FixtureServer, serveFixtures } from '../testing/fixture-server.ts';
import { createInametClient } from './client.ts';

let server: FixtureServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const page = (features: number, next: string | null, numberMatched?: number): FixtureAnswer => ({
  body: {
    type: 'FeatureCollection',
    features: Array.from({ length: features }, () => ({})),
    links: next === null ? [] : [{ rel: 'next', href: next }],
    ...(numberMatched === undefined ? {} : { numberMatched }),
  },
});

async function observations(answer: (offset: number) => FixtureAnswer) {
  server = await serveFixtures(({ url }) => answer(Number(url.searchParams.get('offset') ?? 0)), { nowMs: () => 0 });
  const client = createInametClient(server.settings, server.context);
  return collect(client.observations({ fromMs: 0, toMs: 1 }));
}

test('the share read is that of all that match; of none it is not known', async () => {
  const shares = async (matched: number | undefined) =>
    (await observations((offset) => page(2, offset < 2 ? `?offset=${offset + 1}` : null, matched))).map(
      ({ share }) => share,
    );
  expect(await shares(8)).toEqual([0.25, 0.5, 0.75]);
  await server?.close();
  expect(await shares(5)).toEqual([0.4, 0.8, 1]);
  await server?.close();
  expect(await shares(0)).toEqual([null, null, null]);
  await server?.close();
  expect(await shares(undefined)).toEqual([null, null, null]);
});

test('an empty page is the last, even when it names a next one', async () => {
  expect(await observations((offset) => page(offset === 0 ? 1 : 0, `?offset=${offset + 1}`))).toHaveLength(2);
});

test('two hundred pages are read, not one more', async () => {
  expect(await observations((offset) => page(1, offset < 199 ? `?offset=${offset + 1}` : null))).toHaveLength(200);
  await server?.close();
  await expect(observations((offset) => page(1, `?offset=${offset + 1}`))).rejects.toThrow('mais de 200 páginas');
  expect(server?.requests).toHaveLength(200);
});

import { afterEach, expect, test } from 'vitest';
import { type FixtureServer, serveFixtures } from '../testing/fixture-server.ts';

let server: FixtureServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function send(status: number, method: 'GET' | 'POST', hops = 1) {
  let count = 0;
  server = await serveFixtures(
    () => {
      count += 1;
      return count <= hops ? { status, headers: { location: `/hop/${count}` }, body: '' } : { body: { arrived: true } };
    },
    { nowMs: () => 0 },
  );
  const { http } = server.context;
  const url = `${server.settings.baseUrl}/start`;
  const response = await http.request({
    url,
    method,
    headers: { 'x-key': 'k' },
    ...(method === 'POST' ? { body: 'b' } : {}),
  });
  return { response, requests: server.requests };
}

test.each([301, 302, 303, 307, 308])(
  'a GET is followed after %d, on the same host with its headers',
  async (status) => {
    const { response, requests } = await send(status, 'GET');
    expect(response.status).toBe(200);
    expect(requests.map(({ method, url, headers }) => [method, url.pathname, headers['x-key']])).toEqual([
      ['GET', '/start', 'k'],
      ['GET', '/hop/1', 'k'],
    ]);
  },
);

test.each([
  [301, 'GET', ''],
  [302, 'GET', ''],
  [303, 'GET', ''],
  [307, 'POST', 'b'],
  [308, 'POST', 'b'],
])('a POST after %d goes on as %s', async (status, method, body) => {
  const { requests } = await send(status, 'POST');
  expect(requests.at(-1)).toMatchObject({ method, body });
});

test('five redirects are followed, a sixth is refused', async () => {
  expect((await send(302, 'GET', 5)).response.status).toBe(200);
  await server?.close();
  await expect(send(302, 'GET', 6)).rejects.toMatchObject({ failure: 'blocked' });
});

test('a status that is no redirect is not followed, whatever its headers say', async () => {
  await expect(send(304, 'GET')).rejects.toMatchObject({ status: 304 });
  expect(server?.requests).toHaveLength(1);
});

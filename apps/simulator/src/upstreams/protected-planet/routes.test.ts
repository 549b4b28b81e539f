import { sitesWire, siteWire } from '@kianda/connectors/protected-planet/wire';
import { bboxOfGeometry, isAtSea, polygonAreaSquareMeters } from '@kianda/geo';
import { expect, test } from 'vitest';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';
import { protectedPlanet } from './routes.ts';
import { siteGeometry, siteSeeds } from './sites.ts';

const clock = manualClock(Date.UTC(2026, 8, 1));
const app = createSimulator({ seed: 8478, clock, providers: [protectedPlanet] });
const get = (path: string, query: Record<string, string> = {}, token = 'simulado') =>
  app.inject({
    url: `/protected-planet/v4/protected_areas${path}?${new URLSearchParams(query)}`,
    headers: { authorization: `Bearer ${token}` },
  });
const search = async (query: Record<string, string>) => {
  const answer = await get('/search', { country: 'AGO', ...query });
  const sites = sitesWire.parse(answer.json()).protected_areas.map((row) => siteWire.parse(row));
  return { sites, headers: answer.headers };
};

test('401 without a token, whatever the path, in the provider’s words', async () => {
  for (const token of ['', 'invalid']) {
    const answer = await get('/search', { country: 'AGO' }, token);
    expect([answer.statusCode, answer.json()]).toEqual([401, { error: 'Unauthorized. Invalid or expired token.' }]);
  }
});

test('a token in the address is still taken, with a word that it will not be', async () => {
  const answer = await app.inject('/protected-planet/v4/protected_areas/search?country=AGO&token=simulado');
  expect([answer.statusCode, answer.headers.deprecation]).toEqual([200, 'true']);
});

test('the parks of Angola, page by page, with geometry only when asked', async () => {
  const first = await search({ with_geometry: 'true', per_page: '10' });
  const second = await search({ with_geometry: 'true', per_page: '10', page: '2' });
  expect(first.headers).toMatchObject({ 'x-total': String(siteSeeds.length), 'x-page': '1', 'x-per-page': '10' });
  expect(first.sites.length + second.sites.length).toBe(siteSeeds.length);
  expect(first.sites.map(({ name }) => name)).toEqual(expect.arrayContaining(['Iona', 'Quiçama', 'Cangandala']));
  expect(first.sites[0]).toMatchObject({ reported_area: '15150.000', legal_status_updated_at: '01/01/1964' });
  expect((await search({})).sites.every(({ geojson }) => geojson === undefined)).toBe(true);
});

test('filters, and what is wrong with a question', async () => {
  expect((await search({ marine: 'true' })).sites.map(({ name }) => name)).toEqual([
    'Ilhéu dos Pássaros',
    'Área Marinha Protegida do Iona',
  ]);
  expect((await search({ country: 'NAM' })).sites).toEqual([]);
  expect((await get('/search')).statusCode).toBe(400);
  expect((await get('/search', { country: 'AGO', per_page: '51' })).statusCode).toBe(400);
  expect((await get('/1')).json()).toEqual({ error: 'not_found' });
  expect((await get('/990000003')).json()).toMatchObject({
    protected_area: { name: 'Cangandala', iucn_category: { name: 'II' } },
  });
});

test('a token without the permission for geometry gets none, without a word', async () => {
  const answer = await get('/search', { country: 'AGO', with_geometry: 'true' }, 'sem-geometria');
  expect(answer.json().protected_areas[0]).not.toHaveProperty('geojson');
});

test('boundaries enclose about what is reported, in Angola, and those of the sea lie in the sea', () => {
  for (const seed of siteSeeds) {
    const shape = siteGeometry(seed, 8478);
    if (shape.type === 'Point') continue;
    const share = polygonAreaSquareMeters(shape) / 1e6 / seed.reportedKm2;
    expect(share, seed.name).toBeGreaterThan(0.5);
    expect(share, seed.name).toBeLessThan(2);
    const [west = 0, south = 0, east = 0, north = 0] = bboxOfGeometry(shape) ?? [];
    expect(west > 11 && east < 24 && south > -18.1 && north < -4.3, seed.name).toBe(true);
    const dry = shape.coordinates[0]?.filter(([lon, lat]) => !isAtSea([lon - 0.001, lat])) ?? [];
    expect(seed.shape.kind === 'sea' ? dry : [], seed.name).toEqual([]);
  }
});

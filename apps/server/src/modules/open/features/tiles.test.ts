import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Json, type Link, linkOf, openFeatures } from './testing/world.ts';

let world: Awaited<ReturnType<typeof openFeatures>>;
/** More points than a tile shows one by one, some thousand of them in one place. */
const crowd = 14_000;
beforeAll(async () => {
  world = await openFeatures();
  await world.app.select(`insert into biodiversity.occurrences
      (source, source_id, taxon_id, lon, lat, position, depth_meters, event_start, basis_of_record, dataset_id, flags,
       absence, connector_id, stream_id, run_id, retrieved_at)
    select 'gbif', lpad(n::text, 7, '0'), 1, lon, lat, box(point(lon, lat), point(lon, lat)), n % 500, null,
      'HumanObservation', 'ensaio', array['a'], false, 'gbif', 'occurrences', gen_random_uuid(), now()
    from (select n, case when n % 4 = 0 then 12.5 else 9 + (n * 0.6180339887) % 4 end as lon,
        case when n % 4 = 0 then -9.5 else -14 + (n * 0.7548776662) % 8 end as lat
      from generate_series(1, ${crowd}) n) t`);
});
afterAll(() => world.app.close());

async function tile(grid: string, address: string) {
  const reply = await world.app.server.inject(`/features/collections/occurrences/tiles/${grid}/${address}`);
  const layers = reply.statusCode === 200 ? new VectorTile(new PbfReader(new Uint8Array(reply.rawPayload))).layers : {};
  const features = (name: string) =>
    Array.from({ length: layers[name]?.length ?? 0 }, (_, index) => layers[name]?.feature(index).properties as Json);
  return {
    status: reply.statusCode,
    headers: reply.headers,
    own: features('occurrences'),
    summary: features('tile-summary'),
  };
}
const together = (features: readonly Json[]) => features.reduce((sum, { count }) => sum + Number(count ?? 1), 0);

test.each([
  ['WebMercatorQuad', '0/0/0', 'true'],
  // 0 to 22.5 E, 0 to 21.94 S, with a margin of a 64th on each side.
  ['WebMercatorQuad', '4/8/8', 'lon between -0.35 and 22.85 and lat between -22.27 and 0.35'],
  ['WorldCRS84Quad', '2/2/4', 'lon between -0.71 and 45.71 and lat between -45.71 and 0.71'],
])(
  'a tile of many points in %s loses none: cells with numbers stand for them (%s)',
  async (grid, address, condition) => {
    const { own, summary, headers } = await tile(grid, address);
    const matched = await world.counted(condition);
    expect(matched).toBeGreaterThan(crowd);
    expect(together(own)).toBe(matched);
    expect(own.length).toBeLessThanOrEqual(10_000);
    expect(summary).toEqual([{ matched, whole: 0, cells: own.length, cellPixels: expect.any(Number) }]);
    expect(headers['x-kianda-tile-thinned-from']).toBe(String(matched));
    // The crowd of one place is one point; who is alone in a cell keeps its name.
    expect(Math.max(...own.map(({ count }) => Number(count)))).toBeGreaterThanOrEqual(crowd / 4);
    expect(own.filter(({ count, id }) => count === 1 && typeof id !== 'string')).toEqual([]);
  },
);

test('deeper, where a tile holds fewer, each point is there with what is known of it', async () => {
  const { own, summary, headers } = await tile('WebMercatorQuad', '9/268/270');
  expect(own.length).toBeGreaterThan(0);
  expect(own[0]).toMatchObject({ id: expect.any(String), source: expect.any(String) });
  expect([summary, headers['x-kianda-tile-thinned-from']]).toEqual([[], undefined]);
});

test('the grid of degrees puts a point where its place is', async () => {
  // 2^7 rows of 1.40625°: 8.4375 to 9.84375 S, 11.25 to 12.65625 E holds the crowd at 12.5 E, 9.5 S.
  const reply = await world.app.server.inject('/features/collections/occurrences/tiles/WorldCRS84Quad/7/70/136');
  const layer = new VectorTile(new PbfReader(new Uint8Array(reply.rawPayload))).layers.occurrences;
  const points = Array.from({ length: layer?.length ?? 0 }, (_, index) => layer?.feature(index).loadGeometry()[0]?.[0]);
  const expected = { x: ((12.5 - 11.25) / 1.40625) * 4096, y: ((9.5 - 8.4375) / 1.40625) * 4096 };
  const near = points.filter(
    (point) => point !== undefined && Math.abs(point.x - expected.x) < 2 && Math.abs(point.y - expected.y) < 2,
  );
  expect(near.length).toBe(crowd / 4);
});

test('TileJSON and the style lead MapLibre from the collection to its tiles', async () => {
  const { links } = await world.json<{ links: Link[] }>('/collections/occurrences');
  const styles = await world.json<{ default: string; styles: { id: string; links: Link[] }[] }>(
    linkOf(links, 'http://www.opengis.net/def/rel/ogc/1.0/styles')?.href ?? '',
  );
  const href = linkOf(styles.styles.find(({ id }) => id === styles.default)?.links ?? [], 'stylesheet')?.href ?? '';
  type Style = { version: number; sources: Record<string, { url: string }>; layers: { 'source-layer': string }[] };
  const style = await world.json<Style>(href);
  expect(style.version).toBe(8);
  const description = await world.json<{ tiles: string[]; vector_layers: { id: string; fields: Json }[] }>(
    style.sources.occurrences?.url ?? '',
  );
  const names = description.vector_layers.map(({ id }) => id);
  for (const layer of style.layers) expect(names).toContain(layer['source-layer']);
  expect(description.vector_layers[0]?.fields).toMatchObject({
    depthMeters: 'Number',
    source: 'String',
    count: 'Number',
  });
  const [template = ''] = description.tiles;
  const address = template.replace('{z}', '4').replace('{y}', '8').replace('{x}', '8');
  expect((await world.get(address)).status).toBe(200);
  for (const path of ['/styles/nenhum', '/tiles/WorldCRS84Quad?f=tilejson', '/tiles/Outra/0/0/0'])
    expect([path, (await world.get(`/collections/occurrences${path}`)).status]).toEqual([path, 404]);
});

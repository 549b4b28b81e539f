import { hash32 } from '@kianda/geo';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import { type Layer, layers, type Shape } from './layers.ts';

type Query = Readonly<Record<string, string | undefined>>;

const workspace = 'geonode';

/** GeoNode of the Benguela Current Convention below `/bcc`: the list of its layers and their features by WFS. */
export function routes(app: FastifyInstance, { world, clock }: ProviderDeps): void {
  let requests = 0;

  app.get<{ Querystring: Query }>('/bcc/api/v2/resources', async ({ query }, reply) => {
    const page = integerOf(query.page ?? '1') ?? 1;
    const pageSize = Math.min(integerOf(query.page_size ?? '10') ?? 10, 100);
    const total = layers.length;
    if ((page - 1) * pageSize >= total && page > 1)
      return json(reply.code(404), { success: false, errors: ['Invalid page.'], code: 'not_found' });
    const rows = layers.slice((page - 1) * pageSize, page * pageSize);
    const at = (other: number) => `/bcc/api/v2/resources?page=${other}&page_size=${pageSize}`;
    return json(reply, {
      links: { next: page * pageSize < total ? at(page + 1) : null, previous: page > 1 ? at(page - 1) : null },
      total,
      page,
      page_size: pageSize,
      resources: rows.map((layer, index) => resource(layer, (page - 1) * pageSize + index + 1, world.seed)),
    });
  });

  app.get<{ Querystring: Query }>('/bcc/geoserver/ows', async ({ query: given }, reply) => {
    const query: Query = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
    if (query.service?.toUpperCase() !== 'WFS' || query.request !== 'GetFeature')
      return exception(reply, 'OperationNotSupported', `No such operation ${query.request ?? ''}`);
    const layer = layers.find(({ name }) => `${workspace}:${name}` === query.typenames);
    if (layer === undefined || layer.subtype === 'raster' || layer.restricted)
      return exception(reply, 'InvalidParameterValue', `Feature type ${query.typenames ?? ''} unknown`);
    const start = integerOf(query.startindex ?? '');
    if (start !== null && !layer.primaryKey)
      return exception(reply, 'NoApplicableCode', 'Cannot do natural order without a primary key');
    requests += 1;
    const all = layer.features(world.seed);
    const count = integerOf(query.count ?? '') ?? all.length;
    const from = start ?? 0;
    const rows = all.slice(from, from + count);
    return json(reply, {
      type: 'FeatureCollection',
      features: rows.map(({ geometry, properties }, index) => ({
        type: 'Feature',
        id: `${layer.name}.${layer.primaryKey ? from + index + 1 : `fid-${hash32(requests, index).toString(16)}_-7ffe`}`,
        geometry,
        geometry_name: 'the_geom',
        properties,
      })),
      totalFeatures: all.length,
      numberMatched: all.length,
      numberReturned: rows.length,
      timeStamp: new Date(clock()).toISOString(),
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4326' } },
    });
  });

  app.get('/bcc/*', async (_request, reply) => reply.code(404).type('text/html').send('<h1>Not Found</h1>'));
}

function resource(layer: Layer, pk: number, seed: number): unknown {
  const detail = `https://geodata.benguelacc.org/catalogue/#/dataset/${pk}`;
  return {
    pk: String(pk),
    uuid: `00000000-0000-4000-8000-${String(pk).padStart(12, '0')}`,
    alternate: `${workspace}:${layer.name}`,
    title: layer.title,
    abstract: layer.abstract === '' ? 'No abstract provided' : `<p>${layer.abstract}</p>`,
    raw_abstract: layer.abstract === '' ? 'No abstract provided' : layer.abstract,
    resource_type: 'dataset',
    subtype: layer.subtype,
    keywords: layer.keywords.map((name) => ({ name, slug: name.toLowerCase() })),
    license: { identifier: 'not_specified' },
    links: [{ extension: 'json', link_type: 'data', name: 'GeoJSON', url: `${detail}/geojson` }],
    extent: { coords: extentOf(layer, seed), srid: 'EPSG:4326' },
    detail_url: detail,
    last_updated: `${layer.updated}T09:30:00.000000Z`,
  };
}

/** West, south, east, north of its features; the bathymetry of the region for an image. */
function extentOf(layer: Layer, seed: number): readonly number[] {
  let extent: [number, number, number, number] | null = null;
  for (const { geometry } of layer.features(seed))
    for (const [lon, lat] of positionsOf(geometry.coordinates)) {
      const [west, south, east, north]: readonly number[] = extent ?? [lon, lat, lon, lat];
      extent = [
        Math.min(west ?? lon, lon),
        Math.min(south ?? lat, lat),
        Math.max(east ?? lon, lon),
        Math.max(north ?? lat, lat),
      ];
    }
  return extent ?? [3, -20, 13.5, -2];
}

function* positionsOf(coordinates: Shape['coordinates']): Generator<readonly [number, number]> {
  const [first, second] = coordinates;
  if (typeof first === 'number' && typeof second === 'number') yield [first, second];
  else for (const inner of coordinates) yield* positionsOf(inner as Shape['coordinates']);
}

function integerOf(text: string): number | null {
  return /^\d{1,7}$/.test(text) ? Number(text) : null;
}

function json(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/json;charset=UTF-8').send(JSON.stringify(body));
}

/** GeoServer reports with status 200 or 400, and in XML whatever the requested format. */
function exception(reply: FastifyReply, code: string, text: string): FastifyReply {
  return reply
    .code(code === 'NoApplicableCode' ? 400 : 200)
    .type('application/xml')
    .send(
      `<?xml version="1.0" encoding="UTF-8"?><ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1" version="2.0.0"><ows:Exception exceptionCode="${code}"><ows:ExceptionText>${text}</ows:ExceptionText></ows:Exception></ows:ExceptionReport>`,
    );
}

export const bcc: Provider = { name: 'bcc', routes };

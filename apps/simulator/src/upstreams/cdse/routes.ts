import { type AnswerWire, COLLECTION, type DeletedWire, type ProductWire } from '@kianda/connectors/cdse/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import { type CatalogueProduct, catalogueOf, heldAt } from './catalogue.ts';
import { type Filterable, FilterError, parseFilter } from './filter.ts';

const mostRows = 1000;
const furthest = 10_000;
const root = '/cdse/odata/v1';

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;
type ListRequest = FastifyRequest<{ Querystring: Query }>;
type Row = Filterable & { readonly product: CatalogueProduct; readonly dates: Readonly<Record<string, number>> };

/** Copernicus Data Space catalogue below `/cdse/odata/v1`: products, withdrawn products and names of attributes. */
export function routes(app: FastifyInstance, { world, clock }: ProviderDeps): void {
  const catalogue = catalogueOf(world.seed);
  const isDeleted = ({ deletedMs }: CatalogueProduct) => deletedMs !== null && deletedMs <= clock();

  app.get<{ Querystring: Query }>(`${root}/Products`, async (request, reply) => {
    const products = heldAt(catalogue(clock()), clock());
    const expanded = String(request.query.$expand ?? '').includes('Attributes');
    return list(request, reply, { products, set: 'Products', write: ({ product }) => document(product, expanded) });
  });
  app.get<{ Querystring: Query }>(`${root}/DeletedProducts`, async (request, reply) =>
    list(request, reply, {
      products: catalogue(clock()).filter(isDeleted),
      set: 'DeletedProducts',
      write: ({ product }) => tombstone(product),
    }),
  );
  app.get(`${root}/Attributes(${COLLECTION})`, async (_request, reply) =>
    send(reply, [
      { Name: 'cloudCover', ValueType: 'Double' },
      { Name: 'cycleNumber', ValueType: 'Integer' },
      { Name: 'platformSerialIdentifier', ValueType: 'String' },
      { Name: 'productType', ValueType: 'String' },
      { Name: 'relativeOrbitNumber', ValueType: 'Integer' },
      { Name: 'timeliness', ValueType: 'String' },
    ]),
  );
  app.all('/cdse/*', async (_request, reply) => send(reply.code(404), { detail: 'Not Found' }));
}

type ProductSet = {
  readonly products: readonly CatalogueProduct[];
  /** Its name in addresses. */
  readonly set: string;
  readonly write: (row: Row) => unknown;
};

/** One page of a set, filtered and ordered as the request says. */
function list(request: ListRequest, reply: FastifyReply, { products, set, write }: ProductSet): FastifyReply {
  const top = wholeNumber(request.query, '$top', 20);
  const skip = wholeNumber(request.query, '$skip', 0);
  if (top > mostRows) return invalid(reply, '$top', top, mostRows);
  if (skip > furthest) return invalid(reply, '$skip', skip, furthest);
  try {
    const filter = request.query.$filter;
    const passes = typeof filter === 'string' ? parseFilter(filter) : () => true;
    const [path = 'ContentDate/Start', direction = 'asc'] = String(request.query.$orderby ?? '').split(' ');
    const rows = products.map(rowOf).filter(passes);
    const key = path === '' ? 'ContentDate/Start' : path;
    if (rows.some(({ dates }) => dates[key] === undefined)) throw new FilterError(`Invalid orderby: ${key}`);
    const sign = direction === 'desc' ? -1 : 1;
    rows.sort((a, b) => sign * ((a.dates[key] ?? 0) - (b.dates[key] ?? 0)) || a.product.id.localeCompare(b.product.id));
    const counts = String(request.query.$count ?? '').toLowerCase() === 'true';
    const more = skip + top < rows.length;
    const answer: AnswerWire = {
      '@odata.context': `$metadata#${set}${request.query.$expand === undefined ? '' : '(Attributes())'}`,
      ...(counts ? { '@odata.count': rows.length } : {}),
      value: rows.slice(skip, skip + top).map(write),
      // Beyond what may be skipped there is no next page, although there are more rows.
      ...(more && skip + top <= furthest ? { '@odata.nextLink': nextLink(request, set, skip + top) } : {}),
    };
    return send(reply, answer);
  } catch (error) {
    if (error instanceof FilterError) return send(reply.code(400), { detail: error.message });
    throw error;
  }
}

function nextLink(request: ListRequest, set: string, skip: number): string {
  const query = Object.entries({ ...request.query, $skip: String(skip) })
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&');
  return `${request.protocol}://${request.host}${root}/${set}?${query}`;
}

/** The row of a product is read with each request, so it is made once. */
const rowsByProduct = new WeakMap<CatalogueProduct, Row>();

function rowOf(product: CatalogueProduct): Row {
  const known = rowsByProduct.get(product);
  if (known !== undefined) return known;
  const { frame, publishedMs, deletedMs } = product;
  const dates: Record<string, number> = {
    'ContentDate/Start': frame.startMs,
    'ContentDate/End': frame.endMs,
    PublicationDate: publishedMs,
    ModificationDate: publishedMs,
    ...(deletedMs === null ? {} : { DeletionDate: deletedMs }),
  };
  const fields: Record<string, string | boolean | number> = {
    ...dates,
    'Collection/Name': COLLECTION,
    Name: product.name,
    Id: product.id,
    Online: true,
  };
  const attributes = new Map(attributesOf(product).map(({ Name, Value }) => [Name, Value]));
  const row: Row = {
    product,
    dates,
    ring: product.ring,
    field: (path) => fields[path],
    attribute: (name) => attributes.get(name),
  };
  rowsByProduct.set(product, row);
  return row;
}

function attributesOf({ type, frame, timeliness, cloudCover }: CatalogueProduct) {
  const attribute = (Name: string, Value: string | number, kind: 'String' | 'Integer' | 'Double') => ({
    '@odata.type': `#OData.CSC.${kind}Attribute`,
    Name,
    Value,
    ValueType: kind,
  });
  return [
    attribute('productType', type, 'String'),
    attribute('platformSerialIdentifier', frame.platform.slice(2), 'String'),
    attribute('relativeOrbitNumber', frame.relativeOrbit, 'Integer'),
    attribute('cycleNumber', frame.cycle, 'Integer'),
    attribute('timeliness', timeliness, 'String'),
    attribute('orbitDirection', frame.daytime ? 'DESCENDING' : 'ASCENDING', 'String'),
    ...(cloudCover === null ? [] : [attribute('cloudCover', cloudCover, 'Double')]),
  ];
}

function document(product: CatalogueProduct, expanded: boolean): Partial<ProductWire> & Record<string, unknown> {
  return {
    '@odata.mediaContentType': 'application/octet-stream',
    ...common(product),
    PublicationDate: micro(product.publishedMs),
    ModificationDate: micro(product.publishedMs),
    Online: true,
    EvictionDate: '9999-12-31T23:59:59.999999Z',
    S3Path: product.s3Path,
    ...(expanded ? { Attributes: attributesOf(product) } : {}),
  };
}

function tombstone(product: CatalogueProduct): DeletedWire & Record<string, unknown> {
  return {
    '@odata.mediaContentType': 'application/octet-stream',
    ...common(product),
    DeletionDate: micro(product.deletedMs ?? 0),
    DeletionCause: product.deletionCause,
  };
}

function common({ id, name, bytes, ring, footprintShown, frame }: CatalogueProduct) {
  const coordinates = [ring.map(([lon, lat]) => [lon, lat])];
  const wkt = ring.map(([lon, lat]) => `${lon} ${lat}`).join(', ');
  return {
    Id: id,
    Name: name,
    ContentType: 'application/octet-stream',
    ContentLength: bytes,
    OriginDate: micro(frame.endMs),
    ContentDate: { Start: micro(frame.startMs), End: micro(frame.endMs) },
    Footprint: footprintShown ? `geography'SRID=4326;POLYGON ((${wkt}))'` : null,
    GeoFootprint: footprintShown ? { type: 'Polygon', coordinates } : null,
  };
}

/** Dates have six decimals. */
function micro(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('Z', '000Z');
}

function wholeNumber(query: Query, name: string, standard: number): number {
  const value = Number(query[name] ?? standard);
  return Number.isInteger(value) && value >= 0 ? value : standard;
}

function invalid(reply: FastifyReply, name: string, input: number, most: number): FastifyReply {
  const msg = `Input should be less than or equal to ${most}`;
  return send(reply.code(422), {
    detail: [{ type: 'less_than_equal', loc: ['query', name], msg, input: String(input), ctx: { le: most } }],
  });
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

export const cdse: Provider = { name: 'cdse', routes };

/**
 * The peer: `node peer.ts <database>` answers the same searches over the same rows with plain SQL, as a STAC service on
 * PostgreSQL does it: items whole in `jsonb`, a GiST index on their boxes, B-trees in the order of a page and of its sort, prepared
 * statements, `numberMatched` by count(*) unless `count=no`; no limits, no permissions, nothing validated.
 */
import { createServer } from 'node:http';
import pg from 'pg';
import { tellProcessorTime } from './processor-time.ts';

const pool = new pg.Pool({ connectionString: process.argv[2], max: 20 });
await pool.query(`
  create schema if not exists peer;
  create table peer.items as
    select collection, id, datetime, start_at, end_at, footprint, item || jsonb_build_object('type', 'Feature',
      'stac_version', '1.1.0', 'id', id, 'collection', collection, 'links', jsonb_build_array(
        jsonb_build_object('rel', 'root', 'type', 'application/json', 'title', 'Par', 'href', 'http://localhost/stac'),
        jsonb_build_object('rel', 'self', 'type', 'application/geo+json', 'href',
          'http://localhost/stac/collections/' || collection || '/items/' || id),
        jsonb_build_object('rel', 'parent', 'type', 'application/json', 'href',
          'http://localhost/stac/collections/' || collection),
        jsonb_build_object('rel', 'collection', 'type', 'application/json', 'href',
          'http://localhost/stac/collections/' || collection))) as content
    from catalogue.items;
  create index on peer.items using gist (footprint);
  create index on peer.items (datetime desc, collection, id);
  create index on peer.items (collection, datetime desc, id);
  create index on peer.items ((content->'properties'->'eo:cloud_cover') desc, collection, id);
`);
await pool.query('vacuum analyze peer.items');

/** Name of a prepared statement: PostgreSQL takes 63 letters. */
const nameOf = (where: string) => where.replaceAll(/\$\d|[^a-z$]/g, '').slice(0, 56);

async function answer(url: URL): Promise<string> {
  const collection = /collections\/([^/]+)\/items/.exec(url.pathname)?.[1] ?? null;
  const limit = Number(url.searchParams.get('limit') ?? 10);
  const values: unknown[] = [];
  const conditions: string[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  if (collection !== null) conditions.push(`collection = ${value(collection)}`);
  const [west, south, east, north] = url.searchParams.get('bbox')?.split(',') ?? [];
  if (west !== undefined) conditions.push(`footprint && ${value(`(${east},${north}),(${west},${south})`)}::box`);
  const [from, to] = url.searchParams.get('datetime')?.split('/') ?? [];
  if (from !== undefined) conditions.push(`start_at <= ${value(to)} and end_at >= ${value(from)}`);
  const byCloud = url.searchParams.get('sortby') === '-eo:cloud_cover';
  const order = byCloud ? `content->'properties'->'eo:cloud_cover' desc` : 'datetime desc';
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const [page, count] = await Promise.all([
    pool.query({
      name: `${byCloud ? 'sorted' : 'page'} ${nameOf(where)}`,
      text: `select content from peer.items ${where} order by ${order}, collection, id limit $${values.length + 1}`,
      values: [...values, limit + 1],
    }),
    url.searchParams.get('count') === 'no'
      ? null
      : pool.query({ name: `count ${nameOf(where)}`, text: `select count(*) as n from peer.items ${where}`, values }),
  ]);
  const features = page.rows.slice(0, limit).map(({ content }: { content: unknown }) => content);
  const next = page.rows.length > limit ? [{ rel: 'next', href: `${url.href}&token=` }] : [];
  return JSON.stringify({
    type: 'FeatureCollection',
    features,
    links: [{ rel: 'self', href: url.href }, ...next],
    numberMatched: count === null ? undefined : Number(count.rows[0].n),
    numberReturned: features.length,
  });
}

const server = createServer((request, response) => {
  answer(new URL(request.url ?? '/', 'http://localhost')).then(
    (text) => response.writeHead(200, { 'content-type': 'application/geo+json' }).end(text),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(0, '127.0.0.1', () => {
  const address = server.address();
  tellProcessorTime();
  process.send?.({ url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}` });
});
process.once('SIGTERM', () => process.exit(0));

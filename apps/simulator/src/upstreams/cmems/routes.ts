import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import type { World } from '../../world/types.ts';
import { catalogue, clientsConfig, idMapping, item, product } from './catalogue.ts';
import { products, versions } from './datasets.ts';
import { NATIVE_BUCKET, nativeListing } from './native.ts';
import { createZarrStores } from './zarr-store.ts';

type Deps = Pick<ProviderDeps, 'clock'> & { readonly world: Pick<World, 'ocean'> };

/**
 * Copernicus Marine's two S3 hosts below `/cmems/s3-waw3` and `/cmems/s3-waw4`, read without signature: configuration and
 * catalogue in both, Zarr stores and the listing of native files in the first. Whatever does not exist is S3's own 404.
 */
export function routes(app: FastifyInstance, deps: Deps): void {
  const stores = createZarrStores(deps.world.ocean);

  for (const host of ['s3-waw3', 's3-waw4']) {
    const base = `/cmems/${host}/mdl-metadata`;
    app.get(`${base}/clientsConfigV1.json`, async (_request, reply) => json(reply, clientsConfig()));
    app.get(`${base}/dataset_product_id_mapping.json`, async (_request, reply) => json(reply, idMapping()));
    app.get(`${base}/metadata/catalog.stac.json`, async (_request, reply) => json(reply, catalogue()));
    for (const simulated of products) {
      const folder = `${base}/metadata/${simulated.id}`;
      app.get(`${folder}/product.stac.json`, async (_request, reply) => json(reply, product(simulated, deps.clock())));
      app.get<{ Params: { id: string } }>(`${folder}/:id/dataset.stac.json`, async (request, reply) => {
        const version = versions.find(({ id, dataset }) => id === request.params.id && dataset.product === simulated);
        return version === undefined ? noSuchKey(request, reply) : json(reply, item(version, deps.clock()));
      });
    }
  }

  app.get<{ Params: { bucket: string; product: string; id: string; '*': string } }>(
    '/cmems/s3-waw3/:bucket/arco/:product/:id/timeChunked.zarr/*',
    async (request, reply) => {
      const { bucket, id, '*': key } = request.params;
      const nowMs = deps.clock();
      const version = versions.find(
        ({ dataset, ...found }) =>
          found.id === id && dataset.bucket === bucket && dataset.product.id === request.params.product,
      );
      const found =
        version === undefined || Date.parse(version.releasedAt) > nowMs ? null : stores.read(version, key, nowMs);
      if (found === null) return noSuchKey(request, reply);
      return reply.type(typeof found === 'string' ? 'application/json' : 'application/octet-stream').send(found);
    },
  );

  app.get<{ Querystring: Readonly<Record<string, string | undefined>> }>(
    `/cmems/s3-waw3/${NATIVE_BUCKET}`,
    async ({ query }, reply) => {
      const listing = {
        prefix: query.prefix ?? '',
        maxKeys: Number(query['max-keys'] ?? 1000),
        after: query['continuation-token'] ?? query['start-after'] ?? '',
      };
      return reply.type('application/xml').send(nativeListing(versions, listing, deps.clock()));
    },
  );

  app.get('/cmems/*', async (request, reply) => noSuchKey(request, reply));
}

function json(reply: FastifyReply, value: object): FastifyReply {
  return reply.type('application/json').send(JSON.stringify(value));
}

function noSuchKey(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = (request.url.split('?', 1)[0] ?? '').replace(/^\/cmems\/s3-waw\d\//, '');
  const [bucket = '', ...key] = path.split('/');
  return reply
    .code(404)
    .type('application/xml')
    .send(
      `<?xml version="1.0" encoding="UTF-8"?><Error><Code>NoSuchKey</Code><BucketName>${xml(bucket)}</BucketName><Key>${xml(key.join('/'))}</Key><RequestId>tx${'0'.repeat(21)}-simulado</RequestId><HostId>waw3-1</HostId></Error>`,
    );
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export const cmems: Provider = { name: 'cmems', routes };

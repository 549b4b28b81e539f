import { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Product, ProductCollection } from '../../../platform/collections.ts';
import { defineJob, type Job, usualRetries } from '../../../platform/jobs/jobs.ts';
import type { ItemRepository } from './items.repository.ts';
import type { NewItem, StoredItem } from './items.types.ts';
import { footprintText, isOwnBox } from './search/spatial.ts';

export const catalogueIndexJobName = 'catalogue.sweep';
const writtenAtOnce = 500;

/** A module's product as a stored item. The address of its files depends on the request, so it is added when read. */
function itemOf(collection: string, product: Product, now: Date): NewItem {
  const { geometry, bbox } = product;
  const instant = product.startMs === product.endMs;
  const iso = (ms: number) => new Date(ms).toISOString();
  const item: StoredItem = {
    geometry,
    ...(bbox === null ? {} : { bbox: [...bbox] }),
    properties: {
      datetime: instant ? iso(product.startMs) : null,
      ...(instant ? {} : { start_datetime: iso(product.startMs), end_datetime: iso(product.endMs) }),
      ...product.properties,
      'kianda:simulated': product.origin.simulatedSeed !== null,
    },
    assets: Object.fromEntries(
      product.assets.map(({ key, title, mediaType, roles, fields }) => [
        key,
        { href: key, title, type: mediaType, roles, ...fields },
      ]),
    ),
    stac_extensions: product.extensions,
  };
  return {
    collection,
    id: product.id,
    datetime: new Date(product.startMs),
    start_at: new Date(product.startMs),
    end_at: new Date(product.endMs),
    footprint: bbox === null ? null : footprintText(bbox),
    is_box: geometry === null || isOwnBox(geometry),
    item,
    content_hash: product.contentHash,
    own: true,
    connector_id: product.origin.connectorId,
    stream_id: product.origin.streamId,
    retrieved_at: new Date(product.origin.retrievedAtMs),
    simulated_seed: product.origin.simulatedSeed,
    created_at: now,
    updated_at: now,
  };
}

export type IndexResult = { readonly collection: string; readonly changed: number; readonly removed: number };

/** Brings a collection's items in line with the products of its module. Running it twice changes nothing. */
export async function indexCollection(
  collection: ProductCollection,
  { repository, clock, signal }: { repository: ItemRepository; clock: Clock; signal: AbortSignal },
): Promise<IndexResult> {
  const now = new Date(clock.nowMs());
  const gone = await repository.offered(collection.id);
  let batch: NewItem[] = [];
  let changed = 0;
  const flush = async () => {
    await repository.offer(batch);
    batch = [];
  };
  for await (const product of collection.products()) {
    signal.throwIfAborted();
    const known = gone.get(product.id);
    gone.delete(product.id);
    if (known === product.contentHash) continue;
    batch.push(itemOf(collection.id, product, now));
    changed += 1;
    if (batch.length >= writtenAtOnce) await flush();
  }
  await flush();
  const removed = await repository.remove(collection.id, [...gone.keys()], true);
  await repository.recordIndexed(collection.id, now);
  return { collection: collection.id, changed, removed };
}

/** Indexes every collection. A collection without changes costs a query or two. */
export function catalogueIndexJob(
  collectionsNow: () => readonly ProductCollection[],
  repository: ItemRepository,
  clock: Clock,
): Job {
  return defineJob({
    name: catalogueIndexJobName,
    label: 'Catálogo STAC',
    input: z.object({}),
    schedule: { cron: '*/5 * * * *', input: {} },
    retry: { limit: usualRetries, delaySeconds: 60, backoff: false },
    timeoutSeconds: 900,
    concurrency: 1,
    key: () => 'sweep',
    async run(_input, { signal, progress }) {
      const results: IndexResult[] = [];
      const collections = collectionsNow();
      for (const [index, collection] of collections.entries()) {
        await progress(index / collections.length, collection.title);
        results.push(await indexCollection(collection, { repository, clock, signal }));
      }
      await repository.completeDocuments(signal);
      return { collections: results };
    },
  });
}

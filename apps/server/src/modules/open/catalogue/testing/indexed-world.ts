import { createLogger } from '../../../../platform/log/log.ts';
import { findIndexed, type IndexedPage } from '../indexed-search.service.ts';
import { createItemIndexCache } from '../item-index.cache.ts';
import { createItemRepository } from '../items.repository.ts';
import type { Search } from '../search/search.ts';
import { collections, item } from './random-searches.ts';
import { createCatalogueWorld } from './world.ts';

/** A catalogue of random items with their index in memory. */
export async function createIndexedWorld(items: number) {
  const world = await createCatalogueWorld();
  const repository = createItemRepository(world.platform.database);
  await repository.offer(Array.from({ length: items }, (_, number) => item(number)));
  const cache = createItemIndexCache(repository, createLogger({ level: 'silent', pretty: false }));
  await cache.hold();
  return {
    ...{ repository, cache },
    /** A page from the index; null where the database has to answer. */
    async byIndex(search: Search): Promise<IndexedPage | null> {
      const revision = await repository.revision();
      const sources = { index: cache, repository, documents: { frame: () => ({ head: '{"links":[', url: '' }) } };
      return findIndexed(sources, search, { revision, collections });
    },
    async close() {
      await cache.stop();
      await world.close();
    },
  };
}

export type IndexedWorld = Awaited<ReturnType<typeof createIndexedWorld>>;

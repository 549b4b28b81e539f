import type { Database } from '../../../platform/db/database.ts';
import { indexedItems } from './item-index.repository.ts';
import { itemPages } from './item-pages.repository.ts';
import { itemStatistics } from './item-statistics.repository.ts';
import { offeredItems, publishedItems, storedDocuments } from './item-writes.repository.ts';
import type { ItemTables } from './items.types.ts';

/** The only SQL that touches the `catalogue` schema, put together from its six parts. */
export function createItemRepository(database: Database) {
  const db = database.for<ItemTables>();
  return {
    ...offeredItems(db),
    ...publishedItems(db),
    ...itemPages(db),
    ...itemStatistics(db),
    ...indexedItems(database),
    ...storedDocuments(db),
  };
}

export type ItemRepository = ReturnType<typeof createItemRepository>;

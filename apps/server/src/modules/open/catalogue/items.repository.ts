import type { Database } from '../../../platform/db/database.ts';
import { indexedItems } from './item-index.repository.ts';
import { itemPages } from './item-pages.repository.ts';
import { itemStatistics } from './item-statistics.repository.ts';
import { offeredItems, publishedItems, storedDocuments } from './item-writes.repository.ts';
import type { ItemTables } from './items.types.ts';
import { loadRows } from './loads/loads.repository.ts';
import { publishedCollectionRows } from './published-collections.repository.ts';

/** The only SQL that touches the `catalogue` schema, put together from its eight parts. */
export function createItemRepository(database: Database) {
  const db = database.for<ItemTables>();
  return {
    ...offeredItems(db),
    ...publishedItems(db),
    ...itemPages(db),
    ...itemStatistics(db),
    ...indexedItems(database),
    ...storedDocuments(db),
    ...publishedCollectionRows(db),
    ...loadRows(db),
  };
}

export type ItemRepository = ReturnType<typeof createItemRepository>;

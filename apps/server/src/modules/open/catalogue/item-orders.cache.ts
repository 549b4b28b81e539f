import type { Logger } from '../../../platform/log/log.ts';
import type { ItemIndex } from './item-index.rules.ts';
import { ItemOrder } from './item-order.rules.ts';
import type { ItemRepository } from './items.repository.ts';
import { orderName, type SortKey } from './search/sorting.ts';

/** Orders held at once, those that were asked for last: of a million items each takes 8 MB. */
const ordersAtMost = 8;

/**
 * Orders of the items of an index that searches asked for, as the database put them: a property of any type sorts as it does
 * there. They are read one at a time, and let go with their index.
 */
export function createItemOrders(repository: Pick<ItemRepository, 'ordered'>, log: Logger) {
  let held: { readonly revision: string; readonly orders: Map<string, ItemOrder> } = {
    revision: '',
    orders: new Map(),
  };
  let reading: Promise<void> | null = null;
  let stopped = false;

  async function read({ revision, items }: ItemIndex, keys: readonly SortKey[]): Promise<void> {
    try {
      const found = await repository.ordered(keys);
      if (found?.revision !== revision || held.revision !== revision) return;
      held.orders.set(orderName(keys), new ItemOrder(items, found.blocks));
      const [oldest] = held.orders.keys();
      if (held.orders.size > ordersAtMost && oldest !== undefined) held.orders.delete(oldest);
    } catch (error) {
      if (!stopped) log.warn({ err: error }, 'uma ordem do catálogo não se leu; a base de dados responde');
    } finally {
      reading = null;
    }
  }

  return {
    /** An order of the items; null until it has been read, which this starts. */
    of(index: ItemIndex, keys: readonly SortKey[]): ItemOrder | null {
      if (held.revision !== index.revision) held = { revision: index.revision, orders: new Map() };
      const name = orderName(keys);
      const order = held.orders.get(name);
      if (order === undefined) {
        if (!stopped) reading ??= read(index, keys);
        return null;
      }
      held.orders.delete(name);
      held.orders.set(name, order);
      return order;
    },
    /** Settles when none is being read. */
    settled: async () => reading,
    async stop() {
      stopped = true;
      await reading;
    },
  };
}

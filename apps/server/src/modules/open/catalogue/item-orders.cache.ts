import type { Logger } from '../../../platform/log/log.ts';
import type { ItemIndex } from './item-index.rules.ts';
import { ItemOrder } from './item-order.rules.ts';
import type { ItemRepository } from './items.repository.ts';
import { orderName, type SortKey } from './search/sorting.ts';

/** Orders held at once, those that were asked for last: of a million items each takes 8 MB. */
const ordersAtMost = 8;
/** Reads that a search waits for: that of another order, and of its own. */
const readsWaitedFor = 2;

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
      held.orders.set(orderName(keys), new ItemOrder(items, found.places));
      const [oldest] = held.orders.keys();
      if (held.orders.size > ordersAtMost && oldest !== undefined) held.orders.delete(oldest);
    } catch (error) {
      if (!stopped) log.warn({ err: error }, 'uma ordem do catálogo não se leu; a base de dados responde');
    } finally {
      reading = null;
    }
  }

  function heldOrder(index: ItemIndex, name: string): ItemOrder | null {
    if (held.revision !== index.revision) held = { revision: index.revision, orders: new Map() };
    const order = held.orders.get(name);
    if (order === undefined) return null;
    held.orders.delete(name);
    held.orders.set(name, order);
    return order;
  }

  return {
    /**
     * An order of the items; null until it has been read, which this starts. `isDear`: the database would sort so many items
     * for this search that it waits for what is being read, since both at once would only be later.
     */
    async of(index: ItemIndex, keys: readonly SortKey[], isDear: boolean): Promise<ItemOrder | null> {
      const name = orderName(keys);
      for (let waited = 0; waited <= readsWaitedFor; waited += 1) {
        const order = heldOrder(index, name);
        if (order !== null || stopped) return order;
        if (reading === null) {
          reading = read(index, keys);
          // The database answers the first search of an order sooner than the whole order can be read.
          if (waited === 0) return null;
        }
        if (!isDear) return null;
        await reading;
      }
      return null;
    },
    /** Settles when none is being read. */
    settled: async () => reading,
    async stop() {
      stopped = true;
      await reading;
    },
  };
}

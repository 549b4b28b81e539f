import type { Logger } from '../../../platform/log/log.ts';
import { ItemIndex } from './item-index.rules.ts';
import { createItemOrders } from './item-orders.cache.ts';
import { ItemTexts } from './item-texts.cache.ts';
import type { ItemRepository } from './items.repository.ts';

/** Beyond this the arrays would take more memory than a small machine has to spare: 200 MB. */
const mostItems = 1_500_000;
/** A build may take this part of the time at most, where items keep changing. */
const shareOfTime = 0.1;

/** Items in memory: their index, and the texts that were last asked for. */
export type HeldItems = { readonly index: ItemIndex; readonly texts: ItemTexts };

/**
 * The index of items in memory, as of the last revision that was read. Who uses it compares its revision with that of
 * the rows it reads; where they differ, the database answers and a new index is built meanwhile.
 */
export function createItemIndexCache(repository: ItemRepository, log: Logger) {
  let current: HeldItems | null = null;
  let building: Promise<void> | null = null;
  let notBeforeMs = 0;
  let stopped = false;
  const orders = createItemOrders(repository, log);

  async function build(): Promise<void> {
    const startedMs = performance.now();
    try {
      if ((await repository.roughCount()) > mostItems) {
        current = null;
        return;
      }
      const packed = await repository.packed();
      if (packed !== null) current = { index: new ItemIndex(packed), texts: new ItemTexts() };
    } catch (error) {
      if (!stopped) log.warn({ err: error }, 'o índice do catálogo em memória não se fez; a base de dados responde');
    } finally {
      const tookMs = performance.now() - startedMs;
      notBeforeMs = performance.now() + tookMs * (1 / shareOfTime - 1);
      building = null;
    }
  }

  return {
    current: () => current,
    /** Builds a new index, unless one is being built or the last one is too recent. */
    refresh(): void {
      if (stopped || building !== null || performance.now() < notBeforeMs) return;
      building = build();
    },
    orderOf: orders.of,
    /** Settles when no order is being read. */
    ordered: orders.settled,
    /** Builds one from the items as they are now. */
    async hold() {
      await building;
      building = build();
      await building;
    },
    async stop() {
      stopped = true;
      await building;
      await orders.stop();
    },
  };
}

export type ItemIndexCache = ReturnType<typeof createItemIndexCache>;

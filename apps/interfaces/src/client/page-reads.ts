import type { Provenance } from '@kianda/contract';
import { createContext, useContext, useLayoutEffect, useSyncExternalStore } from 'react';

/** Last answer of one read of the page, and whether its last attempt failed. */
export type ShownRead = { readonly provenance: Provenance | null; readonly failed: boolean };

/** The reads of a page together: where its figures come from, and one way to ask for all of them again. */
export type PageReads = ReturnType<typeof createPageReads>;

/** The registry that the reads of a page register with; listeners are told of every change. */
export function createPageReads() {
  const shown = new Map<string, ShownRead>();
  const listeners = new Set<() => void>();
  let list: readonly ShownRead[] = [];
  let turn = 0;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const update = () => {
    list = [...shown.values()];
    tell();
  };
  return {
    show(id: string, read: ShownRead): () => void {
      shown.set(id, read);
      update();
      return () => {
        // Replaced meanwhile by the same read's next answer: that one stays.
        if (shown.get(id) !== read) return;
        shown.delete(id);
        update();
      };
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    list: (): readonly ShownRead[] => list,
    /** How often the page was asked to read everything again. */
    turn: (): number => turn,
    refresh(): void {
      turn += 1;
      tell();
    },
  };
}

/** Outside of a page each read stands alone. */
const alone = createPageReads();
const PageReadsContext = createContext<PageReads>(alone);
export const PageReadsProvider = PageReadsContext.Provider;

/** The reads of the page around this component. */
export function usePageReads(): PageReads {
  return useContext(PageReadsContext);
}

/** Turn of the page, which every read asks again at. */
export function usePageTurn(): number {
  const reads = usePageReads();
  return useSyncExternalStore(reads.subscribe, reads.turn);
}

/** Registers an answer with the page. */
export function useShownRead(id: string, provenance: Provenance | undefined, failed: boolean): void {
  const reads = usePageReads();
  useLayoutEffect(() => {
    if (reads === alone || (provenance === undefined && !failed)) return undefined;
    return reads.show(id, { provenance: provenance ?? null, failed });
  }, [reads, id, provenance, failed]);
}

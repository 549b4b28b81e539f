import { useSyncExternalStore } from 'react';

/** A page of the guide by the name of its file, and a heading in it. */
export type GuidePlace = { readonly page: string; readonly heading?: string };
/** Content of the help: the present section's part of the guide, or a place in it. */
export type HelpView = { readonly place: GuidePlace | null };

let shown: HelpView | null = null;
const listeners = new Set<() => void>();

function set(next: HelpView | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Opens the help beside the page, on the present section or at a place of the guide. */
export function openHelp(place: GuidePlace | null = null): void {
  set({ place });
}

export function closeHelp(): void {
  set(null);
}

export function useHelpView(): HelpView | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => null,
  );
}

import { useSyncExternalStore } from 'react';

/** A page of the guide by the name of its file, and a heading in it. */
export type GuidePlace = { readonly page: string; readonly heading?: string };
/** Parts of the help, in the order of their tabs. */
export const helpTabs = ['page', 'guide', 'shortcuts', 'news'] as const;
export type HelpTab = (typeof helpTabs)[number];
/** Part of the help that is shown, and the place in the guide where that is it. */
export type HelpView = { readonly tab: HelpTab; readonly place: GuidePlace | null };

let shown: HelpView | null = null;
const listeners = new Set<() => void>();

function set(next: HelpView | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Opens the help beside the page: on the present section, at a place of the guide, or on another of its parts. */
export function openHelp(place: GuidePlace | null = null, tab: HelpTab = place === null ? 'page' : 'guide'): void {
  set({ tab, place });
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

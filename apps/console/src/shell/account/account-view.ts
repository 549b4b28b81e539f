import { useSyncExternalStore } from 'react';

export type AccountView = 'password' | 'two-step' | 'sessions' | 'api-keys' | 'settings' | 'notices';

let shown: AccountView | null = null;
const listeners = new Set<() => void>();

function set(next: AccountView | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Opens a dialog of the account from anywhere: menus that open it close at once and cannot hold it. */
export function openAccountView(view: AccountView): void {
  set(view);
}

export function closeAccountView(): void {
  set(null);
}

export function useAccountView(): AccountView | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => null,
  );
}

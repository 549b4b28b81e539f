import { useEffect } from 'react';

/** Dialogs of the page that hold text which is not saved. */
const holders = new Set<symbol>();

/** The browser asks before it leaves or reloads a page in which something is not saved. */
const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

/** Whether a dialog of the page holds text that is not saved. */
export const hasUnsavedText = (): boolean => holders.size > 0;

/** While `holds`, the page says that it has unsaved text: leaving or reloading it asks first. */
export function useUnsavedText(holds: boolean): void {
  useEffect(() => {
    if (!holds) return undefined;
    const holder = Symbol('unsaved');
    if (holders.size === 0) window.addEventListener('beforeunload', askFirst);
    holders.add(holder);
    return () => {
      holders.delete(holder);
      if (holders.size === 0) window.removeEventListener('beforeunload', askFirst);
    };
  }, [holds]);
}

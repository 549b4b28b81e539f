import { useEffect, useEffectEvent } from 'react';

/** A key of the page: `key` as the keyboard names it, and what it does in the words of the list. */
export type Shortcut = { readonly key: string; readonly label: string; readonly run: () => void };

const typed = 'input, textarea, select, [contenteditable="true"], [role="slider"], [role="textbox"], [role="combobox"]';

/** True where a key belongs to the field or dialog that has the focus, or to the browser. */
export function isTaken(
  event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'target' | 'defaultPrevented'>,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  const { target } = event;
  return target instanceof Element && (target.matches(typed) || target.closest('[role="dialog"]') !== null);
}

/** Runs the shortcut of a pressed key, unless a person is typing. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isTaken(event)) return;
    const found = shortcuts.find(({ key }) => key === event.key || key === event.key.toLowerCase());
    if (found === undefined) return;
    event.preventDefault();
    found.run();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

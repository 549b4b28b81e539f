import { useEffect, useRef } from 'react';

/** Runs `action` on a key: `mod+k` (Ctrl or Cmd) or a bare key such as `Escape`. Bare letters spare text fields. */
export function useShortcut(shortcut: string, action: () => void, enabled = true): void {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const key = shortcut.replace('mod+', '').toLowerCase();
    const needsModifier = shortcut.startsWith('mod+');
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || event.altKey) return;
      if (needsModifier !== (event.ctrlKey || event.metaKey)) return;
      if (!needsModifier && key.length === 1 && isTyping(event.target)) return;
      if (needsModifier) event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [shortcut, enabled]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

import { useCallback, useEffect, useRef } from 'react';

/** Open dialogs, the innermost last. */
const open: symbol[] = [];

/**
 * Returns whether this dialog is above all others: Escape fires in every open dialog, and only the uppermost may close.
 */
export function useTopDialog(): () => boolean {
  const own = useRef<symbol>(undefined);
  useEffect(() => {
    const id = Symbol('dialog');
    own.current = id;
    open.push(id);
    return () => {
      // Only after the event that closed this dialog has passed the others.
      setTimeout(() => open.splice(open.indexOf(id), 1));
    };
  }, []);
  return useCallback(() => open.at(-1) === own.current, []);
}

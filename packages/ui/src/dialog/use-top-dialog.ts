import { useCallback, useEffect, useRef } from 'react';
import { addOpenDialog, isTopDialog, removeOpenDialog } from './open-dialogs.ts';

/**
 * Returns whether this dialog is above all others: Escape fires in every open dialog, and only the uppermost may close.
 */
export function useTopDialog(): () => boolean {
  const own = useRef<symbol>(undefined);
  useEffect(() => {
    const id = Symbol('dialog');
    own.current = id;
    addOpenDialog(id);
    return () => {
      // Only after the event that closed this dialog has passed the others.
      setTimeout(() => removeOpenDialog(id));
    };
  }, []);
  return useCallback(() => isTopDialog(own.current), []);
}

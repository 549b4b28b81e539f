import { formatCoordinates } from '@kianda/format';
import { usePreferences } from '@kianda/ui';
import { useSyncExternalStore } from 'react';
import styles from './fleet-map.module.css';
import { fleetMapTexts as texts } from './texts.pt.ts';

type Position = readonly [lon: number, lat: number];

/** Where the pointer is. Kept outside the map's own state: it moves sixty times a second, and little depends on it. */
export function createPointer() {
  let position: Position | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => position,
    set(next: Position | null) {
      position = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
export type Pointer = ReturnType<typeof createPointer>;

export const usePointer = (pointer: Pointer): Position | null => useSyncExternalStore(pointer.subscribe, pointer.get);

/** Coordinates under the pointer. */
export function PointerReadout({ pointer }: { readonly pointer: Pointer }) {
  const position = usePointer(pointer);
  const { coordinates } = usePreferences();
  if (position === null) return null;
  return (
    <output className={`${styles.pointer} k-mono`} aria-label={texts.pointer}>
      {formatCoordinates(position, coordinates)}
    </output>
  );
}

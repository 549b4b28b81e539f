import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../shared/session-context.ts';
import { type AddressFields, type AddressState, readAddress, writeAddress } from './address.ts';

/** Changes part of the state; a function sees the state before. */
export type ChangeAddress<S> = (part: Partial<S> | ((state: S) => Partial<S>)) => void;

/** Longest that the address lags behind a map being dragged. */
const settleMs = 250;

/** Stores a view's fragment in the page's address and sends it to the console, so that a link restores the view. */
export function useStoredFragment(fragment: string, onFragment: (fragment: string) => void): void {
  const session = useSession();
  useEffect(() => {
    const timer = setTimeout(() => {
      // Replaced, not pushed: every drag of the map would be a step of the browser's history.
      history.replaceState(null, '', fragment === '' ? location.pathname + location.search : `#${fragment}`);
      session.shareState(fragment);
    }, settleMs);
    return () => clearTimeout(timer);
  }, [fragment, session]);

  useEffect(() => {
    const onHash = () => onFragment(location.hash);
    window.addEventListener('hashchange', onHash);
    return () => window.removeEventListener('hashchange', onHash);
  }, [onFragment]);
}

/** State of a page, stored in its address. Pass the same fields while nothing changes. */
export function useAddress<F extends AddressFields>(
  fields: F,
): readonly [state: AddressState<F>, change: ChangeAddress<AddressState<F>>, fragment: string] {
  const [state, setState] = useState(() => readAddress(fields, location.hash));
  const change = useCallback<ChangeAddress<AddressState<F>>>((part) => {
    setState((before) => ({ ...before, ...(typeof part === 'function' ? part(before) : part) }));
  }, []);
  const fragment = writeAddress(fields, state);
  useStoredFragment(
    fragment,
    useCallback((written: string) => setState(readAddress(fields, written)), [fields]),
  );
  return [state, change, fragment];
}

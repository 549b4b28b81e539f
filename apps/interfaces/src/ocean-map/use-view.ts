import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../shared/session-context.ts';
import { decodeView, encodeView, initialView, type ViewState } from './view-state.ts';

/** Changes part of the view; a function sees the view before. */
export type ChangeView = (part: Partial<ViewState> | ((view: ViewState) => Partial<ViewState>)) => void;

/** Longest that the address lags behind a map being dragged. */
const settleMs = 250;

/** The view of the page, stored in its address and sent to the console, so that a link restores it. */
export function useView(initial: ViewState = initialView): readonly [ViewState, ChangeView, fragment: string] {
  const session = useSession();
  const [view, setView] = useState(() => decodeView(location.hash, initial));
  const change = useCallback<ChangeView>((part) => {
    setView((before) => ({ ...before, ...(typeof part === 'function' ? part(before) : part) }));
  }, []);
  const fragment = encodeView(view, initial);

  useEffect(() => {
    const timer = setTimeout(() => {
      // Replaced, not pushed: every drag of the map would be a step of the browser's history.
      history.replaceState(null, '', fragment === '' ? location.pathname : `#${fragment}`);
      session.shareState(fragment);
    }, settleMs);
    return () => clearTimeout(timer);
  }, [fragment, session]);

  useEffect(() => {
    const onHash = () => setView(decodeView(location.hash, initial));
    window.addEventListener('hashchange', onHash);
    return () => window.removeEventListener('hashchange', onHash);
  }, [initial]);
  return [view, change, fragment];
}

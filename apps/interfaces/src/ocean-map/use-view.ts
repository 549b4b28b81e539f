import { useCallback, useState } from 'react';
import { useStoredFragment } from '../page-frame/use-address.ts';
import { decodeView, encodeView, initialView, type ViewState } from './view-state.ts';

/** Changes part of the view; a function sees the view before. */
export type ChangeView = (part: Partial<ViewState> | ((view: ViewState) => Partial<ViewState>)) => void;

/** The view of the page, stored in its address and sent to the console, so that a link restores it. */
export function useView(initial: ViewState = initialView): readonly [ViewState, ChangeView, fragment: string] {
  const [view, setView] = useState(() => decodeView(location.hash, initial));
  const change = useCallback<ChangeView>((part) => {
    setView((before) => ({ ...before, ...(typeof part === 'function' ? part(before) : part) }));
  }, []);
  const fragment = encodeView(view, initial);
  useStoredFragment(
    fragment,
    useCallback((written: string) => setView(decodeView(written, initial)), [initial]),
  );
  return [view, change, fragment];
}

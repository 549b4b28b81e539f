import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useId,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPageOrigins, type PageOrigins, type ShownOrigin } from './page-provenance.ts';

/** Loaded with the first value that has an origin, because its code is too large for the first load. */
const Words = lazy(() => import('./page-mark-words.tsx'));

export const PageContext = createContext<PageOrigins | null>(null);
export const nothing = () => () => undefined;
const unknown = () => null;

/** A page whose values share one mark: below it only what differs wears a badge. */
export function PageProvenance({ children }: { readonly children: ReactNode }) {
  const [origins] = useState(createPageOrigins);
  return <PageContext value={origins}>{children}</PageContext>;
}

/**
 * Registers the origin that a badge shows with the page; true where the page's mark already shows it. Always false
 * outside of a page.
 */
export function useShownByPageMark({ word, provenance }: ShownOrigin): boolean {
  const origins = useContext(PageContext);
  const id = useId();
  const said = useSyncExternalStore(origins?.subscribe ?? nothing, () => origins?.current()?.word === word);
  // Before the browser paints: a badge that the mark replaces must not flash.
  useLayoutEffect(() => origins?.show(id, { word, provenance }), [origins, id, word, provenance]);
  return said;
}

/** The one mark of a page: where its values come from, and how old they are. Nothing without values. */
export function PageMark() {
  const origins = useContext(PageContext);
  const origin = useSyncExternalStore(origins?.subscribe ?? nothing, origins?.current ?? unknown);
  return origin === null ? null : (
    <Suspense fallback={null}>
      <Words origin={origin} />
    </Suspense>
  );
}

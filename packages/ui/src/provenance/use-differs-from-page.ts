import { useContext, useId, useLayoutEffect, useSyncExternalStore } from 'react';
import { nothing, PageContext } from './page-mark.tsx';

/**
 * For an element of which no more is known than whether it is simulated: true where the page's mark does not say so already,
 * and then the mark leaves it out. Outside of a page only what is simulated differs.
 */
export function useDiffersFromPage(isSimulated: boolean): boolean {
  const origins = useContext(PageContext);
  const id = useId();
  const isPageSimulated = () => origins?.current()?.shown[0]?.provenance.state === 'simulated';
  const differs = useSyncExternalStore(origins?.subscribe ?? nothing, () => isPageSimulated() !== isSimulated);
  // Before the browser paints, as for badges.
  useLayoutEffect(() => (differs ? origins?.show(id, null) : undefined), [origins, id, differs]);
  return differs;
}

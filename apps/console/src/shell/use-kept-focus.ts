import { useEffect } from 'react';

/** Keeps the focus near where it was when its control is taken away; the code for it comes after the page stands. */
export function useKeptFocus(): void {
  useEffect(() => {
    let isGone = false;
    let stop = (): void => undefined;
    import('../platform/keep-focus.ts')
      .then(({ keepFocus }) => {
        if (!isGone) stop = keepFocus();
      })
      .catch((cause: unknown) => console.warn('kianda: parte por carregar', cause));
    return () => {
      isGone = true;
      stop();
    };
  }, []);
}

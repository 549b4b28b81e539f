import { useSyncExternalStore } from 'react';

const narrow = '(max-width: 720px)';

/** True when the page is as narrow as a telephone: panels become sheets. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(narrow);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(narrow).matches,
  );
}

import { lazy, Suspense, useSyncExternalStore } from 'react';
import { areNoticesNeeded, subscribeNotices } from './notices.ts';

const Toasts = lazy(() => import('./toasts.tsx'));

/** Shows notices; its code loads with the first of them. */
export function NoticeHost() {
  const isNeeded = useSyncExternalStore(subscribeNotices, areNoticesNeeded, () => false);
  return isNeeded ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}

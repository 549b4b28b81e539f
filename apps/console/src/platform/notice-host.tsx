import { ErrorBoundary } from '@kianda/ui';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { areNoticesNeeded, lastNotice, subscribeNotices } from './notices.ts';

const Toasts = lazy(() => import('./toasts.tsx'));

/** The last notice as plain text, where what draws them did not arrive. */
function PlainNotices() {
  const notice = useSyncExternalStore(subscribeNotices, lastNotice, () => null);
  return <p role="status">{notice?.message}</p>;
}

/** Shows notices; its code loads with the first of them. */
export function NoticeHost() {
  const isNeeded = useSyncExternalStore(subscribeNotices, areNoticesNeeded, () => false);
  return isNeeded ? (
    <ErrorBoundary fallback={() => <PlainNotices />}>
      <Suspense fallback={null}>
        <Toasts />
      </Suspense>
    </ErrorBoundary>
  ) : null;
}

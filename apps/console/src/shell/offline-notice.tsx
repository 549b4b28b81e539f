import { IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useApplication } from '../client/context.tsx';
import styles from './offline-notice.module.css';
import { shellTexts } from './texts.pt.ts';

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Says that what is shown comes from this browser, while there is no network or the server is out of reach. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const { reachability } = useApplication();
  const isReachable = useSyncExternalStore(reachability.subscribe, reachability.isReachable, () => true);
  return (
    <div role="status">
      {isOnline && isReachable ? null : (
        <p className={styles.notice}>
          <IconWifiOff size={16} aria-hidden="true" />
          {isOnline ? shellTexts.unreachable : shellTexts.offline}
        </p>
      )}
    </div>
  );
}

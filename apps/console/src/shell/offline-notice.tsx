import { IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
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

/** Says that what is shown comes from this browser, while there is no network. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {isOnline ? null : (
        <p className={styles.notice}>
          <IconWifiOff size={16} aria-hidden="true" />
          {shellTexts.offline}
        </p>
      )}
    </div>
  );
}

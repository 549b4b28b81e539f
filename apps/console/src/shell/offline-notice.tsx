import { IconWifiOff } from '@tabler/icons-react';
import { useConnection } from '../client/use-connection.ts';
import styles from './offline-notice.module.css';
import { shellTexts } from './texts.pt.ts';

/** Says that what is shown comes from this browser, while there is no network or the server is out of reach. */
export function OfflineNotice() {
  const connection = useConnection();
  return (
    <div role="status">
      {connection === 'connected' ? null : (
        <p className={styles.notice}>
          <IconWifiOff size={16} aria-hidden="true" />
          {shellTexts[connection]}
        </p>
      )}
    </div>
  );
}

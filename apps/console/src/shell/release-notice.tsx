import { useEffect, useState } from 'react';
import { useApplication } from '../client/context.tsx';
import { watchRelease } from '../platform/release-watch.ts';
import styles from './offline-notice.module.css';
import { shellTexts } from './texts.pt.ts';

/** Says that there is a new release of the console. Text in open dialogs is not lost: the browser asks before it reloads. */
export function ReleaseNotice() {
  const { clock } = useApplication();
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => watchRelease(window, clock, () => setOutdated(true)), [clock]);
  return (
    <div role="status">
      {isOutdated ? (
        <p className={styles.notice}>
          <span>{shellTexts.newRelease}</span>
          <button type="button" className={styles.act} onClick={() => window.location.reload()}>
            {shellTexts.reload}
          </button>
        </p>
      ) : null}
    </div>
  );
}

import { RelativeTime } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useAccount, useApplication } from '../client/context.tsx';
import type { QueuedWrite } from '../client/outbox.ts';
import styles from './header.module.css';
import { shellTexts } from './texts.pt.ts';

/** Queued writes with their reasons, to be sent now or discarded. */
export function OutboxList({ writes }: { readonly writes: readonly QueuedWrite[] }) {
  const { outbox } = useApplication();
  const { id: account } = useAccount();
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = (work: Promise<void>) => {
    setFailure(null);
    work.catch((cause: unknown) => setFailure(cause instanceof Error ? cause.message : String(cause)));
  };
  return (
    <section aria-label={shellTexts.queuedTitle}>
      <h2 className={styles.dropTitle}>{shellTexts.queuedTitle}</h2>
      <p className={styles.alertTime}>{shellTexts.queuedBody}</p>
      {failure === null ? null : <p role="alert">{failure}</p>}
      <ul className={styles.alerts}>
        {writes.map((write) => (
          <li key={write.id} className={styles.alert}>
            <span />
            <div>
              <p className={styles.alertTitle}>{write.summary}</p>
              <p className={styles.alertText}>
                {write.refusal === undefined ? shellTexts.queuedWaiting : shellTexts.queuedRefused(write.refusal)}
              </p>
              <p className={styles.alertTime}>
                <RelativeTime at={write.queuedAt} />
              </p>
              <Group gap="xs" mt={6}>
                <Button size="compact-sm" variant="default" onClick={() => attempt(outbox.retry(account, write.id))}>
                  {shellTexts.queuedRetry}
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  onClick={() => attempt(outbox.discard(write.id))}
                >
                  {shellTexts.queuedDiscard}
                </Button>
              </Group>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

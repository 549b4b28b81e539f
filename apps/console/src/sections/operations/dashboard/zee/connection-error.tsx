import { Button } from '@mantine/core';
import { zeeTexts } from './texts.pt.ts';
import styles from './zee.module.css';

type Props = { readonly detail: string; readonly onRetry: () => void; readonly isRetrying: boolean };

/** The server did not answer: what happened, what the cards show meanwhile, and the way to try again. */
export function ConnectionError({ detail, onRetry, isRetrying }: Props) {
  return (
    <section className={styles.failure} role="alert">
      <div>
        <h2 className={styles.failureTitle}>{zeeTexts.failure.title}</h2>
        <p>{zeeTexts.failure.message(detail)}</p>
        <p className={styles.failureNote}>{zeeTexts.failure.note}</p>
      </div>
      <Button variant="default" onClick={onRetry} loading={isRetrying}>
        {zeeTexts.failure.retry}
      </Button>
    </section>
  );
}

import { Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import styles from './error-card.module.css';
import { errorTexts } from './error-texts.pt.ts';

type Props = { readonly error: Error; readonly onRetry: () => void };

/** Card in place of a screen that failed to draw. */
export function ErrorCard({ error, onRetry }: Props) {
  return (
    <section className={styles.card} role="alert">
      <h2 className={styles.title}>
        <IconAlertTriangle size={20} aria-hidden="true" />
        {errorTexts.title}
      </h2>
      <p>{errorTexts.body}</p>
      <p className={styles.causesTitle}>{errorTexts.causesTitle}</p>
      <ul className={styles.causes}>
        {errorTexts.causes.map((cause) => (
          <li key={cause}>{cause}</li>
        ))}
      </ul>
      <Group gap="sm">
        <Button onClick={onRetry}>{errorTexts.retry}</Button>
        <Button variant="default" onClick={() => window.location.reload()}>
          {errorTexts.reload}
        </Button>
        <Button variant="default" component="a" href="/" target="_blank" rel="noopener">
          {errorTexts.openNew}
        </Button>
      </Group>
      <details className={styles.details}>
        <summary>{errorTexts.details}</summary>
        <pre>{error.stack ?? error.message}</pre>
      </details>
    </section>
  );
}

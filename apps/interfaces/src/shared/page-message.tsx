import { Button } from '@mantine/core';
import styles from './page-message.module.css';

type Props = {
  readonly title: string;
  readonly message?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
};

/** The whole page as one message: while it opens, or why it cannot. */
export function PageMessage({ title, message, action }: Props) {
  return (
    <main className={styles.page} role={message === undefined ? 'status' : 'alert'}>
      <h1 className={styles.title}>{title}</h1>
      {message === undefined ? null : <p className={styles.message}>{message}</p>}
      {action === undefined ? null : (
        <Button variant="default" onClick={action.run}>
          {action.label}
        </Button>
      )}
    </main>
  );
}

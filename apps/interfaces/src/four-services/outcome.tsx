import type { ReactNode } from 'react';
import styles from './four-services.module.css';

type Props = { readonly isRunning: boolean; readonly failure: string | null; readonly children: ReactNode };

/** Buttons of a write, and why the last one failed. */
export function Outcome({ failure, children }: Props) {
  return (
    <div className={styles.outcome}>
      {children}
      {failure === null ? null : (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </div>
  );
}

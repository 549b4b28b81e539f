import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './auto-alerts.module.css';

/** Adds one more to the list of a panel. */
export function AddButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button size="xs" leftSection={<IconPlus size={15} aria-hidden="true" />} onClick={onClick}>
      {label}
    </Button>
  );
}

/** A line of short facts of an entry. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <span className={styles.facts}>{children}</span>;
}

type EntryProps = {
  /** Its name and how it stands. */
  readonly name: ReactNode;
  readonly failure?: string | null;
  readonly buttons?: readonly EntryButton[];
  readonly children?: ReactNode;
};

export type EntryButton = {
  readonly label: string;
  /** With what it is done to. */
  readonly full: string;
  readonly isRunning?: boolean;
  readonly act: () => void;
};

/** One of a panel's list: what it is on one side, what can be done with it on the other. */
export function Entry({ name, failure = null, buttons = [], children }: EntryProps) {
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <span className={styles.name}>{name}</span>
        {children}
        {failure === null ? null : (
          <p className={styles.warning} role="alert">
            {failure}
          </p>
        )}
      </div>
      {buttons.length === 0 ? null : (
        <div className={styles.buttons}>
          {buttons.map(({ label, full, isRunning = false, act }) => (
            <Button key={full} variant="default" size="xs" aria-label={full} loading={isRunning} onClick={act}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './card.module.css';

type Props = {
  /** Name of the list that the way back leads to. */
  readonly back: string;
  readonly onBack: () => void;
  /** Further actions of the thing. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** Page of one thing of a list: the way back, its actions, its panels. */
export function Card({ back, onBack, actions, children }: Props) {
  return (
    <>
      <div className={styles.head}>
        <Button variant="default" size="xs" leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
          {back}
        </Button>
        {actions}
      </div>
      {children}
    </>
  );
}

/** A wide panel with a narrower one, or several, at its side; below each other on narrow screens. */
export function CardColumns({ children }: { readonly children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}

/** Panels below each other in one of the columns. */
export function CardSide({ children }: { readonly children: ReactNode }) {
  return <div className={styles.side}>{children}</div>;
}

import { named } from '@kianda/ui';
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import list from '../../../shared/item-list.module.css';
import styles from '../page.module.css';

type Props = {
  readonly name: string;
  /** Instant that tells it from another of the same name. */
  readonly at: string;
  readonly onOpen: () => void;
  /** Below the name. */
  readonly facts: ReactNode;
  /** Beside the name: how it stands. */
  readonly children: ReactNode;
};

/** One of a list of orders: its name opens it. */
export function NamedItem({ name, at, onOpen, facts, children }: Props) {
  return (
    <li className={list.item}>
      <div className={styles.stack}>
        <Anchor component="button" type="button" ta="start" aria-label={named(name, at)} onClick={onOpen}>
          {name}
        </Anchor>
        <span className={styles.quiet}>{facts}</span>
      </div>
      {children}
    </li>
  );
}

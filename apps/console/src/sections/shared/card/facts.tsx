import { UNKNOWN } from '@kianda/format';
import type { ReactNode } from 'react';
import styles from './card.module.css';

/** Facts of one thing, one below the other. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

export type FactProps = {
  readonly label: string;
  /** Why it is not known. */
  readonly reason: string;
  readonly children: ReactNode;
};

/** One fact of a thing; '—' with the reason where it is not known. */
export function Fact({ label, reason, children }: FactProps) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children ?? <abbr title={reason}>{UNKNOWN}</abbr>}</dd>
    </>
  );
}

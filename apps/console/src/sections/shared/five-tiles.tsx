import type { ReactNode } from 'react';
import styles from './five-tiles.module.css';

/** Five tiles: one row on a wide screen, two beside each other on a telephone. */
export function FiveTiles({ children }: { readonly children: ReactNode }) {
  return <div className={styles.tiles}>{children}</div>;
}

import type { ReactNode } from 'react';
import styles from './panel.module.css';

type Props = {
  readonly title: string;
  /** Why there is nothing, and what would bring something. */
  readonly children?: ReactNode;
  readonly icon?: ReactNode;
  /** The next step. */
  readonly action?: ReactNode;
};

/** Explains why there is nothing to show, with the next step. */
export function EmptyState({ title, children, icon, action }: Props) {
  return (
    <div className={styles.empty}>
      {icon === undefined ? null : (
        <span className={styles.emptyIcon} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={styles.emptyTitle}>{title}</p>
      {children === undefined ? null : <div className={styles.emptyText}>{children}</div>}
      {action === undefined ? null : <div className={styles.emptyAction}>{action}</div>}
    </div>
  );
}

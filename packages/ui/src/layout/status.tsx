import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './layout.module.css';

export type StatusTone = 'good' | 'caution' | 'bad' | 'unknown' | 'attention' | 'info';

/** A state in words with a shape of its own, so that it reads without colour. */
export function StatusPill({ tone, children }: { readonly tone: StatusTone; readonly children: ReactNode }) {
  return (
    <span className={cx(styles.status, styles[tone])}>
      <StatusMark tone={tone} />
      {children}
    </span>
  );
}

/** Circle, triangle, square or ring. */
export function StatusMark({ tone, size = 10 }: { readonly tone: StatusTone; readonly size?: number }) {
  return (
    <svg viewBox="0 0 10 10" width={size} height={size} aria-hidden="true" className={cx(styles.mark, styles[tone])}>
      {tone === 'good' ? <circle cx="5" cy="5" r="4" fill="currentColor" /> : null}
      {tone === 'caution' ? <path d="M5 .8 9.6 9.2H.4Z" fill="currentColor" /> : null}
      {tone === 'bad' || tone === 'attention' ? (
        <rect x="1" y="1" width="8" height="8" rx="1.4" fill="currentColor" />
      ) : null}
      {tone === 'info' ? <path d="M5 .6 9.4 5 5 9.4.6 5Z" fill="currentColor" /> : null}
      {tone === 'unknown' ? <circle cx="5" cy="5" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.6" /> : null}
    </svg>
  );
}

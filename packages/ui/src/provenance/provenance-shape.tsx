import type { Provenance } from '@kianda/contract';
import styles from './provenance-badge.module.css';

/** One shape per state: colour alone would leave colour-blind readers guessing. */
export function ProvenanceShape({ state }: { readonly state: Provenance['state'] }) {
  return (
    <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true" className={styles.mark}>
      {state === 'configured' ? (
        <path d="M5 1 9 5 5 9 1 5Z" fill="none" stroke="currentColor" strokeWidth="1.5" />
      ) : null}
      {state === 'live' ? <circle cx="5" cy="5" r="4" fill="currentColor" /> : null}
      {state === 'cached' ? (
        <path d="M5 1a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0 2v2.2l1.5 1" fill="none" stroke="currentColor" strokeWidth="1.5" />
      ) : null}
      {state === 'simulated' ? (
        <rect
          x="1.5"
          y="1.5"
          width="7"
          height="7"
          rx="1"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeDasharray="2 1.2"
        />
      ) : null}
      {state === 'fallback' ? <path d="M5 1 9.4 9H.6Z" fill="currentColor" /> : null}
    </svg>
  );
}

import type { Provenance } from '@kianda/contract';
import { Tooltip } from '@mantine/core';
import { cx } from '../cx.ts';
import { usePreferences } from '../preferences/preferences.tsx';
import { uiTexts } from '../texts.pt.ts';
import { useNow } from '../time/now.tsx';
import { provenanceDetails, provenanceWord } from './describe.ts';
import styles from './provenance-badge.module.css';

type Props = {
  readonly provenance: Provenance;
  /** Mark alone, for dense rows: the word stays for screen readers and in the details. */
  readonly compact?: boolean;
};

/** Where a value comes from, in one word; source, observation and retrieval on hover, focus or touch. */
export function ProvenanceBadge({ provenance, compact = false }: Props) {
  const now = useNow(10);
  const { timeZone } = usePreferences();
  const word = provenanceWord(provenance, now);
  return (
    <Tooltip
      w={300}
      label={
        <span className={styles.details}>
          <strong>{word}</strong>
          <span className={styles.explain}>{explanationOf(provenance)}</span>
          {provenanceDetails(provenance, now, timeZone).map(([label, value]) => (
            <span key={label} className={styles.row}>
              <span>{label}</span>
              <span>{value}</span>
            </span>
          ))}
        </span>
      }
    >
      <button type="button" className={cx(styles.badge, styles[provenance.state])}>
        <Mark state={provenance.state} />
        <span className="k-visually-hidden">{uiTexts.provenance.label(word)}</span>
        {compact ? null : <span aria-hidden="true">{word}</span>}
      </button>
    </Tooltip>
  );
}

/** What the state means; a copy of a simulated value is no copy of a real one. */
function explanationOf(provenance: Provenance): string {
  const { explain, cachedSimulated } = uiTexts.provenance;
  return provenance.state === 'cached' && provenance.seed !== undefined ? cachedSimulated : explain[provenance.state];
}

/** One shape per state: colour alone would leave colour-blind readers guessing. */
function Mark({ state }: { readonly state: Provenance['state'] }) {
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

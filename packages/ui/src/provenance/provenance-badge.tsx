import type { Provenance } from '@kianda/contract';
import { cx } from '../cx.ts';
import { HintButton } from '../hint/hint-button.tsx';
import { usePreferences } from '../preferences/preferences.tsx';
import { uiTexts } from '../texts.pt.ts';
import { useNow } from '../time/now.tsx';
import { provenanceDetails, provenanceWord } from './describe.ts';
import { useShownByPageMark } from './page-mark.tsx';
import styles from './provenance-badge.module.css';
import { ProvenanceShape } from './provenance-shape.tsx';

type Props = {
  readonly provenance: Provenance;
  /** Mark alone, for dense rows: the word stays for screen readers and in the details. */
  readonly compact?: boolean;
};

/**
 * Origin of a value in one word; source, observation and retrieval on hover, focus or touch. Where the mark of the page
 * shows the same, the badge is hidden but still read by screen readers.
 */
export function ProvenanceBadge({ provenance, compact = false }: Props) {
  const now = useNow(10);
  const { timeZone } = usePreferences();
  const word = provenanceWord(provenance, now);
  const isSaid = useShownByPageMark({ word, provenance });
  if (isSaid) return <span className="k-visually-hidden">{uiTexts.provenance.label(word)}</span>;
  return (
    <HintButton
      className={cx(styles.badge, styles[provenance.state])}
      hintWidth={300}
      hint={
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
      <ProvenanceShape state={provenance.state} />
      <span className="k-visually-hidden">{uiTexts.provenance.label(word)}</span>
      {compact ? null : <span aria-hidden="true">{word}</span>}
    </HintButton>
  );
}

/** Meaning of the state; a copy of a simulated value is no copy of a real one. */
function explanationOf(provenance: Provenance): string {
  const { explain, cachedSimulated } = uiTexts.provenance;
  return provenance.state === 'cached' && provenance.seed !== undefined ? cachedSimulated : explain[provenance.state];
}

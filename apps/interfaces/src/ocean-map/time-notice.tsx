import { Button } from '@mantine/core';
import { type DrawnBase, describeBase } from './layers.ts';
import styles from './ocean-page.module.css';
import { mapPageTexts as texts } from './texts.pt.ts';
import type { Dates } from './use-frames.ts';

/** In place of the time bar: dates on their way, not obtained, or none yet. */
export function TimeNotice({ dates, base }: { readonly dates: Dates; readonly base: DrawnBase }) {
  const { sourced, error, refresh } = dates.source;
  if (sourced === undefined && error === null) return <p className={styles.notice}>{texts.loadingDates}</p>;
  if (error !== null) {
    return (
      <div className={styles.notice} role="alert">
        <span>
          {texts.datesFailed} {error.message}
        </span>
        <Button variant="default" size="xs" onClick={refresh}>
          {texts.retry}
        </Button>
      </div>
    );
  }
  const provenance = sourced?.provenance;
  const reason = provenance?.state === 'fallback' ? provenance.reason : texts.noDates(describeBase(base).label);
  return (
    <p className={styles.notice}>
      {reason} {texts.chooseAnother}
    </p>
  );
}

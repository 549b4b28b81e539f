import { formatCount, formatDate } from '@kianda/format';
import { Instant, PanelFailure, ProvenanceBadge } from '@kianda/ui';
import { absenceReason } from '../../../shared/absence.ts';
import styles from './fleet-map.module.css';
import { radarTexts as texts } from './radar-texts.pt.ts';
import type { Radar } from './use-radar.ts';

/** How many vessels radar alone saw, when and by whom; or why there are none to show. */
export function RadarLegend({ radar: { isOn, result, value } }: { readonly radar: Radar }) {
  if (!isOn) return null;
  if (value === undefined)
    return result.error === null ? (
      <p className={styles.note}>{texts.waiting}</p>
    ) : (
      <PanelFailure error={result.error} onRetry={result.refresh} />
    );
  if (value.from === null || value.to === null)
    return <p role="status">{absenceReason(result.sourced) ?? texts.none}</p>;
  return (
    <div className={styles.legend}>
      <p role="status">
        <strong>{texts.seen(formatCount(value.detections, texts.one, texts.many))}</strong>{' '}
        {result.sourced === undefined ? null : <ProvenanceBadge provenance={result.sourced.provenance} />}
      </p>
      <p className={styles.note}>
        {texts.period(formatDate(value.from, 'UTC'), formatDate(value.to, 'UTC'))}{' '}
        {value.retrievedAt === null ? null : <Instant at={value.retrievedAt} words={texts.fetched} />}{' '}
        {value.truncated ? texts.truncated : null} {texts.meaning}
      </p>
    </div>
  );
}

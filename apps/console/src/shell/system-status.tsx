import { systemHealth } from '@kianda/contract/health/health.contract';
import { formatClock, StatusMark, type StatusTone, timeZones, usePreferences } from '@kianda/ui';
import { useEndpoint } from '../client/use-endpoint.ts';
import styles from './header.module.css';
import { shellTexts } from './texts.pt.ts';
import { useOpenSection } from './use-section.ts';

const tones = { healthy: 'good', warning: 'caution', error: 'bad', unknown: 'unknown' } as const satisfies Record<
  string,
  StatusTone
>;

/** State of the system as the server measures it, asked every 30 s. What cannot be asked is unknown, never healthy. */
export function SystemStatus() {
  const health = useEndpoint(systemHealth, {}, { refetchSeconds: 30 });
  const open = useOpenSection();
  const { timeZone } = usePreferences();
  const provenance = health.sourced?.provenance.state;
  const isCurrent =
    health.error === null && provenance !== undefined && provenance !== 'cached' && provenance !== 'fallback';
  const status = isCurrent ? (health.sourced?.value.overall_status ?? 'unknown') : 'unknown';
  const label = shellTexts.status[status];
  const updated =
    health.sourced === undefined
      ? shellTexts.status.never
      : shellTexts.status.lastUpdate(
          `${formatClock(health.sourced.value.timestamp, timeZone)} (${timeZones[timeZone]})`,
        );
  return (
    <button
      type="button"
      className={styles.status}
      title={`${label}. ${updated}`}
      onClick={() => open('system-health')}
    >
      <StatusMark tone={tones[status]} size={11} />
      <span className={styles.statusWords}>
        <span className={styles.statusLabel}>{label}</span> <span className={styles.statusTime}>{updated}</span>
      </span>
      <span className="k-visually-hidden"> {shellTexts.status.open}</span>
    </button>
  );
}

import { allows } from '@kianda/contract';
import { systemHealth } from '@kianda/contract/operations/health/health.contract';
import { formatClock, timeZones } from '@kianda/format';
import { StatusMark, type StatusTone, usePreferences } from '@kianda/ui';
import { useAccount } from '../client/context.tsx';
import { useEndpoint } from '../client/use-endpoint.ts';
import { findSection } from '../sections/sections.ts';
import styles from './header.module.css';
import { shellTexts } from './texts.pt.ts';
import { useOpenSection } from './use-section.ts';

const tones = { healthy: 'good', warning: 'caution', error: 'bad', unknown: 'unknown' } as const satisfies Record<
  string,
  StatusTone
>;

const healthSection = 'system-health';

/** State of the system as the server measures it, asked every 30 s. What cannot be asked is unknown, never healthy. */
export function SystemStatus() {
  const health = useEndpoint(systemHealth, {}, { refetchSeconds: 30 });
  const open = useOpenSection();
  const { role } = useAccount();
  const section = findSection(healthSection);
  const mayOpen = section !== undefined && allows(section.access, role);
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
  const words = (
    <>
      <StatusMark tone={tones[status]} size={11} />
      <span className={styles.statusWords}>
        <span className={styles.statusLabel}>{label}</span> <span className={styles.statusTime}>{updated}</span>
      </span>
    </>
  );
  const title = `${label}. ${updated}`;
  if (!mayOpen) {
    return (
      <div className={styles.status} title={title}>
        {words}
      </div>
    );
  }
  return (
    <button type="button" className={styles.status} title={title} onClick={() => open(healthSection)}>
      {words}
      <span className="k-visually-hidden"> {shellTexts.status.open}</span>
    </button>
  );
}

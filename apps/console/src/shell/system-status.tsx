import { allows } from '@kianda/contract';
import { formatClock, timeZones } from '@kianda/format';
import { StatusMark, usePreferences } from '@kianda/ui';
import { useAccount } from '../client/context.tsx';
import { findSection } from '../sections/sections.ts';
import { conditionTones } from '../sections/shared/condition/condition-line.tsx';
import { useCondition } from '../sections/shared/condition/use-condition.ts';
import styles from './header.module.css';
import { shellTexts } from './texts.pt.ts';
import { useOpenSection } from './use-section.ts';

const healthSection = 'system-health';

/** State of the system as the server computes it, asked every 30 s. What cannot be asked is unknown, never healthy. */
export function SystemStatus() {
  const condition = useCondition();
  const open = useOpenSection();
  const { role } = useAccount();
  const section = findSection(healthSection);
  const mayOpen = section !== undefined && allows(section.access, role);
  const { timeZone } = usePreferences();
  const level = condition?.level ?? 'unknown';
  const label = shellTexts.status[level];
  const checkedAt = condition?.checkedAt ?? null;
  const updated =
    checkedAt === null
      ? shellTexts.status.never
      : shellTexts.status.lastUpdate(`${formatClock(checkedAt, timeZone)} (${timeZones[timeZone]})`);
  const words = (
    <>
      <StatusMark tone={conditionTones[level]} size={11} />
      <span className={styles.statusWords}>
        <span className={styles.statusLabel}>{label}</span> <span className={styles.statusTime}>{updated}</span>
      </span>
    </>
  );
  const title = [label, condition?.sentence, updated].filter((part) => part !== undefined).join('. ');
  if (!mayOpen) {
    return (
      <div className={styles.status} title={title}>
        {words}
      </div>
    );
  }
  // The sentence describes and does not name: it is long, and whoever passes by hears the name at every round.
  return (
    <button type="button" className={styles.status} title={title} onClick={() => open(healthSection)}>
      {words}
      <span className="k-visually-hidden"> {shellTexts.status.open}</span>
    </button>
  );
}

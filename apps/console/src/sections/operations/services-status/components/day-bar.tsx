import { formatCount, formatQuantity } from '@kianda/format';
import { SkeletonBar } from '@kianda/ui';
import type { History } from '../api/use-status.ts';
import { statusTexts } from '../texts.pt.ts';
import styles from './day-bar.module.css';

const texts = statusTexts.card;
const slots = 90;

/** Ninety days side by side, the last at the right; days without checks, and those with unknown time, are drawn empty. */
export function DayBar({ name, days }: { readonly name: string; readonly days: History['days'] | undefined }) {
  if (days === undefined) return <SkeletonBar width="100%" height={24} />;
  if (days.length === 0) return <p className={styles.none}>{texts.noHistory}</p>;
  const shown = days.slice(-slots);
  const first = slots - shown.length;
  const label = texts.history(name, formatCount(shown.length, 'dia', 'dias'));
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.bar}
      viewBox={`0 0 ${slots * 4} 24`}
      preserveAspectRatio="none"
    >
      {Array.from({ length: first }, (_, slot) => slot).map((slot) => (
        <rect key={slot} x={slot * 4} y={0} width={3} height={24} className={styles.empty} />
      ))}
      {shown.map(({ day, checks, offline, warning, maintenance, unknown }, index) => (
        <rect
          key={day}
          x={(first + index) * 4}
          y={0}
          width={3}
          height={24}
          className={
            offline > 0
              ? styles.down
              : warning > 0
                ? styles.degraded
                : maintenance > 0
                  ? styles.planned
                  : unknown > 0
                    ? styles.empty
                    : styles.good
          }
        >
          <title>
            {offline === 0 && unknown > 0
              ? texts.dayUnknown(day, formatQuantity(unknown, '%'))
              : offline === 0 && maintenance > 0
                ? texts.dayPlanned(day, formatQuantity(maintenance, '%'))
                : texts.dayTitle(day, String(checks), formatQuantity(offline, '%'))}
          </title>
        </rect>
      ))}
    </svg>
  );
}

import { formatInstant, formatNumber } from '@kianda/format';
import { usePreferences } from '@kianda/ui';
import type { Check } from '../api/use-system-health.ts';
import { healthTexts } from '../texts.pt.ts';
import styles from './check-bar.module.css';

const texts = healthTexts.components;
const wholeNumber = { maxDecimals: 0 } as const;
/** Height of a mark by state, so that the bar reads without colour. */
const heights = { online: 20, warning: 14, offline: 7 } as const;
const step = 3;
const height = 20;

type Props = { readonly name: string; readonly checks: readonly Check[]; readonly slots: number };

/** The newest checks of one component, oldest at the left; a missing check leaves its place empty. */
export function CheckBar({ name, checks, slots }: Props) {
  const { timeZone } = usePreferences();
  const count = (status: Check['status']) =>
    formatNumber(checks.filter((check) => check.status === status).length, wholeNumber);
  const first = slots - checks.length;
  return (
    <svg
      role="img"
      aria-label={texts.bar(name, {
        count: formatNumber(checks.length, wholeNumber),
        online: count('online'),
        warning: count('warning'),
        offline: count('offline'),
      })}
      className={styles.bar}
      viewBox={`0 0 ${slots * step} ${height}`}
      preserveAspectRatio="none"
    >
      {first > 0 ? (
        <path className={styles.empty} d={`M0 ${height - 1.5}H${first * step}`} strokeDasharray={`${step - 1} 1`} />
      ) : null}
      {checks.map((check, index) => (
        <rect
          key={check.at}
          className={styles[check.status]}
          x={(first + index) * step}
          y={height - heights[check.status]}
          width={step - 1}
          height={heights[check.status]}
        >
          <title>{`${formatInstant(check.at, timeZone, true)}: ${texts[check.status]}`}</title>
        </rect>
      ))}
    </svg>
  );
}

import type { SystemLevel } from '@kianda/contract/operations/health/condition';
import { SkeletonBar, StatusMark, type StatusTone } from '@kianda/ui';
import styles from './condition-line.module.css';
import { conditionTexts } from './texts.pt.ts';
import { useCondition } from './use-condition.ts';

/** Mark of each level, for every place that shows one. */
export const conditionTones = {
  healthy: 'good',
  warning: 'caution',
  error: 'bad',
  unknown: 'unknown',
} as const satisfies Record<SystemLevel, StatusTone>;

/** The health sentence on a line of its own. */
export function ConditionLine() {
  const condition = useCondition();
  if (condition === undefined) return <SkeletonBar width="320px" />;
  return (
    <p className={styles.line} role="status" aria-label={conditionTexts.region} data-state={condition.level}>
      <StatusMark tone={conditionTones[condition.level]} size={14} />
      <strong>{condition.word}</strong>
      <span>{condition.sentence}</span>
    </p>
  );
}

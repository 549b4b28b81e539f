import type { CriteriaPlan, Judge } from '@kianda/contract/space/spatial/criteria-plan';
import { formatNumber, formatQuantity } from '@kianda/format';
import type { Priorities } from '@kianda/science/spatial/criteria/ahp';
import { PanelFrame } from '@kianda/ui';
import { Button } from '@mantine/core';
import { keyOf, labelOf } from '../criterion.rules.ts';
import styles from '../page.module.css';
import { nearestStep, withJudgement } from '../plan.rules.ts';
import { judgementTexts as texts } from '../texts.pt.ts';
import { stepText } from './judgement-matrix.tsx';

type Props = {
  readonly plan: CriteriaPlan;
  readonly judge: Judge;
  readonly priorities: Priorities;
  readonly onChange: (judge: Judge) => void;
};

/** The weights that follow from the comparisons, whether they agree, and the one that does not. */
export function WeightsPanel({ plan, judge, priorities, onChange }: Props) {
  return (
    <PanelFrame id="pesos" title={texts.weightsOf(judge.name)}>
      <div className={styles.stack}>
        <WeightBars plan={plan} weights={priorities.weights} />
        <Consistency plan={plan} judge={judge} priorities={priorities} onChange={onChange} />
      </div>
    </PanelFrame>
  );
}

/** A weight for each criterion, as share and bar. */
function WeightBars({ plan, weights }: { readonly plan: CriteriaPlan; readonly weights: ArrayLike<number> }) {
  return (
    <dl className={styles.weights}>
      {plan.criteria.map((criterion, place) => {
        const percent = 100 * (weights[place] ?? 0);
        return (
          <div key={keyOf(criterion)} style={{ display: 'contents' }}>
            <dt>{labelOf(criterion)}</dt>
            <dd aria-hidden="true">
              <span className={styles.track}>
                <span style={{ width: `${percent}%` }} />
              </span>
            </dd>
            <dd>{formatQuantity(percent, '%', { decimals: 1 })}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The consistency ratio in words, with the pair that fits least and the step that would fit. */
function Consistency({ plan, judge, priorities, onChange }: Props) {
  const { consistencyRatio, acceptableRatio, worstPair } = priorities;
  const size = plan.criteria.length;
  const decimals = { decimals: 2 } as const;
  if (size < 3) return <p className={styles.quiet}>{texts.two}</p>;
  if (consistencyRatio === null) return <p className={styles.quiet}>{texts.noRatio}</p>;
  const [ratio, limit] = [formatNumber(consistencyRatio, decimals), formatNumber(acceptableRatio, decimals)];
  const isConsistent = consistencyRatio <= acceptableRatio;
  const labelAt = (place: number) => {
    const criterion = plan.criteria[place];
    return criterion === undefined ? '' : labelOf(criterion);
  };
  const fit = worstPair === null ? 1 : nearestStep(worstPair.consistent);
  const isWrong = worstPair !== null && fit !== nearestStep(worstPair.judgement);
  return (
    <div className={styles.verdict} data-tone={isConsistent ? 'good' : 'warning'} role="status">
      <strong>{isConsistent ? texts.consistent(ratio, limit) : texts.inconsistent(ratio, limit)}</strong>
      {worstPair === null || !isWrong ? null : (
        <>
          <span>
            {texts.worst(
              labelAt(worstPair.row),
              labelAt(worstPair.column),
              stepText(nearestStep(worstPair.judgement)),
              formatNumber(worstPair.consistent, { maxDecimals: 2 }),
            )}
          </span>
          <div>
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                onChange(withJudgement(judge, size, { row: worstPair.row, column: worstPair.column, value: fit }))
              }
            >
              {texts.apply(stepText(fit))}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

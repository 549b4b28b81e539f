import type { CriteriaPlan, Judge } from '@kianda/contract/space/spatial/criteria-plan';
import { formatNumber } from '@kianda/format';
import type { InconsistentPair } from '@kianda/science/spatial/criteria/ahp';
import { PanelFrame } from '@kianda/ui';
import { NativeSelect } from '@mantine/core';
import { phoneQuery, useMedia } from '../../../../platform/use-media.ts';
import { keyOf, labelOf } from '../criterion.rules.ts';
import styles from '../page.module.css';
import { matrixOf, nearestStep, scale, withJudgement } from '../plan.rules.ts';
import { judgementTexts as texts } from '../texts.pt.ts';

type Props = {
  readonly plan: CriteriaPlan;
  readonly judge: Judge;
  /** Pair whose judgement is furthest from the weights. */
  readonly worst: InconsistentPair | null;
  readonly onChange: (judge: Judge) => void;
};

/** A step of the scale as it is written: 1/7, 1, 7. */
export const stepText = (step: number): string =>
  step < 1 ? `${formatNumber(1)}/${formatNumber(Math.round(1 / step))}` : formatNumber(step);

const meaning = texts.step as Readonly<Record<number, string>>;
/** A step with its words where the scale has some. */
function stepLabel(step: number): string {
  if (step === 1) return `${stepText(step)} · ${texts.step[1]}`;
  const words = meaning[Math.round(Math.max(step, 1 / step))];
  if (words === undefined) return stepText(step);
  return `${stepText(step)} · ${step < 1 ? words.replace('mais', texts.less) : words}`;
}
const choices = scale.map((step) => ({ value: stepText(step), label: stepLabel(step) }));
/** In a cell of the matrix there is no room for words. */
const shortChoices = scale.map(stepText);
const nameOf = ({ criteria }: CriteriaPlan, place: number): string => {
  const criterion = criteria[place];
  return criterion === undefined ? '' : labelOf(criterion);
};

/** Comparisons of one judge: as a matrix, or pair by pair on a phone. */
export function JudgementMatrix(props: Props) {
  const isPhone = useMedia(phoneQuery);
  return (
    <PanelFrame id="comparacoes" title={texts.matrix} description={isPhone ? texts.pairText : texts.matrixText}>
      {isPhone ? <Pairs {...props} /> : <Matrix {...props} />}
    </PanelFrame>
  );
}

type CellProps = Props & { readonly row: number; readonly column: number; readonly hasLabel: boolean };

function Comparison({ plan, judge, row, column, onChange, hasLabel }: CellProps) {
  const value = matrixOf(plan, judge)[row]?.[column] ?? 1;
  const name = texts.cell(nameOf(plan, row), nameOf(plan, column));
  return (
    <NativeSelect
      size="xs"
      {...(hasLabel ? { label: name } : { 'aria-label': name })}
      value={stepText(nearestStep(value))}
      data={hasLabel ? choices : shortChoices}
      onChange={({ currentTarget }) => {
        const step = scale.find((one) => stepText(one) === currentTarget.value);
        if (step !== undefined) {
          onChange(withJudgement(judge, plan.criteria.length, { row, column, value: step }));
        }
      }}
    />
  );
}

function Matrix(props: Props) {
  const { plan, judge, worst } = props;
  const matrix = matrixOf(plan, judge);
  return (
    <div className={styles.scroll}>
      <table className={styles.matrix}>
        <caption className="k-visually-hidden">{texts.matrix}</caption>
        <thead>
          <tr>
            <td />
            {plan.criteria.map((criterion) => (
              <th key={keyOf(criterion)} scope="col">
                {labelOf(criterion)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plan.criteria.map((criterion, row) => (
            <tr key={keyOf(criterion)}>
              <th scope="row">{labelOf(criterion)}</th>
              {plan.criteria.map((other, column) => {
                const key = keyOf(other);
                if (row === column) {
                  return (
                    <td key={key} data-kind="same">
                      {stepText(1)}
                    </td>
                  );
                }
                if (row > column) {
                  return (
                    <td key={key} data-kind="back">
                      {stepText(nearestStep(matrix[row]?.[column] ?? 1))}
                    </td>
                  );
                }
                return (
                  <td key={key} data-worst={worst !== null && worst.row === row && worst.column === column}>
                    <Comparison {...props} row={row} column={column} hasLabel={false} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Pairs(props: Props) {
  const { criteria } = props.plan;
  return (
    <ul className={styles.pairs} aria-label={texts.pairs}>
      {criteria.flatMap((criterion, row) =>
        criteria.slice(row + 1).map((other, next) => (
          <li key={`${keyOf(criterion)} ${keyOf(other)}`}>
            <Comparison {...props} row={row} column={row + 1 + next} hasLabel />
          </li>
        )),
      )}
    </ul>
  );
}

import type { Criterion } from '@kianda/contract/space/spatial/criteria-plan';
import { formatInstant, formatNumber, formatQuantity } from '@kianda/format';
import { named, Panel, PanelFrame, usePreferences } from '@kianda/ui';
import { membershipOption } from '@kianda/viz/charts/figure/criteria.ts';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { FigureChart } from '../../../shared/figure-chart.tsx';
import { NumberField } from '../../../shared/spatial/number-field.tsx';
import { isField, keyOf, labelOf, unitOf } from '../criterion.rules.ts';
import styles from '../page.module.css';
import { curveAlong, curveProblem, histogramOf, knownCount, type SeaCells } from '../scenario.rules.ts';
import { criterionTexts as texts } from '../texts.pt.ts';
import { useCriterionValues } from '../use-sea.ts';
import { CurveFields } from './curve-fields.tsx';

const bins = 24;
type Props = {
  readonly criterion: Criterion;
  readonly cells: SeaCells | null;
  readonly onChange: (criterion: Criterion) => void;
  readonly onRemove: () => void;
};

/** One criterion: the values that the sea has, the curve that judges them, and the values that are out of question. */
export function CriterionCard(props: Props) {
  return isField(props.criterion) ? <FieldCard {...props} /> : <LayerCard {...props} />;
}

/** A criterion that the platform measures when the analysis runs: its histogram comes with the result. */
function LayerCard({ criterion, onChange, onRemove }: Props) {
  const label = labelOf(criterion);
  const problem = curveProblem(criterion.curve);
  return (
    <PanelFrame
      id={`criterio-${keyOf(criterion)}`}
      title={label}
      description={texts.onPlatform}
      actions={
        <Button size="xs" variant="default" aria-label={named(texts.remove, label)} onClick={onRemove}>
          {texts.remove}
        </Button>
      }
    >
      <div className={styles.stack}>
        <CurveFields criterion={criterion} onChange={onChange} />
        {problem === null ? null : (
          <p className={styles.problem} role="alert">
            {texts.problems[problem]}
          </p>
        )}
        <Limits criterion={criterion} onChange={onChange} values={null} />
      </div>
    </PanelFrame>
  );
}

function FieldCard({ criterion, cells, onChange, onRemove }: Props) {
  const { timeZone } = usePreferences();
  const { source, values } = useCriterionValues(criterion, cells);
  const label = labelOf(criterion);
  const slice = source.sourced?.value.slice;
  const problem = curveProblem(criterion.curve);
  return (
    <Panel
      id={`criterio-${keyOf(criterion)}`}
      title={label}
      description={slice === undefined ? undefined : texts.field(slice.dataset, formatInstant(slice.time, timeZone))}
      source={source}
      actions={
        <Button size="xs" variant="default" aria-label={named(texts.remove, label)} onClick={onRemove}>
          {texts.remove}
        </Button>
      }
    >
      {() => (
        <div className={styles.stack}>
          {values === null || problem !== null ? null : <MembershipChart criterion={criterion} values={values} />}
          <CurveFields criterion={criterion} onChange={onChange} />
          {problem === null ? null : (
            <p className={styles.problem} role="alert">
              {texts.problems[problem]}
            </p>
          )}
          <Limits criterion={criterion} onChange={onChange} values={values} />
        </div>
      )}
    </Panel>
  );
}

function MembershipChart({ criterion, values }: { readonly criterion: Criterion; readonly values: Float64Array }) {
  const [label, unit] = [labelOf(criterion), unitOf(criterion)];
  const figure = useMemo(() => {
    const histogram = histogramOf(values, bins);
    const curve = curveAlong(histogram, criterion.curve);
    const midCurve = histogram.map(({ from, to }) => {
      const middle = (from + to) / 2;
      return curve.reduce((best, one) => (Math.abs(one.x - middle) < Math.abs(best.x - middle) ? one : best)).y;
    });
    const end = (value: number) => formatNumber(value, { maxDecimals: 2 });
    return {
      option: membershipOption({
        bins: histogram,
        curve,
        valueLabel: `${label} (${unit})`,
        binsName: texts.bins,
        curveName: texts.membership,
      }),
      marks: histogram.map(({ from, to, share }, place) => ({
        label: texts.bin(end(from), end(to)),
        value: texts.mark(
          formatQuantity(share * 100, '%', { maxDecimals: 1 }),
          formatNumber(midCurve[place], { maxDecimals: 2 }),
        ),
      })),
      rows: histogram.map(({ from, to, share }, place) => [from, to, share * 100, midCurve[place] ?? null] as const),
    };
  }, [values, criterion.curve, label, unit]);
  if (figure.marks.length === 0) return <p className={styles.quiet}>{texts.noValues}</p>;
  return (
    <FigureChart
      title={texts.chart(label)}
      source={label}
      marks={figure.marks}
      columns={Object.values(texts.columns)}
      rows={figure.rows}
      option={figure.option}
      height={220}
    />
  );
}

type LimitProps = Pick<Props, 'criterion' | 'onChange'> & { readonly values: Float64Array | null };

/** Values outside which a place is left out, and how much that leaves out. */
function Limits({ criterion, onChange, values }: LimitProps) {
  const [label, unit] = [labelOf(criterion), unitOf(criterion)];
  const { least, most } = criterion;
  const known = values === null ? 0 : knownCount(values);
  const out =
    values === null || (least === null && most === null)
      ? null
      : values.filter(
          (value) => value < (least ?? Number.NEGATIVE_INFINITY) || value > (most ?? Number.POSITIVE_INFINITY),
        ).length;
  const shared = { suffix: ` ${unit}`, placeholder: texts.noLimit } as const;
  return (
    <fieldset className={styles.fields} aria-label={named(texts.constraints, label)}>
      <NumberField
        {...shared}
        label={texts.least}
        value={least}
        onValue={(value) => onChange({ ...criterion, least: value })}
      />
      <NumberField
        {...shared}
        label={texts.most}
        value={most}
        onValue={(value) => onChange({ ...criterion, most: value })}
      />
      {out === null || known === 0 ? null : (
        <p className={styles.quiet} role="status">
          {texts.left(formatNumber(out), formatQuantity((100 * out) / known, '%', { maxDecimals: 1 }))}
        </p>
      )}
    </fieldset>
  );
}

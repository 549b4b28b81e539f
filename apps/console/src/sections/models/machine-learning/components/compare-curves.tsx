import type { ModelCurve, ModelVersionDetail } from '@kianda/contract/models/registry/models.contract';
import { formatNumber } from '@kianda/format';
import { curvesOption } from '@kianda/viz/charts/figure/options.ts';
import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { FigureChart } from '../../../shared/figure-chart.tsx';
import { versionTexts } from '../texts.pt.ts';
import styles from './registry.module.css';

const texts = versionTexts.compare;
const written = (value: number) => formatNumber(value, { maxDecimals: 3 });

type Props = { readonly one: ModelVersionDetail; readonly other: ModelVersionDetail };

/** A curve that both versions have, of both in one picture. */
export function CompareCurves({ one, other }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const pairs = one.curves.flatMap((curve) => {
    const same = other.curves.find(({ kind, name }) => kind === curve.kind && name === curve.name);
    return same === undefined || curve.kind === 'residual' ? [] : [{ curve, same }];
  });
  const pair = pairs.find(({ curve }) => curve.name === chosen) ?? pairs[0];
  if (pair === undefined) return <p className={styles.quiet}>{texts.lone}</p>;
  return (
    <div className={styles.inset}>
      <NativeSelect
        label={texts.curve}
        value={pair.curve.name}
        data={pairs.map(({ curve }) => curve.name)}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <CurvePair
        key={pair.curve.name}
        curves={[pair.curve, pair.same]}
        names={[versionTexts.name(formatNumber(one.version)), versionTexts.name(formatNumber(other.version))]}
      />
    </div>
  );
}

type PairProps = {
  readonly curves: readonly [ModelCurve, ModelCurve];
  readonly names: readonly [string, string];
};

function CurvePair({ curves, names }: PairProps) {
  const [first, second] = curves;
  const [one, other] = names;
  const chart = useMemo(() => {
    const { xLabel, yLabel } = first;
    const all = [first, second].flatMap(({ points }, place) =>
      points.map(({ x, y }) => ({ name: place === 0 ? one : other, x, y })),
    );
    return {
      marks: all.map(({ name, x, y }) => ({ label: `${name}, ${xLabel} ${written(x)}`, value: written(y) })),
      columns: [versionTexts.columns.version, xLabel, yLabel],
      rows: all.map(({ name, x, y }) => [name, x, y]),
      option: curvesOption(
        [
          { name: one, points: first.points },
          { name: other, points: second.points },
        ],
        { xLabel, yLabel },
      ),
    };
  }, [first, second, one, other]);
  return <FigureChart title={first.name} source={texts.curveMark(one, other)} height={280} {...chart} />;
}

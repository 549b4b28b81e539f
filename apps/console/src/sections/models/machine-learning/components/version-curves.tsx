import type { ModelCurve, ModelVersionDetail } from '@kianda/contract/models/registry/models.contract';
import { formatNumber } from '@kianda/format';
import { Panel } from '@kianda/ui';
import { curveOption } from '@kianda/viz/charts/figure/options.ts';
import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { FigureChart } from '../../../shared/figure-chart.tsx';
import { versionTexts } from '../texts.pt.ts';
import styles from './registry.module.css';

const texts = versionTexts.curves;
const written = (value: number) => formatNumber(value, { maxDecimals: 3 });
/** Kinds in which a perfect model lies on the diagonal, or one without skill does. */
const withDiagonal: readonly ModelCurve['kind'][] = ['reliability', 'roc', 'residual'];

type Props = { readonly result: EndpointResult<ModelVersionDetail>; readonly model: string };

/** The curves of a version, one at a time. */
export function VersionCurves({ result, model }: Props) {
  const [chosen, setChosen] = useState(0);
  return (
    <Panel
      id="curvas"
      title={texts.title}
      description={texts.text}
      source={result}
      isEmpty={({ curves }) => curves.length === 0}
      empty={<p className={styles.quiet}>{texts.none}</p>}
    >
      {({ curves, version }) => {
        const curve = curves[chosen] ?? curves[0];
        return curve === undefined ? null : (
          <div className={styles.stack}>
            <NativeSelect
              label={texts.choose}
              value={String(curves.indexOf(curve))}
              data={curves.map(({ name }, index) => ({ value: String(index), label: name }))}
              onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
            />
            <CurveChart curve={curve} source={texts.source(model, formatNumber(version))} />
          </div>
        );
      }}
    </Panel>
  );
}

function CurveChart({ curve, source }: { readonly curve: ModelCurve; readonly source: string }) {
  const chart = useMemo(() => {
    const { points, xLabel, yLabel, kind } = curve;
    return {
      marks: points.map(({ x, y }) => ({
        label: texts.mark(xLabel, written(x)),
        value: texts.mark(yLabel, written(y)),
      })),
      columns: [xLabel, yLabel],
      rows: points.map(({ x, y }) => [x, y]),
      option: curveOption({
        ...{ points, xLabel, yLabel },
        isCloud: kind === 'residual',
        hasDiagonal: withDiagonal.includes(kind),
      }),
    };
  }, [curve]);
  return <FigureChart title={curve.name} source={source} height={300} {...chart} />;
}

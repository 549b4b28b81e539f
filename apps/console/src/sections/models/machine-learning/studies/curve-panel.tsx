import type { StudyEvidence, StudyMap } from '@kianda/contract/models/studies/study-results';
import { formatNumber } from '@kianda/format';
import { PanelFrame } from '@kianda/ui';
import { barsOption, curveOption } from '@kianda/viz/charts/figure/options.ts';
import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { FigureChart } from '../../../shared/figure-chart.tsx';
import styles from '../components/registry.module.css';
import { studyPageTexts } from './texts.pt.ts';

const texts = studyPageTexts.curves;
const fine = (value: number) => formatNumber(value, { maxDecimals: 3 });

type Props = { readonly map: StudyMap; readonly species: string };

/** How the suitability answers to each variable, and how much each is worth. */
export function CurvePanel({ map, species }: Props) {
  const [name, setName] = useState('');
  const curve = map.curves.find((one) => one.name === name) ?? map.curves[0];
  return (
    <PanelFrame id="respostas" title={texts.title}>
      <div className={styles.stack}>
        <ImportanceChart map={map} species={species} />
        {map.evidence === null ? (
          <p className={styles.quiet}>{texts.unproved}</p>
        ) : (
          <Evidence evidence={map.evidence} species={species} />
        )}
        {curve === undefined ? null : (
          <>
            <NativeSelect
              label={texts.choose}
              value={curve.name}
              data={map.curves.map((one) => ({ value: one.name, label: one.label }))}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <ResponseChart curve={curve} species={species} />
          </>
        )}
      </div>
    </PanelFrame>
  );
}

function ImportanceChart({ map, species }: Props) {
  const chart = useMemo(() => {
    const bars = map.importance.toSorted((a, b) => b.drop - a.drop).map(({ label, drop }) => ({ label, value: drop }));
    return {
      marks: bars.map(({ label, value }) => ({ label, value: fine(value) })),
      columns: [studyPageTexts.variables.columns.name, texts.axis],
      rows: bars.map(({ label, value }) => [label, value]),
      option: barsOption(bars, texts.axis),
    };
  }, [map]);
  return <FigureChart title={texts.importance} source={texts.source(species)} height={200} {...chart} />;
}

/** How good the model is with each variable alone and without it, and beside models of random places. */
function Evidence({ evidence, species }: { readonly evidence: StudyEvidence; readonly species: string }) {
  const { jackknife, nullModels } = evidence;
  const chart = useMemo(() => {
    const bars = [
      { label: texts.all, value: jackknife.all },
      ...jackknife.variables.flatMap(({ label, alone, without }) => [
        { label: texts.alone(label), value: alone },
        ...(without === null ? [] : [{ label: texts.without(label), value: without }]),
      ]),
    ];
    return {
      marks: bars.map(({ label, value }) => ({ label, value: fine(value) })),
      columns: [studyPageTexts.variables.columns.name, texts.jackknifeAxis],
      rows: bars.map(({ label, value }) => [label, value]),
      option: barsOption(bars, texts.jackknifeAxis),
      height: 80 + 28 * bars.length,
    };
  }, [jackknife]);
  const told = { observed: fine(nullModels.observed), mean: fine(nullModels.mean), p: fine(nullModels.p) };
  return (
    <>
      <FigureChart title={texts.jackknife} source={texts.source(species)} {...chart} />
      <p>{texts.nulls({ ...told, models: formatNumber(nullModels.models) })}</p>
    </>
  );
}

function ResponseChart({ curve, species }: { readonly curve: StudyMap['curves'][number]; readonly species: string }) {
  const chart = useMemo(() => {
    const xLabel = curve.unit === null ? curve.label : `${curve.label} (${curve.unit})`;
    return {
      marks: curve.points.map(({ x, y }) => ({
        label: texts.mark(xLabel, fine(x)),
        value: texts.mark(texts.suitability, fine(y)),
      })),
      columns: [xLabel, texts.suitability],
      rows: curve.points.map(({ x, y }) => [x, y]),
      option: curveOption({ points: curve.points, xLabel, yLabel: texts.suitability }),
    };
  }, [curve]);
  return <FigureChart title={curve.label} source={texts.source(species)} height={280} {...chart} />;
}

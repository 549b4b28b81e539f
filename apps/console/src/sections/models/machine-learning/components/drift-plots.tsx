import type { DriftColumn, ModelDrift } from '@kianda/contract/models/registry/drift.contract';
import { formatNumber, formatQuantity } from '@kianda/format';
import { curveOption, pairsOption } from '@kianda/viz/charts/figure/options.ts';
import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { FigureChart } from '../../../shared/figure-chart.tsx';
import { driftTexts as texts } from '../texts.pt.ts';

const dayMs = 86_400_000;
const percent = (share: number) => formatQuantity(100 * share, '%', { maxDecimals: 1 });

type PlotProps = { readonly columns: readonly DriftColumn[]; readonly source: string };

/** The distribution of a variable in the training and now, one variable at a time; those that drifted stand first. */
export function DriftPlot({ columns, source }: PlotProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = columns
    .filter(({ drift }) => drift !== null)
    .sort((a, b) => Number(b.drift?.hasDrifted) - Number(a.drift?.hasDrifted));
  const column = shown.find(({ name }) => name === chosen) ?? shown[0];
  if (column === undefined) return null;
  return (
    <>
      <NativeSelect
        label={texts.choose}
        value={column.name}
        data={shown.map(({ name, label }) => ({ value: name, label }))}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <PairChart key={column.name} column={column} source={source} />
    </>
  );
}

function PairChart({ column, source }: { readonly column: DriftColumn; readonly source: string }) {
  const { label, unit, drift } = column;
  const chart = useMemo(() => {
    const bins = drift?.bins ?? [];
    const pairs = bins.map((bin) => ({ label: bin.label, first: 100 * bin.reference, second: 100 * bin.current }));
    return {
      marks: bins.map((bin) => ({ label: bin.label, value: texts.pair(percent(bin.reference), percent(bin.current)) })),
      columns: [unit === null ? texts.bin : `${texts.bin} (${unit})`, texts.reference, texts.current],
      rows: bins.map((bin) => [bin.label, bin.reference, bin.current]),
      option: pairsOption(pairs, [texts.reference, texts.current], texts.axis),
    };
  }, [drift, unit]);
  return <FigureChart title={texts.chart(label)} source={source} height={280} {...chart} />;
}

type HistoryProps = { readonly history: ModelDrift['history']; readonly source: string };

/** Share of the variables that had drifted at each check; nothing is drawn of a single one. */
export function DriftHistory({ history, source }: HistoryProps) {
  const chart = useMemo(() => {
    const last = Date.parse(history.at(-1)?.at ?? '');
    const points = history.flatMap(({ at, share }) =>
      share === null ? [] : [{ x: (Date.parse(at) - last) / dayMs, y: 100 * share }],
    );
    const written = (value: number) => formatNumber(value, { maxDecimals: 1 });
    return {
      marks: points.map(({ x, y }) => ({ label: `${texts.historyX}: ${written(-x)}`, value: percent(y / 100) })),
      columns: [texts.historyX, texts.historyY],
      rows: points.map(({ x, y }) => [-x, y]),
      option: curveOption({ points, xLabel: texts.historyX, yLabel: texts.historyY }),
    };
  }, [history]);
  if (chart.rows.length < 2) return null;
  return <FigureChart title={texts.history} source={source} height={220} {...chart} />;
}

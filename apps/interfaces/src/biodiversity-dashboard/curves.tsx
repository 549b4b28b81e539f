import type { DataOf } from '@kianda/contract';
import type { biodiversityDiversity } from '@kianda/contract/sea/biodiversity/diversity.contract';
import { formatNumber } from '@kianda/format';
import type { ChartOption, Look } from '@kianda/viz/charts/figure/engine.ts';
import { FigureChart } from '@kianda/viz/charts/figure/figure-chart.tsx';
import { useMemo } from 'react';
import { diversityTexts as texts } from './texts.pt.ts';

type Diversity = DataOf<typeof biodiversityDiversity>;
type Props = { readonly diversity: Diversity; readonly source: string };

/** Okabe–Ito: blue, vermillion, green. */
const colours = { q0: '#0072b2', q1: '#d55e00', q2: '#009e73' } as const;
const orders = ['q0', 'q1', 'q2'] as const;
const one = (value: number) => formatNumber(value, { maxDecimals: 1 });

const axis = (look: Look, name: string) => ({
  type: 'value' as const,
  name,
  nameLocation: 'middle' as const,
  nameGap: 34,
  nameTextStyle: { color: look.faint },
  axisLabel: { color: look.faint, formatter: (value: number) => formatNumber(value) },
  splitLine: { lineStyle: { color: look.border } },
});
const room = { left: 64, right: 20, top: 34, bottom: 52 };

/** Hill numbers by the size of the sample: solid up to the records, dashed beyond. */
export function HillCurves({ diversity: { curve, records }, source }: Props) {
  const option = useMemo(
    () =>
      (look: Look): ChartOption => ({
        grid: room,
        legend: { top: 0, textStyle: { color: look.text }, data: orders.map((q) => texts.shortHill[q]) },
        xAxis: axis(look, texts.recordsAxis),
        yAxis: { ...axis(look, texts.speciesAxis), nameGap: 44 },
        series: orders.flatMap((q) => {
          const points = curve.map((point) => [point.records, point[q]]);
          const last = curve.findLastIndex(({ isExtrapolated }) => !isExtrapolated);
          const line = { type: 'line' as const, name: texts.shortHill[q], color: colours[q], symbolSize: 5 };
          return [
            { ...line, data: points.slice(0, last + 1) },
            { ...line, data: points.slice(last), lineStyle: { type: 'dashed' as const }, symbol: 'emptyCircle' },
          ];
        }),
      }),
    [curve],
  );
  const rows = curve.map((point) => [
    ...[point.records, point.q0, point.q1, point.q2],
    point.isExtrapolated ? texts.kinds.extrapolated : texts.kinds.rarefied,
  ]);
  const marks = useMemo(
    () =>
      curve.map((point) => ({
        label: `${formatNumber(point.records)} ${texts.recordsAxis.toLowerCase()}`,
        value: orders.map((q) => `${texts.shortHill[q]} ${one(point[q])}`).join(' · '),
      })),
    [curve],
  );
  return (
    <>
      <p>{texts.curveNote(formatNumber(records))}</p>
      <FigureChart
        {...{ title: texts.curve, source, marks, rows, option }}
        columns={[...texts.curveColumns]}
        height={300}
      />
    </>
  );
}

/** Species by the number of sampling units. */
export function AccumulationCurve({ diversity: { accumulation }, source }: Props) {
  const { points } = accumulation;
  const option = useMemo(
    () =>
      (look: Look): ChartOption => ({
        grid: { ...room, top: 16 },
        xAxis: axis(look, texts.unitsAxis),
        yAxis: { ...axis(look, texts.groupColumns.species), nameGap: 44 },
        series: [
          {
            type: 'line',
            color: colours.q0,
            symbolSize: 5,
            data: points.map(({ units, species }) => [units, species]),
          },
        ],
      }),
    [points],
  );
  const marks = useMemo(
    () => points.map(({ units, species }) => ({ label: formatNumber(units), value: one(species) })),
    [points],
  );
  if (points.length === 0) return <p>{texts.noUnits}</p>;
  return (
    <>
      <p>{texts.accumulationNote(formatNumber(accumulation.units), formatNumber(accumulation.cellDegrees))}</p>
      <FigureChart
        {...{ title: texts.accumulation, source, marks, option }}
        columns={[...texts.accumulationColumns]}
        rows={points.map(({ units, species }) => [units, species])}
        height={260}
      />
    </>
  );
}

/** Species and records of each year. */
export function YearBars({ diversity: { byYear }, source }: Props) {
  const option = useMemo(
    () =>
      (look: Look): ChartOption => ({
        grid: { ...room, top: 16 },
        xAxis: {
          type: 'category',
          data: byYear.map(({ year }) => String(year)),
          axisLabel: { color: look.faint },
          name: texts.yearAxis,
          nameLocation: 'middle',
          nameGap: 30,
          nameTextStyle: { color: look.faint },
        },
        yAxis: { ...axis(look, texts.groupColumns.species), nameGap: 44 },
        series: [{ type: 'bar', color: colours.q2, data: byYear.map(({ species }) => species) }],
      }),
    [byYear],
  );
  const marks = useMemo(
    () =>
      byYear.map(({ year, species, records }) => ({
        label: String(year),
        value: texts.cell(formatNumber(species), formatNumber(records)),
      })),
    [byYear],
  );
  return (
    <FigureChart
      {...{ title: texts.years, source, marks, option }}
      columns={[...texts.yearColumns]}
      rows={byYear.map(({ year, species, records }) => [String(year), species, records])}
      height={240}
    />
  );
}

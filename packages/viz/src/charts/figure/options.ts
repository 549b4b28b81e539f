import { rampStops } from '@kianda/contract/core/ramps';
import { formatNumber } from '@kianda/format';
import type { ChartOption, Look } from './engine.ts';

export type Named = { readonly label: string; readonly value: number };
export type Cell = { readonly column: number; readonly row: number; readonly value: number };

const whole = (value: number) => formatNumber(value, { maxDecimals: 1 });
const fine = (value: number) => formatNumber(value, { maxDecimals: 3 });
export const textStyle = (look: Look) => ({ color: look.text, fontFamily: look.font, fontSize: 12 });
export const plain = (look: Look) => ({ animation: false, textStyle: textStyle(look) });
export const axisLabels = (look: Look) => ({ color: look.faint, fontFamily: look.font, fontSize: 12 });

/** Horizontal bars next to their names, the first on top; `axis` names the unit. */
export function barsOption(bars: readonly Named[], axis: string): (look: Look) => ChartOption {
  return (look) => ({
    ...plain(look),
    grid: { left: 8, right: 48, top: 8, bottom: 44, containLabel: true },
    xAxis: {
      type: 'value',
      name: axis,
      nameLocation: 'middle',
      nameGap: 28,
      nameTextStyle: axisLabels(look),
      axisLabel: { ...axisLabels(look), formatter: whole, hideOverlap: true },
      splitLine: { lineStyle: { color: look.border } },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ label }) => label),
      axisLabel: { ...axisLabels(look), width: 150, overflow: 'truncate' },
      axisTick: { show: false },
      axisLine: { lineStyle: { color: look.border } },
    },
    series: [
      {
        type: 'bar',
        data: bars.map(({ value }) => value),
        barMaxWidth: 22,
        itemStyle: { color: look.line, borderRadius: [0, 3, 3, 0] },
        label: {
          show: true,
          position: 'right',
          color: look.text,
          fontFamily: look.font,
          formatter: ({ value }: { readonly value: number }) => whole(value),
        },
      },
    ],
  });
}

export type Pair = { readonly label: string; readonly first: number; readonly second: number };

/** Two columns a bin, one beside the other, with the names of both series; the second one is drawn as an outline. */
export function pairsOption(
  pairs: readonly Pair[],
  names: readonly [first: string, second: string],
  axis: string,
): (look: Look) => ChartOption {
  return (look) => ({
    ...plain(look),
    grid: { left: 34, right: 16, top: 34, bottom: 8, containLabel: true },
    legend: { top: 0, left: 0, itemWidth: 14, textStyle: textStyle(look), data: [...names] },
    xAxis: {
      type: 'category',
      data: pairs.map(({ label }) => label),
      axisLabel: { ...axisLabels(look), hideOverlap: true, width: 90, overflow: 'truncate' },
      axisTick: { show: false },
      axisLine: { lineStyle: { color: look.border } },
    },
    yAxis: {
      type: 'value',
      name: axis,
      nameLocation: 'middle',
      nameGap: 40,
      nameTextStyle: axisLabels(look),
      axisLabel: { ...axisLabels(look), formatter: whole, hideOverlap: true },
      splitLine: { lineStyle: { color: look.border } },
    },
    series: [
      {
        ...{ type: 'bar', name: names[0], barGap: '0%', itemStyle: { color: look.line } },
        data: pairs.map(({ first }) => first),
      },
      {
        ...{ type: 'bar', name: names[1] },
        itemStyle: { color: look.surface, borderColor: look.text, borderWidth: 1.5 },
        data: pairs.map(({ second }) => second),
      },
    ],
  });
}

/** Cells by column and row, coloured by density. */
export function heatOption(
  cells: readonly Cell[],
  columns: readonly string[],
  rows: readonly string[],
  axis: string,
): (look: Look) => ChartOption {
  const most = Math.max(1, ...cells.map(({ value }) => value));
  return (look) => ({
    ...plain(look),
    grid: { left: 8, right: 16, top: 8, bottom: 88, containLabel: true },
    xAxis: {
      type: 'category',
      data: [...columns],
      name: axis,
      nameLocation: 'middle',
      nameGap: 26,
      nameTextStyle: axisLabels(look),
      axisLabel: axisLabels(look),
      axisTick: { show: false },
      axisLine: { show: false },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: [...rows],
      axisLabel: axisLabels(look),
      axisTick: { show: false },
      axisLine: { show: false },
    },
    visualMap: {
      min: 0,
      max: most,
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      itemHeight: 140,
      itemWidth: 12,
      text: [whole(most), '0'],
      textStyle: axisLabels(look),
      inRange: { color: [...rampStops.matter] },
    },
    series: [
      {
        type: 'heatmap',
        data: cells.map(({ column, row, value }) => [column, row, value]),
        itemStyle: { borderColor: look.surface, borderWidth: 2 },
        emphasis: { itemStyle: { borderColor: look.text, borderWidth: 2 } },
      },
    ],
  });
}

export type CurvePoint = { readonly x: number; readonly y: number };
type Curve = {
  readonly points: readonly CurvePoint[];
  readonly xLabel: string;
  readonly yLabel: string;
  /** Points that follow each other are joined; of a cloud each stands alone. */
  readonly isCloud?: boolean;
  /** The vertical axis grows downwards, as depth does. */
  readonly isDownward?: boolean;
  /** Draws the line on which both axes are equal. */
  readonly hasDiagonal?: boolean;
};

/** One variable against another, both axes named with their units. */
export function curveOption({ points, xLabel, yLabel, ...curve }: Curve): (look: Look) => ChartOption {
  return (look) => {
    const axis = (name: string, nameGap: number) => ({
      type: 'value',
      scale: true,
      name,
      nameLocation: 'middle',
      nameGap,
      nameTextStyle: axisLabels(look),
      axisLabel: { ...axisLabels(look), formatter: fine, hideOverlap: true },
      axisLine: { lineStyle: { color: look.border } },
      splitLine: { lineStyle: { color: look.border } },
    });
    const shape =
      curve.isCloud === true
        ? { type: 'scatter', symbolSize: 6, itemStyle: { color: look.line, opacity: 0.6 } }
        : { type: 'line', symbolSize: 6, itemStyle: { color: look.line }, lineStyle: { color: look.line, width: 2 } };
    const series = { ...shape, data: points.map(({ x, y }) => [x, y]) };
    return {
      ...plain(look),
      grid: { left: 34, right: 20, top: 12, bottom: 44, containLabel: true },
      xAxis: axis(xLabel, 28),
      yAxis: { ...axis(yLabel, 44), inverse: curve.isDownward === true },
      series: curve.hasDiagonal === true ? [series, diagonalOf(points, look)] : [series],
    };
  };
}

/** The same curve of several models in one picture, each with its name; the first is drawn strongest. */
export function curvesOption(
  curves: readonly { readonly name: string; readonly points: readonly CurvePoint[] }[],
  labels: Pick<Curve, 'xLabel' | 'yLabel'>,
): (look: Look) => ChartOption {
  return (look) => {
    const { series: _, ...frame } = curveOption({ ...labels, points: [] })(look) as Record<string, unknown>;
    return {
      ...frame,
      grid: { left: 34, right: 20, top: 36, bottom: 44, containLabel: true },
      legend: { top: 0, left: 0, textStyle: textStyle(look), data: curves.map(({ name }) => name) },
      series: curves.map(({ name, points }, place) => ({
        ...{ type: 'line', name, symbolSize: 6 },
        itemStyle: { color: place === 0 ? look.line : look.text },
        lineStyle: { color: place === 0 ? look.line : look.text, width: 2, type: place === 0 ? 'solid' : 'dashed' },
        data: points.map(({ x, y }) => [x, y]),
      })),
    };
  };
}

/** From the least to the greatest value of both axes; it answers to no pointer. */
function diagonalOf(points: readonly CurvePoint[], look: Look) {
  const values = points.flatMap(({ x, y }) => [x, y]);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return {
    ...{ type: 'line', silent: true, symbol: 'none', lineStyle: { color: look.faint, type: 'dashed', width: 1 } },
    data: [
      [least, least],
      [most, most],
    ],
  };
}

/** Steps below each other, each as wide as its number: bars about one middle, so that none tapers into the next. */
export function funnelOption(steps: readonly Named[]): (look: Look) => ChartOption {
  const half = Math.max(1, ...steps.map(({ value }) => value)) / 2;
  return (look) => {
    const side = (sign: 1 | -1) => ({
      type: 'bar',
      stack: 'funil',
      data: steps.map(({ value }) => (sign * value) / 2),
      barCategoryGap: '18%',
      itemStyle: { color: look.line },
    });
    return {
      ...plain(look),
      grid: { left: 8, right: 56, top: 8, bottom: 8, containLabel: true },
      xAxis: { type: 'value', min: -half, max: half, show: false },
      yAxis: {
        type: 'category',
        inverse: true,
        data: steps.map(({ label }) => label),
        axisLabel: { ...axisLabels(look), width: 150, overflow: 'break' },
        axisTick: { show: false },
        axisLine: { show: false },
      },
      series: [
        {
          ...side(1),
          label: {
            show: true,
            position: 'right',
            color: look.text,
            fontFamily: look.font,
            formatter: ({ value }: { readonly value: number }) => whole(2 * value),
          },
        },
        side(-1),
      ],
    };
  };
}

export type FittedPoint = CurvePoint & { readonly half: number };

/** Points with the uncertainty of each as a bar, and the straight line that was fitted to them. */
export function fitOption(
  points: readonly FittedPoint[],
  line: { readonly slope: number; readonly x: number; readonly y: number } | null,
  labels: Pick<Curve, 'xLabel' | 'yLabel'>,
): (look: Look) => ChartOption {
  return (look) => {
    const { series: cloud, ...frame } = curveOption({ ...labels, points, isCloud: true })(look) as {
      series: readonly object[];
      xAxis: object;
    };
    const [least, most] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
    const quiet = { type: 'line', silent: true, symbol: 'none' } as const;
    const bars = points.map(({ x, y, half }) => ({
      ...{ ...quiet, lineStyle: { color: look.faint, width: 1.5 } },
      data: [
        [x, y - half],
        [x, y + half],
      ],
    }));
    const fit =
      line === null
        ? []
        : [
            {
              ...{ ...quiet, lineStyle: { color: look.text, width: 1.5, type: 'dashed' } },
              data: [least, most].map((x) => [x, line.y + line.slope * (x - line.x)]),
            },
          ];
    return {
      ...frame,
      // Years have no thousands.
      xAxis: { ...frame.xAxis, axisLabel: { ...axisLabels(look), formatter: String, hideOverlap: true } },
      series: [...cloud, ...bars, ...fit],
    };
  };
}

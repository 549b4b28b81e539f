import { formatNumber } from '@kianda/format';
import type { ChartOption, Look } from './engine.ts';
import { axisLabels, type CurvePoint, plain, textStyle } from './options.ts';

/** Share of the values between two ends, the upper left out but for the last bin. */
export type HistogramBin = { readonly from: number; readonly to: number; readonly share: number };

type Membership = {
  readonly bins: readonly HistogramBin[];
  /** Membership 0–1 along the values. */
  readonly curve: readonly CurvePoint[];
  readonly valueLabel: string;
  readonly binsName: string;
  readonly curveName: string;
};

const percent = (value: number) => formatNumber(value * 100, { maxDecimals: 0 });
const fine = (value: number) => formatNumber(value, { maxDecimals: 2 });

/** How often each value occurs, as columns, and the curve that takes the values to 0–1 above them. */
export function membershipOption(given: Membership): (look: Look) => ChartOption {
  const { bins, curve, valueLabel, binsName, curveName } = given;
  const least = bins[0]?.from ?? 0;
  const most = bins.at(-1)?.to ?? 1;
  return (look) => {
    const side = (name: string, place: 'left' | 'right', formatter: (value: number) => string) => ({
      ...{ type: 'value', name, position: place, nameLocation: 'middle', nameGap: 38, min: 0 },
      nameTextStyle: axisLabels(look),
      axisLabel: { ...axisLabels(look), formatter, hideOverlap: true },
      splitLine: { show: place === 'right', lineStyle: { color: look.border } },
    });
    return {
      ...plain(look),
      grid: { left: 26, right: 26, top: 12, bottom: 44, containLabel: true },
      xAxis: {
        ...{ type: 'value', min: least, max: most, name: valueLabel, nameLocation: 'middle', nameGap: 28 },
        nameTextStyle: axisLabels(look),
        axisLabel: { ...axisLabels(look), formatter: fine, hideOverlap: true },
        axisLine: { lineStyle: { color: look.border } },
        splitLine: { show: false },
      },
      yAxis: [side(binsName, 'left', percent), { ...side(curveName, 'right', fine), max: 1 }],
      series: [
        {
          ...{ type: 'line', name: binsName, step: 'end', symbol: 'none', yAxisIndex: 0 },
          lineStyle: { color: look.faint, width: 1 },
          areaStyle: { color: look.faint, opacity: 0.25 },
          data: [...bins.map(({ from, share }) => [from, share]), [most, bins.at(-1)?.share ?? 0]],
        },
        {
          ...{ type: 'line', name: curveName, symbol: 'none', yAxisIndex: 1 },
          lineStyle: { color: look.line, width: 2.5 },
          itemStyle: { color: look.line },
          data: curve.map(({ x, y }) => [x, y]),
        },
      ],
    };
  };
}

/** A criterion with its weight lowered and raised: the change that each makes to the same figure. */
type TornadoBar = { readonly label: string; readonly lowered: number; readonly raised: number };

/** Bars to both sides of no change, in the order given, the first on top; `names` are those of lowered and raised. */
export function tornadoOption(
  bars: readonly TornadoBar[],
  names: readonly [lowered: string, raised: string],
  axis: string,
): (look: Look) => ChartOption {
  const small = (value: number) => formatNumber(value, { maxDecimals: 4 });
  return (look) => ({
    ...plain(look),
    grid: { left: 8, right: 24, top: 34, bottom: 44, containLabel: true },
    legend: { top: 0, left: 0, itemWidth: 14, textStyle: textStyle(look), data: [...names] },
    xAxis: {
      ...{ type: 'value', name: axis, nameLocation: 'middle', nameGap: 28 },
      nameTextStyle: axisLabels(look),
      axisLabel: { ...axisLabels(look), formatter: small, hideOverlap: true },
      splitLine: { lineStyle: { color: look.border } },
    },
    yAxis: {
      ...{ type: 'category', inverse: true, data: bars.map(({ label }) => label) },
      axisLabel: { ...axisLabels(look), width: 150, overflow: 'truncate' },
      axisTick: { show: false },
      axisLine: { onZero: false, lineStyle: { color: look.border } },
    },
    series: [
      {
        ...{ type: 'bar', name: names[0], barMaxWidth: 14, barGap: '10%' },
        itemStyle: { color: look.surface, borderColor: look.text, borderWidth: 1.5 },
        data: bars.map(({ lowered }) => lowered),
      },
      {
        ...{ type: 'bar', name: names[1], barMaxWidth: 14 },
        itemStyle: { color: look.line },
        data: bars.map(({ raised }) => raised),
      },
    ],
  });
}

import { formatNumber, type TimeZone, timeZones } from '@kianda/format';
import uPlot from 'uplot';
import type { Aligned } from './align.ts';
import { seriesTexts } from './texts.pt.ts';
import { tickText, zoneOffsetSeconds } from './time-axis.ts';

export type PlotOptions = {
  readonly element: HTMLElement;
  readonly aligned: Aligned;
  readonly labels: readonly string[];
  readonly hasBand: boolean;
  /** Title of the vertical axis, with its unit. */
  readonly yTitle: string;
  readonly zone: TimeZone;
  readonly width: number;
  readonly height: number;
  /** Index of the point under the cursor, null when there is none. */
  readonly onCursor: (index: number | null) => void;
};

/** Value of a design token on the page now. */
export function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

const lineTokens = ['--k-line', '--k-warning-mark', '--k-success-mark', '--k-info-mark'] as const;
/** Each line has a pattern of its own: colour alone would leave colour-blind readers guessing. */
const lineDashes = [[], [7, 3], [2, 2.5], [9, 3, 2, 3]] as const;

/** Colour token and dash pattern of a line by its place. */
export function lineStyle(index: number): { readonly token: string; readonly dash: readonly number[] } {
  const place = index % lineTokens.length;
  return { token: lineTokens[place] ?? '--k-line', dash: lineDashes[place] ?? [] };
}
const font = () => `12px ${token('--k-font')}`;

function withAlpha(colour: string, share: number): string {
  return `color-mix(in srgb, ${colour} ${share}%, transparent)`;
}

/** True when this browser has a canvas to draw on: some forbid it against fingerprinting, and tests have none. */
export function canDraw(): boolean {
  return document.createElement('canvas').getContext('2d') !== null;
}

/** A uPlot chart in the page's colours, which it reads at each drawing: `redraw` follows a change of scheme. */
export function createPlot(options: PlotOptions): uPlot {
  const { aligned, labels, hasBand, zone } = options;
  const axis: Partial<uPlot.Axis> = {
    stroke: () => token('--k-text-2'),
    font: font(),
    labelFont: font(),
    labelSize: 18,
    labelGap: 2,
    grid: { stroke: () => token('--k-border'), width: 1 },
    ticks: { stroke: () => token('--k-border'), width: 1, size: 4 },
  };
  const lines: uPlot.Series[] = labels.map((label, index) => {
    const { token: colour, dash } = lineStyle(index);
    return {
      label,
      stroke: () => token(colour),
      width: 1.75,
      dash: [...dash],
      points: { show: aligned.seconds.length <= 45, size: 5, fill: () => token(colour) },
      spanGaps: false,
    };
  });
  const edges: uPlot.Series[] = hasBand
    ? [
        { label: seriesTexts.low, stroke: 'transparent', points: { show: false } },
        { label: seriesTexts.high, stroke: 'transparent', points: { show: false } },
      ]
    : [];
  const firstEdge = labels.length + 1;
  return new uPlot(
    {
      width: options.width,
      height: options.height,
      tzDate: (seconds) => new Date((seconds + zoneOffsetSeconds(zone) + browserOffset(seconds)) * 1000),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
      series: [{}, ...lines, ...edges],
      ...(hasBand
        ? {
            bands: [
              { series: [firstEdge + 1, firstEdge] as [number, number], fill: () => withAlpha(token('--k-line'), 16) },
            ],
          }
        : {}),
      axes: [
        {
          ...axis,
          size: 24,
          space: 58,
          label: seriesTexts.zone(timeZones[zone]),
          values: (_plot, splits, _axis, _space, step) => splits.map((second) => tickText(second, step, zone)),
        },
        {
          ...axis,
          size: 52,
          label: options.yTitle,
          values: (_plot, splits) => splits.map((value) => formatNumber(value, { maxDecimals: 3 })),
        },
      ],
      hooks: { setCursor: [(plot) => options.onCursor(plot.cursor.idx ?? null)] },
    },
    dataOf(aligned, hasBand),
    options.element,
  );
}

/** The columns as uPlot takes them. */
export function dataOf(aligned: Aligned, hasBand: boolean): uPlot.AlignedData {
  const columns = [...aligned.lines, ...(hasBand ? [aligned.low, aligned.high] : [])];
  return [[...aligned.seconds], ...columns.map((column) => [...column])];
}

/** uPlot reads local fields of a date: the browser's own zone must be taken out first. Seconds behind UTC. */
function browserOffset(seconds: number): number {
  return new Date(seconds * 1000).getTimezoneOffset() * 60;
}

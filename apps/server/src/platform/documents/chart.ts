import type { ChartBlock } from './document.ts';
import { categoryColour, categoryDash, type Drawing, niceStep, type Point, paper, type Shape } from './drawing.ts';
import { figure } from './pt-format.ts';

/** Height of every chart, points. */
export const chartHeight = 210;
const height = chartHeight;
const margin = { left: 52, right: 10, top: 24, bottom: 44 } as const;
/** Room of a label under the axis. */
const labelWidth = 46;

/** The rectangle of a chart in which values are drawn, and where a value or a label lies in it. */
type Plot = {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** Width of one label's share of the axis. */
  readonly slot: number;
  readonly axis: { readonly bottom: number; readonly top: number; readonly step: number };
  yOf(value: number): number;
  middleOf(index: number): number;
};

/** Lines or bars with axes, units and a legend. A gap in the values is a gap in the line. */
export function drawChart(chart: ChartBlock, width: number): Drawing {
  const plot = plotOf(chart, width);
  const count = chart.series.length;
  const series = chart.series.flatMap(({ values }, index): Shape[] => {
    const points = values.map((value, at): Point | null =>
      value === null ? null : [plot.middleOf(at), plot.yOf(value)],
    );
    return chart.shape === 'bar' ? bars(plot, points, { index, count }) : line(points, index);
  });
  const shapes = [...valueAxis(plot), ...axisLabels(plot, chart.labels), ...axisTitles(plot, chart), ...series];
  return { width, height, shapes: [...shapes, ...legend(chart, plot.x)] };
}

function plotOf(chart: ChartBlock, width: number): Plot {
  const values = chart.series.flatMap((series) => series.values.filter((value) => value !== null));
  const [low, high] = extentOf(chart, values);
  const step = niceStep(low, high, 5);
  const bottom = Math.floor(low / step) * step;
  const top = Math.max(Math.ceil(high / step) * step, bottom + step);
  const box = {
    x: margin.left,
    y: margin.top,
    w: width - margin.left - margin.right,
    h: height - margin.top - margin.bottom,
  };
  const slot = box.w / Math.max(1, chart.labels.length);
  return {
    ...box,
    slot,
    axis: { bottom, top, step },
    yOf: (value) => box.y + box.h - ((value - bottom) / (top - bottom)) * box.h,
    middleOf: (index) => box.x + (index + 0.5) * slot,
  };
}

/** A line and a number for each step of the values, zero the darkest. */
function valueAxis(plot: Plot): Shape[] {
  const { bottom, top, step } = plot.axis;
  const shapes: Shape[] = [];
  for (let tick = 0; bottom + tick * step <= top + step / 2; tick += 1) {
    const value = bottom + tick * step;
    const y = plot.yOf(value);
    const isZero = Math.abs(value) < step / 1e6;
    shapes.push(
      {
        kind: 'path',
        lines: [
          [
            [plot.x, y],
            [plot.x + plot.w, y],
          ],
        ],
        stroke: isZero ? paper.muted : paper.line,
        width: isZero ? 0.8 : 0.4,
      },
      {
        kind: 'text',
        at: [plot.x - 5, y + 2.6],
        text: figure(isZero ? 0 : value, 3),
        size: 7.5,
        colour: paper.muted,
        anchor: 'end',
      },
    );
  }
  return shapes;
}

/** As many labels as there is room for, each shortened to its place. */
function axisLabels(plot: Plot, labels: readonly string[]): Shape[] {
  const every = Math.max(1, Math.ceil((labels.length * labelWidth) / plot.w));
  // A letter is about 4 points wide: a word longer than its place would lie upon the next one.
  const letters = Math.max(3, Math.floor((every * plot.slot) / 4.1));
  return labels.flatMap((label, index): Shape[] => {
    if (index % every !== 0) return [];
    const text = label.length <= letters ? label : `${label.slice(0, letters - 1)}…`;
    const at: Point = [plot.middleOf(index), plot.y + plot.h + 11];
    return [{ kind: 'text', at, text, size: 7.5, colour: paper.muted, anchor: 'middle' }];
  });
}

function axisTitles(plot: Plot, { xLabel, yLabel }: ChartBlock): Shape[] {
  const style = { kind: 'text', size: 8, colour: paper.ink, anchor: 'middle' } as const;
  return [
    { ...style, at: [plot.x + plot.w / 2, height - 18], text: xLabel },
    { ...style, at: [10, plot.y + plot.h / 2], text: yLabel, isUpright: true },
  ];
}

/** Ends of the axis of values: zero is among them, unless a line chart asks for another beginning. */
function extentOf({ shape, fromZero = true }: ChartBlock, values: readonly number[]): readonly [number, number] {
  if (shape === 'line' && !fromZero && values.length > 0) {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return high === low ? [low - 1, high + 1] : [low, high];
  }
  const low = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  // Values that are all zero still need an axis.
  return [low, most === low ? low + 1 : most];
}

function bars(
  plot: Plot,
  points: readonly (Point | null)[],
  { index, count }: { readonly index: number; readonly count: number },
): Shape[] {
  const { slot } = plot;
  const zeroY = plot.yOf(0);
  const width = (slot * 0.76) / count;
  const lines = points.flatMap((point) => {
    if (point === null) return [];
    const left = point[0] - slot * 0.38 + index * width;
    return [
      [
        [left, zeroY],
        [left, point[1]],
        [left + width, point[1]],
        [left + width, zeroY],
      ] as const,
    ];
  });
  return [{ kind: 'path', lines, isClosed: true, fill: categoryColour(index), stroke: '#ffffff', width: 0.3 }];
}

function line(points: readonly (Point | null)[], index: number): Shape[] {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (point === null) runs.push([]);
    else runs.at(-1)?.push(point);
  }
  const colour = categoryColour(index);
  const alone = runs.filter((run) => run.length === 1).flat();
  return [
    {
      kind: 'path',
      lines: runs.filter((run) => run.length > 1),
      stroke: colour,
      width: 1.3,
      dash: categoryDash(index),
    },
    // A single value between two gaps would otherwise not be seen.
    ...alone.map((at): Shape => ({ kind: 'circle', at, radius: 1.6, fill: colour, stroke: colour })),
  ];
}

function legend({ series, shape }: ChartBlock, left: number): Shape[] {
  if (series.length < 2) return [];
  let x = left;
  return series.flatMap(({ name }, index): Shape[] => {
    const at = x;
    x += 26 + name.length * 4.4;
    const sign: Shape =
      shape === 'bar'
        ? {
            kind: 'path',
            lines: [
              [
                [at, 6],
                [at + 9, 6],
                [at + 9, 14],
                [at, 14],
              ],
            ],
            isClosed: true,
            fill: categoryColour(index),
          }
        : {
            kind: 'path',
            lines: [
              [
                [at, 10],
                [at + 16, 10],
              ],
            ],
            stroke: categoryColour(index),
            width: 1.6,
            dash: categoryDash(index),
          };
    return [sign, { kind: 'text', at: [at + 20, 13], text: name, size: 8, colour: paper.ink }];
  });
}

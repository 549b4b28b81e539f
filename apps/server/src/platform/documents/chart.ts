import type { ChartBlock } from './document.ts';
import { categoryColour, categoryDash, type Drawing, niceStep, type Point, paper, type Shape } from './drawing.ts';
import { figure } from './pt-format.ts';

/** Height of every chart, points. */
export const chartHeight = 210;
const height = chartHeight;
const margin = { left: 52, right: 10, top: 24, bottom: 44 } as const;
/** Room of a label under the axis. */
const labelWidth = 46;

/** Lines or bars with axes, units and a legend. A gap in the values is a gap in the line. */
export function drawChart(chart: ChartBlock, width: number): Drawing {
  const { labels, series } = chart;
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const [low, high] = extentOf(chart, values);
  const step = niceStep(low, high, 5);
  const bottom = Math.floor(low / step) * step;
  const top = Math.max(Math.ceil(high / step) * step, bottom + step);
  const plot = {
    x: margin.left,
    y: margin.top,
    w: width - margin.left - margin.right,
    h: height - margin.top - margin.bottom,
  };
  const slot = plot.w / Math.max(1, labels.length);
  const yOf = (value: number) => plot.y + plot.h - ((value - bottom) / (top - bottom)) * plot.h;
  const middleOf = (index: number) => plot.x + (index + 0.5) * slot;
  const shapes: Shape[] = [];

  for (let tick = 0; bottom + tick * step <= top + step / 2; tick += 1) {
    const value = bottom + tick * step;
    const y = yOf(value);
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
  const every = Math.max(1, Math.ceil((labels.length * labelWidth) / plot.w));
  // A letter is about 4 points wide: a word longer than its place would lie upon the next one.
  const letters = Math.max(3, Math.floor((every * slot) / 4.1));
  labels.forEach((label, index) => {
    if (index % every !== 0) return;
    shapes.push({
      kind: 'text',
      at: [middleOf(index), plot.y + plot.h + 11],
      text: label.length <= letters ? label : `${label.slice(0, letters - 1)}…`,
      size: 7.5,
      colour: paper.muted,
      anchor: 'middle',
    });
  });
  shapes.push(
    {
      kind: 'text',
      at: [plot.x + plot.w / 2, height - 18],
      text: chart.xLabel,
      size: 8,
      colour: paper.ink,
      anchor: 'middle',
    },
    {
      kind: 'text',
      at: [10, plot.y + plot.h / 2],
      text: chart.yLabel,
      size: 8,
      colour: paper.ink,
      anchor: 'middle',
      isUpright: true,
    },
  );
  series.forEach((one, index) => {
    const points = one.values.map((value, at): Point | null => (value === null ? null : [middleOf(at), yOf(value)]));
    shapes.push(...(chart.shape === 'bar' ? bars(points, index, series.length, slot, yOf(0)) : line(points, index)));
  });
  return { width, height, shapes: [...shapes, ...legend(chart, plot.x)] };
}

/** Ends of the axis of values: zero is in it, unless lines are told from elsewhere. */
function extentOf({ shape, fromZero = true }: ChartBlock, values: readonly number[]): readonly [number, number] {
  if (shape === 'line' && !fromZero && values.length > 0) {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return high === low ? [low - 1, high + 1] : [low, high];
  }
  const low = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  // Nothing but zeros: an axis all the same.
  return [low, most === low ? low + 1 : most];
}

function bars(points: readonly (Point | null)[], index: number, count: number, slot: number, zeroY: number): Shape[] {
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

import { rampStops } from '@kianda/contract/core/ramps';
import type { MapArrows, MapField } from './document.ts';
import { type Point, paper, type Shape } from './drawing.ts';
import type { View } from './map-points.ts';
import { figure } from './pt-format.ts';
import { colourAt } from './ramp-colour.ts';

/** Colours of a field: enough that no step shows on paper, few enough to be one path each. */
const classes = 32;
export const colourBarHeight = 30;
const barSize = { w: 220, h: 8 } as const;
/** Length of the strongest arrow, points. */
const longestArrow = 16;

const colourOf = (field: MapField, index: number): string => colourAt(rampStops[field.ramp], (index + 0.5) / classes);

function classOf({ range: [low, high], log }: MapField, value: number): number {
  const share = log
    ? (Math.log(Math.max(value, low)) - Math.log(low)) / (Math.log(high) - Math.log(low))
    : (value - low) / (high - low);
  return Math.min(classes - 1, Math.max(0, Math.floor(share * classes)));
}

/** Cells of a field, neighbours of one colour in a row together; nothing where nothing is known. */
export function fieldShapes(view: View, field: MapField): Shape[] {
  const { columns, rows, lonStepDegrees, latStepDegrees, values } = field;
  const [west, south, east, north] = view.box;
  const byClass = Array.from({ length: classes }, (): Point[][] => []);
  const classIn = (row: number, column: number): number | null => {
    const value = column < columns ? (values[row * columns + column] ?? Number.NaN) : Number.NaN;
    return Number.isNaN(value) ? null : classOf(field, value);
  };
  for (let row = 0; row < rows; row += 1) {
    const lat = field.south + (row - 0.5) * latStepDegrees;
    if (lat > north || lat + latStepDegrees < south) continue;
    let begin = 0;
    for (let column = 1; column <= columns; column += 1) {
      const own = classIn(row, begin);
      if (column < columns && classIn(row, column) === own) continue;
      const [left, right] = [begin, column].map((at) => field.west + (at - 0.5) * lonStepDegrees) as [number, number];
      begin = column;
      if (own === null || right < west || left > east) continue;
      const [x0, y1] = view.to([left, lat]);
      const [x1, y0] = view.to([right, lat + latStepDegrees]);
      // A hair wider than the cell: else readers draw a light seam between neighbours.
      const seam = 0.2;
      byClass[own]?.push([
        [x0, y0],
        [x1 + seam, y0],
        [x1 + seam, y1 + seam],
        [x0, y1 + seam],
      ]);
    }
  }
  return byClass.flatMap((lines, index): Shape[] =>
    lines.length === 0 ? [] : [{ kind: 'path', lines, isClosed: true, fill: colourOf(field, index) }],
  );
}

/** Scale of a field's colours with its ends, its middle and its unit. */
export function colourBar(field: MapField, x: number, y: number): Shape[] {
  const { range, log, label, unit } = field;
  const w = barSize.w / classes;
  const boxes = Array.from({ length: classes }, (_, index): Shape => {
    const left = x + index * w;
    return {
      kind: 'path',
      lines: [
        [
          [left, y],
          [left + w + 0.2, y],
          [left + w + 0.2, y + barSize.h],
          [left, y + barSize.h],
        ],
      ],
      isClosed: true,
      fill: colourOf(field, index),
    };
  });
  const [low, high] = range;
  const middle = log ? Math.sqrt(low * high) : (low + high) / 2;
  const words = [low, middle, high].map(
    (value, index): Shape => ({
      kind: 'text',
      at: [x + (barSize.w * index) / 2, y + barSize.h + 9],
      text: figure(value, 2),
      size: 7.5,
      colour: paper.muted,
      anchor: (['start', 'middle', 'end'] as const)[index] ?? 'middle',
    }),
  );
  const title = `${label} (${unit}${log ? ', escala logarítmica' : ''})`;
  return [
    ...boxes,
    ...words,
    { kind: 'text', at: [x + barSize.w + 10, y + barSize.h], text: title, size: 8, colour: paper.ink },
  ];
}

const speedOf = ({ east, north }: MapArrows['arrows'][number]): number => Math.hypot(east, north);

/** Value of the longest arrow, in the unit of the arrows. */
export const strongest = ({ arrows }: MapArrows): number => Math.max(0, ...arrows.map(speedOf));

/** Arrows as long as the flow is strong; none where it is still. */
export function arrowShapes(view: View, flow: MapArrows): Shape[] {
  const most = strongest(flow);
  if (most === 0) return [];
  const lines = flow.arrows.flatMap((arrow): Point[][] => {
    const length = (speedOf(arrow) / most) * longestArrow;
    if (length < 1.5) return [];
    const [x, y] = view.to(arrow.position);
    const angle = Math.atan2(-arrow.north, arrow.east);
    const tip: Point = [x + Math.cos(angle) * length, y + Math.sin(angle) * length];
    const barb = (turn: number): Point => [
      tip[0] - Math.cos(angle + turn) * Math.min(4, length / 2),
      tip[1] - Math.sin(angle + turn) * Math.min(4, length / 2),
    ];
    return [
      [[x, y], tip],
      [barb(0.45), tip, barb(-0.45)],
    ];
  });
  return [{ kind: 'path', lines, stroke: paper.ink, width: 0.6 }];
}

import type { Bbox, Position } from '@kianda/geo';
import type { MapPoint } from './document.ts';
import { type Point, paper, type Shape } from './drawing.ts';

/** The part of the world shown, and its rectangle on paper. */
export type View = {
  readonly box: Bbox;
  readonly frame: { x: number; y: number; w: number; h: number };
  to(position: Position): Point;
};

const labelSize = 8;
/** About the width of a letter beside its height. */
const letterWidth = 0.62;

/** Marks and their words; of words that would lie upon each other the last ones are written, the more important ones. */
export function pointShapes(view: View, points: readonly MapPoint[]): Shape[] {
  const { frame } = view;
  const seen = points
    .map((point) => ({ ...point, at: view.to(point.position) }))
    .filter(({ at: [x, y] }) => x >= frame.x && x <= frame.x + frame.w && y >= frame.y && y <= frame.y + frame.h);
  const taken: Box[] = [];
  const labels = seen.toReversed().flatMap(({ label, at: [x, y] }): Shape[] => {
    if (label === '') return [];
    const isRight = x > frame.x + frame.w * 0.75;
    const width = label.length * labelSize * letterWidth;
    const left = isRight ? x - 7 - width : x + 7;
    const box: Box = [left, y - 5 - labelSize, left + width, y - 3];
    if (taken.some((other) => overlap(box, other))) return [];
    taken.push(box);
    return [
      {
        kind: 'text',
        at: [x + (isRight ? -7 : 7), y - 5],
        text: label,
        size: labelSize,
        colour: paper.ink,
        anchor: isRight ? 'end' : 'start',
        isBold: true,
      },
    ];
  });
  return [...seen.map(({ symbol, at, size = 4 }) => symbolShape(symbol, at, size)), ...labels];
}

type Box = readonly [left: number, top: number, right: number, bottom: number];

const overlap = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** A mark of the map and of its legend. */
export function symbolShape(symbol: MapPoint['symbol'], [x, y]: Point, size: number): Shape {
  const fill = paper.coral;
  if (symbol === 'circle') return { kind: 'circle', at: [x, y], radius: size, fill, stroke: '#ffffff' };
  const s = size;
  if (symbol === 'cross') {
    return {
      kind: 'path',
      lines: [
        [
          [x - s, y - s],
          [x + s, y + s],
        ],
        [
          [x - s, y + s],
          [x + s, y - s],
        ],
      ],
      stroke: fill,
      width: 1.8,
    };
  }
  const corners: Point[] =
    symbol === 'triangle'
      ? [
          [x, y - s * 1.2],
          [x + s * 1.1, y + s * 0.8],
          [x - s * 1.1, y + s * 0.8],
        ]
      : [
          [x - s, y - s],
          [x + s, y - s],
          [x + s, y + s],
          [x - s, y + s],
        ];
  return { kind: 'path', lines: [corners], isClosed: true, fill, stroke: '#ffffff', width: 0.7 };
}

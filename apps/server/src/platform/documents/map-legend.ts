import type { MapBlock } from './document.ts';
import { categoryColour, type Point, paper, type Shape } from './drawing.ts';
import { strongest } from './map-field.ts';
import { symbolShape } from './map-points.ts';
import { figure } from './pt-format.ts';

/** Height of one row of the legend, points. */
export const legendLine = 13;

/** One entry of the legend, drawn from the middle of its left edge. */
type LegendItem = (x: number, y: number) => Shape[];

/** The legend of a map: tracks, symbols, areas, arrows and the ZEE, in that order. */
export function legendOf(map: MapBlock): LegendItem[] {
  return [
    ...trackItems(map),
    ...map.symbols.map(
      ({ symbol, label }): LegendItem =>
        (x, y) => [symbolShape(symbol, [x + 8, y], 3.6), word(x, y, label)],
    ),
    ...areaItems(map),
    ...arrowItems(map),
    (x, y) => [
      { kind: 'path', lines: [sample(x, y)], stroke: paper.zee, width: 0.9, dash: [6, 3] },
      word(x, y, 'ZEE (aproximação de trabalho)'),
    ],
  ];
}

function trackItems({ tracks }: MapBlock): LegendItem[] {
  if (tracks.length === 0) return [];
  return [
    ...tracks.map(
      ({ name }, index): LegendItem =>
        (x, y) => [
          { kind: 'path', lines: [sample(x, y)], stroke: categoryColour(index), width: 1.6 },
          word(x, y, name),
        ],
    ),
    (x, y) => [
      { kind: 'path', lines: [sample(x, y)], stroke: paper.ink, width: 0.9, dash: [2, 3] },
      word(x, y, 'Silêncio de mais de uma hora'),
    ],
  ];
}

/** Each area in focus by its name, all others under one label. */
function areaItems({ areas, areasLabel = 'Outras áreas vigiadas' }: MapBlock): LegendItem[] {
  const focus = areas.filter(({ isFocus }) => isFocus);
  const items = focus.map(
    ({ name }): LegendItem =>
      (x, y) => [patch(x, y, { colour: paper.coral, opacity: 0.16, width: 1.1 }), word(x, y, name)],
  );
  if (areas.length === focus.length) return items;
  return [
    ...items,
    (x, y) => [patch(x, y, { colour: paper.accent, opacity: 0.08, width: 0.7 }), word(x, y, areasLabel)],
  ];
}

function arrowItems({ arrows }: MapBlock): LegendItem[] {
  if (arrows === undefined) return [];
  const text = `${arrows.label}: a seta maior vale ${figure(strongest(arrows), 2)} ${arrows.unit}`;
  return [(x, y) => [{ kind: 'path', lines: [sample(x, y)], stroke: paper.ink, width: 0.8 }, word(x, y, text)]];
}

function word(x: number, y: number, text: string): Shape {
  return { kind: 'text', at: [x + 22, y + 3], text, size: 8, colour: paper.ink };
}

function sample(x: number, y: number): Point[] {
  return [
    [x, y],
    [x + 16, y],
  ];
}

function patch(
  x: number,
  y: number,
  { colour, opacity, width }: { colour: string; opacity: number; width: number },
): Shape {
  const outline: Point[] = [
    [x, y - 4],
    [x + 16, y - 4],
    [x + 16, y + 4],
    [x, y + 4],
  ];
  return { kind: 'path', lines: [outline], isClosed: true, fill: colour, fillOpacity: opacity, stroke: colour, width };
}

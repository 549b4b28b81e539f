import { seededRandom } from '@kianda/geo';
import { expect, test } from 'vitest';
import { createMatcher, type FilterGeometry, parseFilter } from '../../../platform/cql2/index.ts';
import { meetsShape } from './box-in-shape.rules.ts';
import { queryableType } from './search/queryables.ts';

const random = seededRandom('caixas e polígonos');

/** A star about a place: valid whatever its arms; on a grid, so that it often only touches the boxes. */
function star(lon: number, lat: number): readonly (readonly [number, number])[] {
  const arms = 5 + Math.floor(random() * 12);
  const ring = Array.from({ length: arms }, (_, arm) => {
    const reach = 0.4 + random() * 2;
    const angle = (2 * Math.PI * arm) / arms;
    return [lon + reach * Math.cos(angle), lat + reach * Math.sin(angle)] as const;
  });
  return [...ring, ring[0] ?? [lon, lat]];
}

function boxOfGrid(): readonly [number, number, number, number] {
  const [west, south] = [Math.floor(random() * 24) / 4, Math.floor(random() * 24) / 4];
  const size = Math.floor(random() * 5) / 4;
  return [west, south, west + size, south + size];
}

const rectangle = {
  type: 'Polygon',
  coordinates: [
    [
      [1, 1],
      [4, 1],
      [4, 4],
      [1, 4],
      [1, 1],
    ],
    [
      [2, 2],
      [3, 2],
      [3, 3],
      [2, 3],
      [2, 2],
    ],
  ],
} as const;

test.each(
  Array.from({ length: 12 }, (_, number): { number: number; shape: FilterGeometry } => ({
    number,
    shape:
      number === 0
        ? rectangle
        : number % 3 === 0
          ? { type: 'MultiPolygon', coordinates: [[star(1.5, 1.5)], [star(7, 7)]] }
          : { type: 'Polygon', coordinates: [star(3, 3)] },
  })),
)('of shape $number, what is sure is what the geometry engine says', async ({ shape }) => {
  const meets = meetsShape(shape);
  const filter = parseFilter(
    { op: 's_intersects', args: [{ property: 'geometry' }, shape] },
    'cql2-json',
    queryableType,
  );
  const matcher = await createMatcher(filter);
  const answers = Array.from({ length: 300 }, boxOfGrid).map((box) => {
    const [west, south, east, north] = box;
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    const geometry =
      west === east ? { type: 'Point', coordinates: [west, south] } : { type: 'Polygon', coordinates: [ring] };
    return { sure: meets?.(box) ?? 0, engine: matcher.matches(() => geometry) ? 1 : -1 };
  });
  matcher.close();
  expect(answers.filter(({ sure, engine }) => sure !== 0 && sure !== engine)).toEqual([]);
  expect(answers.filter(({ sure }) => sure !== 0).length).toBeGreaterThan(100);
  expect(new Set(answers.map(({ engine }) => engine)).size).toBe(2);
});

test('a line, a point and a shape of many edges are for the geometry engine', () => {
  expect(meetsShape({ type: 'Point', coordinates: [1, 1] })).toBeNull();
  expect(
    meetsShape({
      type: 'LineString',
      coordinates: [
        [1, 1],
        [2, 2],
      ],
    }),
  ).toBeNull();
  const round = Array.from({ length: 101 }, (_, at) => [Math.cos(at / 16), Math.sin(at / 16)]);
  expect(meetsShape({ type: 'Polygon', coordinates: [round] })).toBeNull();
});

test('a box that only touches an edge or a corner needs a closer look', () => {
  const meets = meetsShape(rectangle);
  expect(meets?.([4, 1, 5, 2])).toBe(0);
  expect(meets?.([4, 4, 5, 5])).toBe(0);
  expect(meets?.([2.25, 2.25, 2.5, 2.5])).toBe(-1);
  expect(meets?.([3.5, 3.5, 9, 9])).toBe(1);
});

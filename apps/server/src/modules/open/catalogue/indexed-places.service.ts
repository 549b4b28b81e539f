import type { GeoGeometry } from '@kianda/connectors';
import { createMatcher } from '../../../platform/cql2/index.ts';
import { type MeetsBox, meetsShape } from './box-in-shape.rules.ts';
import type { SpatialCondition } from './indexed-filter.rules.ts';
import type { ItemIndex } from './item-index.rules.ts';
import type { ItemRepository } from './items.repository.ts';
import { boxAround, type SearchBox } from './search/spatial.ts';

/** Boxes that the geometry engine may have to judge for one search, and shapes that the database has to hand over. */
const boxesAtMost = 2_000;
const shapesAtMost = 500;

/** Box around the shape that items are to stand in a relation to; null where none narrows the search. */
export function boundsOfPlace({ op, left, right }: SpatialCondition): SearchBox | null {
  const shape = left.kind === 'geometry' ? left : right;
  const isBesideItem = left.kind === 'property' || right.kind === 'property';
  if (op === 'disjoint' || !isBesideItem || shape.kind !== 'geometry') return null;
  return boxAround(shape.geometry);
}

/**
 * Those of the items whose geometries are in the places, by rank; null where too many need a closer look. Of an item that
 * is its own box the index knows the geometry; that of the others comes from the database.
 */
export async function inPlaces(
  index: ItemIndex,
  repository: ItemRepository,
  places: readonly SpatialCondition[],
  ranks: Uint32Array,
): Promise<Uint32Array | null> {
  // Made even where no item needs it: it refuses a polygon that crosses itself.
  const matcher = await createMatcher({ kind: 'and', args: places });
  try {
    const tests = places.map(boxTestOf);
    // One for all of them: an array for each of thousands of items would keep the collector busy.
    const box = new Float64Array(4);
    const kept = new Uint32Array(ranks.length);
    let count = 0;
    const shapes: number[] = [];
    let closerLooks = 0;
    for (const rank of ranks) {
      if (index.hasGeometry[rank] !== 1) continue;
      if (index.isBox[rank] !== 1) {
        shapes.push(rank);
        if (shapes.length > shapesAtMost) return null;
        continue;
      }
      for (let corner = 0; corner < 4; corner += 1) box[corner] = index.boxes[4 * rank + corner] ?? NaN;
      const truth = worstOf(tests, box);
      if (truth < 0) continue;
      if (truth === 0) {
        closerLooks += 1;
        if (closerLooks > boxesAtMost) return null;
        if (!matcher.matches(() => geometryOf(index.boxOf(rank)))) continue;
      }
      kept[count] = rank;
      count += 1;
    }
    const geometries = await repository.geometries(shapes.map((rank) => index.keyOf(rank)));
    for (const [at, rank] of shapes.entries()) {
      if (!matcher.matches(() => geometries[at] ?? null)) continue;
      kept[count] = rank;
      count += 1;
    }
    return kept.slice(0, count);
  } finally {
    matcher.close();
  }
}

function worstOf(tests: readonly MeetsBox[], box: Float64Array): number {
  let worst = 1;
  for (const test of tests) worst = Math.min(worst, test(box));
  return worst;
}

/** Test of a box by itself against a place. */
function boxTestOf(place: SpatialCondition): MeetsBox {
  const { op, left, right } = place;
  const shape = left.kind === 'geometry' ? left : right;
  const meets = op === 'intersects' && shape.kind === 'geometry' ? meetsShape(shape.geometry) : null;
  const [west, south, east, north] = boundsOfPlace(place) ?? [-180, -90, 180, 90];
  return (box) => {
    const isApart =
      (box[0] ?? NaN) > east || (box[2] ?? NaN) < west || (box[1] ?? NaN) > north || (box[3] ?? NaN) < south;
    if (isApart) return -1;
    return meets === null ? 0 : meets(box);
  };
}

/** The geometry of an item that is its own box. */
function geometryOf([west, south, east, north]: SearchBox): GeoGeometry {
  if (west === east && south === north) return { type: 'Point', coordinates: [west, south] };
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ] as const;
  return { type: 'Polygon', coordinates: [ring] };
}

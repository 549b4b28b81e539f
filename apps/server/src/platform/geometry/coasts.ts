import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MultiPolygonGeometry, Position } from '@kianda/geo';
import { closedCoast, juridicalBays } from '@kianda/science/spatial/limits/bays';
import { metersBetween } from '@kianda/science/spatial/limits/line-index';
import { merge, mesh } from 'topojson-client';
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification';

type Country = (Polygon | MultiPolygon) & { readonly id?: string | undefined };
type Line = readonly Position[];

/** Neighbours of whom some sea lies within 400 nautical miles of Angola's coast, by ISO 3166 number. */
const neighbourIds = { COD: '180', COG: '178', GAB: '266', NAM: '516' } as const;
const angolaId = '024';
/** Countries whose land lies in the part of the Atlantic that is drawn. */
const landIds = new Set<string>([angolaId, ...Object.values(neighbourIds), '894', '072', '710', '120', '140', '226']);

/** The mouth of the Congo: the last corners of both coasts that are counted as coast of the sea. */
const congoMouth: { readonly south: Position; readonly north: Position } = {
  south: [12.33, -6.09],
  north: [12.41, -6.02],
};

export type Coasts = {
  /** Angola's coast as it is held, without bays or the river. */
  readonly coast: readonly Line[];
  readonly baseline: readonly Line[];
  readonly neighbours: readonly { readonly id: keyof typeof neighbourIds; readonly coast: readonly Line[] }[];
  readonly bays: readonly { readonly ring: Line; readonly mouthMeters: number }[];
  readonly land: MultiPolygonGeometry;
  /** Waters of the river behind its closing line, of both its banks. */
  readonly river: Line;
};

/** Coasts of Angola and of its neighbours, of Natural Earth 1:10m (public domain), as in world-atlas. */
export function readCoasts(): Coasts {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
  const atlas = JSON.parse(readFileSync(path, 'utf8')) as Topology<{ countries: GeometryCollection }>;
  const countries = atlas.objects.countries.geometries as Country[];
  const coastOf = (id: string): Line[] => {
    const lines = mesh(atlas, { type: 'GeometryCollection', geometries: countries }, (a, b) => {
      return a === b && (a as Country).id === id;
    });
    return lines.coordinates as unknown as Line[];
  };
  const [own, opposite] = [coastOf(angolaId), coastOf(neighbourIds.COD)];
  const south = cutAt(own, congoMouth.south);
  const north = cutAt(opposite, congoMouth.north);
  const coast = [...own.filter((line) => line !== south.line), south.sea];
  const bays = coast.map((line) => ({ line, bays: isClosed(line) ? [] : juridicalBays(northward(line)) }));
  const inRegion = countries.filter(({ id }) => landIds.has(id ?? '')) as (Polygon | MultiPolygon)[];
  return {
    coast,
    baseline: bays.map(({ line, bays: found }) => (isClosed(line) ? line : closedCoast(northward(line), found))),
    bays: bays.flatMap(({ bays: found }) => found.map(({ ring, mouthMeters }) => ({ ring, mouthMeters }))),
    neighbours: (Object.keys(neighbourIds) as (keyof typeof neighbourIds)[]).map((id) => ({
      id,
      coast: near(
        id === 'COD'
          ? // The island in the river lies behind its mouth.
            [north.sea]
          : coastOf(neighbourIds[id]),
      ),
    })),
    land: merge(atlas, inRegion as never) as unknown as MultiPolygonGeometry,
    river: [...south.land, ...north.land.toReversed(), ...south.land.slice(0, 1)],
  };
}

/** The neighbours' coast that is within 400 nautical miles of some of Angola's. */
function near(lines: readonly Line[]): readonly Line[] {
  return lines
    .map((line) => line.filter(([lon, lat]) => lat > -24.5 && lat < 1.5 && lon > 5))
    .filter((line) => line.length > 1);
}

const isClosed = (line: Line): boolean => line[0]?.every((value, axis) => value === line.at(-1)?.[axis]) ?? false;

/** The line from south to north: then the sea is on the left of this coast. */
function northward(line: Line): Line {
  return (line[0]?.[1] ?? 0) <= (line.at(-1)?.[1] ?? 0) ? line : line.toReversed();
}

/** The line that comes nearest to a place, cut at its corner there; `land` starts at that corner. */
function cutAt(
  lines: readonly Line[],
  place: Position,
): { readonly line: Line; readonly sea: Line; readonly land: Line } {
  const corners = lines.flatMap((line) =>
    line.map((position, at) => ({ line, at, meters: metersBetween(position, place) })),
  );
  const nearest = corners.toSorted((a, b) => a.meters - b.meters)[0];
  if (nearest === undefined) throw new Error('expected a coast, received none');
  const [before, after] = [nearest.line.slice(0, nearest.at + 1), nearest.line.slice(nearest.at)];
  // The river ends in the east.
  const isAfter = (after.at(-1)?.[0] ?? 0) > (before[0]?.[0] ?? 0);
  return isAfter
    ? { line: nearest.line, sea: before, land: after }
    : { line: nearest.line, sea: after, land: before.toReversed() };
}

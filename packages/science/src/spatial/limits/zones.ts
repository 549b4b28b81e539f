import type { MultiPolygonGeometry, Position } from '@kianda/geo';
import { report, type Watch } from '../../models/shared/watch.ts';
import { geodesicArea, geodesicBuffer } from '../buffer/buffer.ts';
import type { PlanarEngine } from '../buffer/planar-engine.ts';
import type { LonLat } from '../shared/geodesic.ts';
import { nauticalMile } from './bays.ts';
import { nearerArea } from './equidistance.ts';
import { createLineIndex, type NearestOnLine } from './line-index.ts';

type Lines = readonly (readonly Position[])[];

export type ZoneInput = {
  /** Baseline: coast with its closing lines. */
  readonly baseline: Lines;
  readonly neighbours: readonly { readonly id: string; readonly coast: Lines }[];
  /** Land and internal waters of all: taken off the zones. */
  readonly inland: MultiPolygonGeometry;
  readonly center: LonLat;
  /** Metres from the centre that contain the zones. */
  readonly reach: number;
};

/** Outer limits from the baseline, nautical miles. */
export const limitMiles = { territorial: 12, contiguous: 24, zee: 200 } as const;
export type LimitId = keyof typeof limitMiles;

export type LimitLine = {
  readonly limit: LimitId | 'median';
  /** The one it is drawn with; null for an outer limit. */
  readonly neighbour: string | null;
  readonly coordinates: readonly Position[];
};

export type MaritimeZones = {
  /** Sea within each limit from the baseline and on the own side of the median lines. */
  readonly within: Readonly<Record<LimitId, MultiPolygonGeometry>>;
  readonly territorial: MultiPolygonGeometry;
  readonly contiguous: MultiPolygonGeometry;
  /** From the territorial sea to 200 nautical miles. */
  readonly zee: MultiPolygonGeometry;
  readonly lines: readonly LimitLine[];
  readonly overlaps: readonly Overlap[];
};

/** Sea within 200 nautical miles of both coasts, and how it is shared out by the median line. */
export type Overlap = {
  readonly neighbour: string;
  readonly geometry: MultiPolygonGeometry;
  readonly areaSquareMeters: number;
  readonly ownSquareMeters: number;
};

/**
 * Zones of the sea by geodesic distance from a baseline, up to the median lines with the neighbours. Sources: United
 * Nations Convention on the Law of the Sea, articles 3, 4, 15, 33 and 57; distances by `geodesicBuffer`.
 */
export function maritimeZones(input: ZoneInput, engine: PlanarEngine, watch: Watch = {}): MaritimeZones {
  const { baseline, neighbours, inland } = input;
  const others = neighbours.flatMap(({ coast }) => coast);
  const owners = neighbours.flatMap(({ id, coast }) => coast.map(() => id));
  const [nearestOwn, nearestOther] = [createLineIndex(baseline), createLineIndex(others)];
  // Corners a little beyond the zone bound it as well.
  const limit = 1.1 * limitMiles.zee * nauticalMile;
  const nearer = nearerArea({ ...input, own: baseline, others, nearestOwn, nearestOther, limit }, engine);
  report(watch, 0.2);
  const sea = (area: MultiPolygonGeometry) => engine.difference(area, inland);
  const around = within(baseline, engine);
  report(watch, 0.5);
  const own = {
    territorial: sea(engine.intersection(around.territorial, nearer)),
    contiguous: sea(engine.intersection(around.contiguous, nearer)),
    zee: sea(engine.intersection(around.zee, nearer)),
  };
  const shares = neighbours.map(({ id, coast }, place): Overlap => {
    const theirs = within(coast, engine, ['zee']).zee;
    const geometry = sea(engine.intersection(around.zee, theirs));
    report(watch, 0.5 + (0.4 * (place + 1)) / neighbours.length);
    return {
      ...{ neighbour: id, geometry, areaSquareMeters: geodesicArea(geometry) },
      ownSquareMeters: geodesicArea(engine.intersection(geometry, own.zee)),
    };
  });
  const sorting: Sorting = { nearestOwn, nearestOther, owners };
  const limits = (['territorial', 'contiguous', 'zee'] as const).flatMap((limit) =>
    linesOf(own[limit], limit, sorting),
  );
  return {
    within: own,
    territorial: own.territorial,
    contiguous: engine.difference(own.contiguous, own.territorial),
    zee: engine.difference(own.zee, own.territorial),
    // The median line to 200 miles has those of the nearer limits in it.
    lines: limits
      .filter(({ limit, of }) => limit !== 'median' || of === 'zee')
      .map(({ limit, neighbour, coordinates }) => ({ limit, neighbour, coordinates })),
    overlaps: shares.filter(({ areaSquareMeters }) => areaSquareMeters > 0),
  };
}

function within(
  lines: Lines,
  engine: PlanarEngine,
  ids: readonly LimitId[] = ['territorial', 'contiguous', 'zee'],
): Readonly<Record<LimitId, MultiPolygonGeometry>> {
  const nothing: MultiPolygonGeometry = { type: 'MultiPolygon', coordinates: [] };
  const found = { territorial: nothing, contiguous: nothing, zee: nothing };
  const features = lines.map((coordinates) => ({ type: 'LineString' as const, coordinates }));
  for (const id of ids) {
    const { areas } = geodesicBuffer(
      features,
      { distances: [limitMiles[id] * nauticalMile], dissolve: true },
      engine,
    ).value;
    found[id] = areas[0]?.geometry ?? nothing;
  }
  return found;
}

type Sorting = {
  readonly nearestOwn: (position: Position) => NearestOnLine;
  readonly nearestOther: (position: Position) => NearestOnLine;
  readonly owners: readonly string[];
};

/** Share of a limit by which a corner of its outline may miss it: chords of the circle's arcs lie within. */
const limitTolerance = 4e-4;
const shareTolerance = 60;

/** The parts of a zone's outline that are its outer limit, or a median line; the rest is coast. */
function linesOf(
  area: MultiPolygonGeometry,
  limit: LimitId,
  { nearestOwn, nearestOther, owners }: Sorting,
): readonly (LimitLine & { readonly of: LimitId })[] {
  const meters = limitMiles[limit] * nauticalMile;
  const kindOf = (position: Position): string => {
    const own = nearestOwn(position).meters;
    if (Math.abs(own - meters) < Math.max(15, meters * limitTolerance)) return limit;
    const other = nearestOther(position);
    return own > shareTolerance && Math.abs(own - other.meters) < shareTolerance
      ? `median ${owners[other.line] ?? ''}`
      : 'coast';
  };
  return area.coordinates.flat().flatMap((ring) =>
    runsOf(ring, kindOf).flatMap(({ kind, coordinates }) => {
      if (kind === 'coast' || coordinates.length < 2) return [];
      const neighbour = kind.startsWith('median ') ? kind.slice('median '.length) : null;
      return [{ of: limit, limit: neighbour === null ? limit : ('median' as const), neighbour, coordinates }];
    }),
  );
}

type Run = { readonly kind: string; readonly coordinates: readonly Position[] };

/** Corners of a ring in runs of one kind; a median line has the corners that it shares with its neighbours. */
function runsOf(ring: readonly Position[], kindOf: (position: Position) => string): readonly Run[] {
  const corners = ring.slice(0, -1).map((position) => ({ position, kind: kindOf(position) }));
  // The ring is opened where the kind changes, so that no run is cut in two.
  const start = corners.findIndex(({ kind }, place) => kind !== corners.at(place - 1)?.kind);
  const turned = start <= 0 ? corners : [...corners.slice(start), ...corners.slice(0, start)];
  const runs: { kind: string; coordinates: Position[] }[] = [];
  for (const { kind, position } of turned) {
    const last = runs.at(-1);
    if (last?.kind === kind) last.coordinates.push(position);
    else runs.push({ kind, coordinates: [position] });
  }
  const isShared = (run: Run | undefined): run is Run => run !== undefined && run.kind !== 'coast' && runs.length > 1;
  return runs.map((run, place): Run => {
    if (!run.kind.startsWith('median ')) return run;
    const [before, after] = [runs.at(place - 1), runs[(place + 1) % runs.length]];
    const head = isShared(before) && !before.kind.startsWith('median ') ? before.coordinates.slice(-1) : [];
    const tail = isShared(after) ? after.coordinates.slice(0, 1) : [];
    return { kind: run.kind, coordinates: [...head, ...run.coordinates, ...tail] };
  });
}

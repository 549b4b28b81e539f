import { type ArealGeometry, type MultiPolygonGeometry, type Position, zee } from '@kianda/geo';
import type { Watch } from '@kianda/science/models/shared/watch';
import { geodesicArea } from '@kianda/science/spatial/buffer/buffer';
import type { PlanarEngine } from '@kianda/science/spatial/buffer/planar-engine';
import { metersBetween } from '@kianda/science/spatial/limits/line-index';
import { type MaritimeZones, maritimeZones } from '@kianda/science/spatial/limits/zones';
import { type Coasts, readCoasts } from '../../../../platform/geometry/coasts.ts';
import type { DrawingTask, DrawnLimits, DrawnLine, DrawnZone } from './drawing.types.ts';

type Line = readonly Position[];

/** Middle of Angola's sea, and a distance that holds all of it. */
const center = { lon: 10.5, lat: -11.5 };
const reach = 800_000;
/** Degrees of land that stand behind a national baseline. */
const behind = 3;
const squareKilometre = 1e6;

/** The maritime zones of Angola from the coast that is held, or from the national baseline. */
export function drawLimits({ national }: DrawingTask, engine: PlanarEngine, watch: Watch = {}): DrawnLimits {
  const coasts = readCoasts();
  const { baseline, internal, bays } = startOf(coasts, national, engine);
  const inland = engine.union([coasts.land, polygonOf(coasts.river), internal]);
  const { neighbours } = coasts;
  const found = maritimeZones({ baseline, neighbours, inland, center, reach }, engine, watch);
  return {
    zones: zonesOf(found, internal),
    lines: found.lines.map(
      ({ limit, neighbour, coordinates }): DrawnLine => ({
        ...{ kind: limit, neighbour, coordinates: coordinates.map(rounded) },
        length: lengthOf(coordinates) / 1000,
      }),
    ),
    overlaps: found.overlaps.map(({ neighbour, areaSquareMeters, ownSquareMeters }) => ({
      ...{ neighbour, area: areaSquareMeters / squareKilometre, ownArea: ownSquareMeters / squareKilometre },
    })),
    bays,
    comparison: compared(found.within.zee, engine),
    baseline: baseline.map((line) => line.map(rounded)),
    coast: coasts.coast.map((line) => line.map(rounded)),
  };
}

function startOf(coasts: Coasts, national: DrawingTask['national'], engine: PlanarEngine) {
  const mainland = coasts.baseline.reduce<Line>((longest, line) => (line.length > longest.length ? line : longest), []);
  const isReplaced = ({ ring }: Coasts['bays'][number]) => national !== null && ring.some((at) => at[1] < northEnd);
  const bays = coasts.bays.filter((bay) => !isReplaced(bay));
  const bayArea = engine.union(bays.map(({ ring }) => polygonOf(ring)));
  const told = bays.map(({ ring, mouthMeters }) => ({
    ...{ mouthKm: mouthMeters / 1000, areaKm2: kilometresOf({ type: 'MultiPolygon', coordinates: [[ring]] }) },
    ...{ lon: ring[0]?.[0] ?? 0, lat: ring[0]?.[1] ?? 0 },
  }));
  if (national === null) return { baseline: coasts.baseline, internal: bayArea, bays: told };
  const lines = national.map(northward).filter((line) => line.length > 1);
  const waters = lines.map((line) =>
    engine.difference(polygonOf(landward(line)), engine.union([coasts.land, polygonOf(coasts.river)])),
  );
  return {
    baseline: [...coasts.baseline.filter((line) => line !== mainland), ...lines],
    internal: engine.union([bayArea, ...waters]),
    bays: told,
  };
}

/** South of it lies the coast that the national baseline stands for; Cabinda is north of it. */
const northEnd = -5.9;

const northward = (line: Line): Line => ((line[0]?.[1] ?? 0) <= (line.at(-1)?.[1] ?? 0) ? line : line.toReversed());

/** The side behind a baseline that runs to the north with the land on its right. */
function landward(line: Line): Line {
  const east = Math.max(...line.map(([lon]) => lon)) + behind;
  const [first = [0, 0], last = [0, 0]] = [line[0], line.at(-1)];
  return [...line, [east, last[1]], [east, first[1]], first];
}

function zonesOf(found: MaritimeZones, internal: MultiPolygonGeometry): readonly DrawnZone[] {
  const zoneOf = (type: DrawnZone['type'], geometry: MultiPolygonGeometry): DrawnZone => ({
    ...{ type, area: kilometresOf(geometry), perimeter: outlineOf(geometry) / 1000 },
    geometry: {
      type: 'MultiPolygon',
      coordinates: geometry.coordinates.map((rings) => rings.map((r) => r.map(rounded))),
    },
  });
  return [
    zoneOf('internal_waters', internal),
    zoneOf('territorial_waters', found.territorial),
    zoneOf('contiguous_zone', found.contiguous),
    zoneOf('zee', found.zee),
    // To 200 nautical miles the bottom of the economic zone is the shelf, wherever the margin ends.
    zoneOf('continental_shelf', found.zee),
  ];
}

function compared(drawn: MultiPolygonGeometry, engine: PlanarEngine): DrawnLimits['comparison'] {
  // Its edges are straight in degrees: cut short, they stay so when their areas are taken with geodesics.
  const fine: MultiPolygonGeometry = {
    type: 'MultiPolygon',
    coordinates: zee.coordinates.map((rings) => rings.map(cutShort)),
  };
  const repaired = engine.repaired(fine)?.geometry;
  const platform = repaired?.type === 'MultiPolygon' ? repaired : fine;
  return {
    drawn: kilometresOf(drawn),
    platform: kilometresOf(platform),
    both: kilometresOf(engine.intersection(drawn, platform)),
    onlyDrawn: kilometresOf(engine.difference(drawn, platform)),
    onlyPlatform: kilometresOf(engine.difference(platform, drawn)),
  };
}

const stepDegrees = 0.02;

function cutShort(ring: Line): Line {
  return ring.flatMap(([lon, lat], place): Line => {
    const [nextLon, nextLat] = ring[place + 1] ?? [lon, lat];
    const pieces = Math.max(1, Math.ceil(Math.hypot(nextLon - lon, nextLat - lat) / stepDegrees));
    return Array.from({ length: pieces }, (_, piece): Position => {
      return [lon + ((nextLon - lon) * piece) / pieces, lat + ((nextLat - lat) * piece) / pieces];
    });
  });
}

const kilometresOf = (area: MultiPolygonGeometry): number => geodesicArea(area) / squareKilometre;
const outlineOf = ({ coordinates }: MultiPolygonGeometry): number =>
  coordinates.flat().reduce((sum, ring) => sum + lengthOf(ring), 0);

function lengthOf(line: Line): number {
  return line.slice(1).reduce((sum, at, place) => sum + metersBetween(line[place] ?? at, at), 0);
}

const polygonOf = (ring: Line): ArealGeometry => ({ type: 'Polygon', coordinates: [ring] });

/** A tenth of a metre is more than any coast knows. */
const rounded = ([lon, lat]: Position): Position => [Number(lon.toFixed(6)), Number(lat.toFixed(6))];

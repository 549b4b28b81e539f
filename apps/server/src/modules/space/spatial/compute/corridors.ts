import { corridorParametersSchema } from '@kianda/contract/space/spatial/analysis-types';
import type { HabitatLink } from '@kianda/contract/space/spatial/layer-properties';
import { distanceMeters, type Grid, type Position } from '@kianda/geo';
import { partOf, type Watch } from '@kianda/science/models/shared/watch';
import type { PlanarEngine } from '@kianda/science/spatial/buffer/planar-engine';
import { circuitBetween } from '@kianda/science/spatial/costs/circuit';
import { corridorBetween } from '@kianda/science/spatial/costs/corridor';
import { type CostRoom, costRoom } from '@kianda/science/spatial/costs/least-cost';
import { type CostSurface, isPassable } from '@kianda/science/spatial/costs/surface';
import { cellPosition, cellsIn, eachRun, gridOfArea, noCell, sampledIn } from './area-grid.ts';
import type { ComputeTask, Draft, DrawnFeature } from './compute.types.ts';
import { attribute, joinedWarnings, oneColour, rangeClasses, rounded, significant, statistic } from './drafts.ts';
import {
  areaIn,
  arealOf,
  countOf,
  featuresOf,
  geometryAt,
  joinedArea,
  middleOf,
  nameAt,
  optionalFeatures,
  takenRaster,
} from './feature-set.ts';

type Options = ReturnType<typeof corridorParametersSchema.parse>;
type Habitat = { readonly name: string; readonly middle: Position; readonly cells: readonly number[] };
type Pair = readonly [from: Habitat, to: Habitat];
type Found = {
  readonly lines: DrawnFeature[];
  readonly swath: Float32Array;
  readonly room: CostRoom;
  readonly currents: Float32Array | null;
  readonly warnings: { code: string; count: number }[];
  readonly methods: Set<string>;
};

const mostPairs = 100;
const mostHabitats = 400;

/** Corridors of least cost between habitats, and with circuit theory the current through each cell. */
export function corridorsDraft(task: ComputeTask, _engine: PlanarEngine, watch: Watch): Draft {
  const options = corridorParametersSchema.parse(task.parameters);
  const surface = surfaceOf(task, options);
  const { grid } = surface;
  const habitats = habitatsOf(task, surface);
  const pairs = pairsOf(habitats, options);
  if (pairs.length === 0) {
    throw new RangeError('Nenhum par de habitats está à distância pedida: aumente a distância máxima.');
  }
  const found: Found = {
    ...{ lines: [], warnings: [], methods: new Set() },
    swath: new Float32Array(surface.friction.length).fill(Number.NaN),
    room: costRoom(surface.friction.length),
    currents: options.algorithm === 'circuit' ? new Float32Array(surface.friction.length).fill(Number.NaN) : null,
  };
  pairs.forEach((pair, place) => {
    join(surface, pair, { options, found }, partOf(watch, place / pairs.length, (place + 1) / pairs.length));
  });
  const lengths = found.lines.map(({ properties }) => Number(properties.corridor_length_km));
  const qualities = found.lines.map(({ properties }) => Number(properties.quality_score));
  return {
    layers: layersOf(found, grid),
    statistics: [
      statistic('corridors', 'Corredores', found.lines.length),
      statistic(
        'length_km',
        'Comprimento somado',
        rounded(
          lengths.reduce((sum, one) => sum + one, 0),
          3,
        ),
        { unit: 'km' },
      ),
      statistic('quality', 'Qualidade média', meanOf(qualities), { reason: 'Nenhum par tem caminho.' }),
      statistic('pairs', 'Pares procurados', pairs.length),
      statistic('habitats', 'Habitats no mar da área', habitats.length),
    ],
    warnings: joinedWarnings(found.warnings),
    methods: [...found.methods],
  };
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : rounded(values.reduce((sum, one) => sum + one, 0) / values.length);

type SeaSurface = CostSurface & { readonly grid: Grid };

/**
 * Friction 1–`friction_max` by the field; outside the area and in barriers none passes. The only array of the size of the
 * grid: an area may have a hundred million cells.
 */
function surfaceOf(task: ComputeTask, options: Options): SeaSurface {
  const { area, grid } = gridOfArea(task, options.cell_degrees);
  const friction = new Float32Array(grid.columns * grid.rows).fill(Number.NaN);
  const field = takenRaster(task, 'friction');
  let count = 0;
  eachRun(grid, area, (first, end) => {
    count += end - first;
    for (let cell = first; cell < end; cell += 1) friction[cell] = field === null ? 1 : sampledIn(field, grid, cell);
  });
  if (count === 0) throw new RangeError(noCell);
  if (field !== null) toFriction(friction, options);
  const barriers = optionalFeatures(task, 'barriers');
  if (barriers !== null) {
    eachRun(grid, joinedArea(arealOf(barriers)), (first, end) => {
      friction.fill(Number.NaN, first, end);
    });
  }
  return {
    ...{ columns: grid.columns, rows: grid.rows, friction, grid },
    size: {
      ...{ system: 'geographic', southDegrees: grid.south },
      ...{ lonStepDegrees: grid.lonStepDegrees, latStepDegrees: grid.latStepDegrees },
    },
  };
}

/** Turns values of a field into friction where they stand. */
function toFriction(values: Float32Array, { friction_sense, friction_max }: Options): void {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  for (let cell = 0; cell < values.length; cell += 1) {
    const share = most === least ? 1 : ((values[cell] ?? Number.NaN) - least) / (most - least);
    const ease = friction_sense === 'high' ? share : 1 - share;
    values[cell] = Number.isNaN(values[cell]) ? Number.NaN : 1 + (friction_max - 1) * (1 - ease);
  }
}

/** Rows that a habitat without a passable cell of its own looks for one, in both directions. */
const reachRows = 10;

/** Passable cells of each habitat: those in it, or the nearest one at most ten cells from its middle. */
function habitatsOf(task: ComputeTask, { grid, friction }: SeaSurface): readonly Habitat[] {
  const set = featuresOf(task, 'habitats');
  if (countOf(set) > mostHabitats)
    throw new RangeError(`São ${countOf(set)} habitats, e o limite são ${mostHabitats}.`);
  const isOpen = (cell: number) => isPassable(friction[cell] ?? 0);
  const reach = reachRows * grid.latStepDegrees * 111_195;
  return Array.from({ length: countOf(set) }, (_, feature): Habitat | null => {
    const geometry = geometryAt(set, feature);
    const middle = middleOf(geometry);
    const name = nameAt(set, feature);
    const area = areaIn(geometry);
    const own = area === null ? [] : cellsIn(grid, area).filter(isOpen);
    if (own.length > 0) return { name, middle, cells: own };
    let [best, least] = [-1, reach];
    const row = Math.round((middle[1] - grid.south) / grid.latStepDegrees);
    const [first, last] = [Math.max(0, row - reachRows - 1), Math.min(grid.rows - 1, row + reachRows + 1)];
    for (let cell = first * grid.columns; cell < (last + 1) * grid.columns; cell += 1) {
      if (!isOpen(cell)) continue;
      const meters = distanceMeters(middle, cellPosition(grid, cell));
      if (meters < least) [best, least] = [cell, meters];
    }
    return best < 0 ? null : { name, middle, cells: [best] };
  }).filter((habitat) => habitat !== null);
}

/** Whether two lists of cells, each in order, have one in common. */
function isShared(one: readonly number[], other: readonly number[]): boolean {
  for (let [a, b] = [0, 0]; a < one.length && b < other.length; ) {
    const difference = (one[a] ?? 0) - (other[b] ?? 0);
    if (difference === 0) return true;
    if (difference < 0) a += 1;
    else b += 1;
  }
  return false;
}

/** All pairs near enough, or the shortest net that joins what can be joined (Kruskal). */
function pairsOf(habitats: readonly Habitat[], { pairs, max_distance: most }: Options): readonly Pair[] {
  const near = habitats
    .flatMap((from, place) =>
      habitats.slice(place + 1).map((to) => ({ from, to, meters: distanceMeters(from.middle, to.middle) })),
    )
    .filter(({ from, to, meters }) => meters <= most && !isShared(from.cells, to.cells))
    .sort((a, b) => a.meters - b.meters);
  const groupOf = new Map(habitats.map((habitat) => [habitat, habitat]));
  const rootOf = (habitat: Habitat): Habitat => {
    const above = groupOf.get(habitat) ?? habitat;
    return above === habitat ? habitat : rootOf(above);
  };
  const chosen =
    pairs === 'all'
      ? near
      : near.filter(({ from, to }) => {
          const [a, b] = [rootOf(from), rootOf(to)];
          if (a === b) return false;
          groupOf.set(a, b);
          return true;
        });
  if (chosen.length > mostPairs) {
    throw new RangeError(`São ${chosen.length} pares, e o limite são ${mostPairs}: baixe a distância máxima.`);
  }
  return chosen.map(({ from, to }) => [from, to] as const);
}

function join(
  surface: SeaSurface,
  [from, to]: Pair,
  { options, found }: { readonly options: Options; readonly found: Found },
  watch: Watch,
): void {
  const ends = [from.cells, to.cells] as const;
  const { neighbours, cutoff, barrier_friction: barrierFriction } = options;
  const asked = { neighbours, cutoff, barrierFriction, into: found.swath, room: found.room };
  const { value, method, warnings } = corridorBetween(surface, ends, asked, watch);
  found.methods.add(method);
  found.warnings.push(...warnings);
  if (value === null) return;
  let resistance: number | null = null;
  if (found.currents !== null) {
    const circuit = circuitBetween(surface, ends, { neighbours: neighbours === 4 ? 4 : 8, tolerance: 1e-9 }, watch);
    found.methods.add(circuit.method);
    found.warnings.push(...circuit.warnings);
    resistance = significant(circuit.value?.effectiveResistance);
    circuit.value?.currents.forEach((current, cell) => {
      if (Number.isNaN(current)) return;
      const known = found.currents?.[cell] ?? Number.NaN;
      if (found.currents !== null) found.currents[cell] = current + (Number.isNaN(known) ? 0 : known);
    });
  }
  const path = value.path.map((cell) => cellPosition(surface.grid, cell));
  const [first] = path;
  found.lines.push({
    geometry: { type: 'LineString', coordinates: path.length === 1 && first !== undefined ? [first, first] : path },
    properties: {
      ...({
        ...{ source_habitat: from.name, target_habitat: to.name, importance: null },
        connectivity_index: rounded(value.qualityScore),
        corridor_length_km: rounded(value.pathLength / 1000),
        barrier_count: value.barriers,
        quality_score: rounded(value.qualityScore),
      } satisfies HabitatLink),
      least_cost: significant(value.leastCost),
      cost_to_path: significant(value.costToPath),
      resistance,
    },
  });
}

function layersOf({ lines, swath, currents }: Found, grid: Grid): Draft['layers'] {
  return [
    {
      ...{ kind: 'vector', id: 'corridors', title: 'Corredores', geometryType: 'line', features: lines },
      attributes: [
        attribute('source_habitat', 'De', 'string'),
        attribute('target_habitat', 'Para', 'string'),
        attribute('connectivity_index', 'Conectividade', 'number'),
        attribute('corridor_length_km', 'Comprimento', 'number', 'km'),
        attribute('barrier_count', 'Barreiras', 'integer'),
        attribute('quality_score', 'Qualidade', 'number'),
        attribute('importance', 'Importância', 'number', '%'),
        attribute('least_cost', 'Custo mínimo', 'number', 'm de custo'),
        attribute('cost_to_path', 'Custo por metro de caminho', 'number'),
        attribute('resistance', 'Resistência efetiva', 'number'),
      ],
      ...{ legendAttribute: null, legend: oneColour('Caminho de menor custo', '#0b7285') },
    },
    {
      ...{ kind: 'raster', id: 'swath', title: 'Custo acima do mínimo', unit: null, grid, values: swath },
      legend: rangeClasses(swath, ''),
    },
    ...(currents === null
      ? []
      : [
          {
            ...({ kind: 'raster', id: 'currents', title: 'Corrente do circuito', unit: 'A' } as const),
            ...{ grid, values: currents, legend: rangeClasses(currents, 'A') },
          },
        ]),
  ];
}

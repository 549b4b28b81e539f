import { corridorParametersSchema } from '@kianda/contract/space/spatial/analysis-types';
import type { HabitatLink } from '@kianda/contract/space/spatial/layer-properties';
import { distanceMeters, type Position } from '@kianda/geo';
import { partOf, type Watch } from '@kianda/science/models/shared/watch';
import type { PlanarEngine } from '@kianda/science/spatial/buffer/planar-engine';
import { circuitBetween } from '@kianda/science/spatial/costs/circuit';
import { corridorBetween } from '@kianda/science/spatial/costs/corridor';
import { type CostSurface, isPassable } from '@kianda/science/spatial/costs/surface';
import { type AreaGrid, areaGrid, cellPosition, maskOf, sampledAt } from './area-grid.ts';
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
  optionalRaster,
} from './feature-set.ts';

type Options = ReturnType<typeof corridorParametersSchema.parse>;
type Habitat = { readonly name: string; readonly middle: Position; readonly cells: readonly number[] };
type Pair = readonly [from: Habitat, to: Habitat];
type Found = {
  readonly lines: DrawnFeature[];
  readonly swath: Float32Array;
  readonly currents: Float32Array | null;
  readonly warnings: { code: string; count: number }[];
  readonly methods: Set<string>;
};

const mostPairs = 100;
const mostHabitats = 400;

/** Corridors of least cost between habitats, and with circuit theory the current through each cell. */
export function corridorsDraft(task: ComputeTask, _engine: PlanarEngine, watch: Watch): Draft {
  const options = corridorParametersSchema.parse(task.parameters);
  const over = areaGrid(task, options.cell_degrees);
  const surface = surfaceOf(task, over, options);
  const habitats = habitatsOf(task, over, surface);
  const pairs = pairsOf(habitats, options);
  if (pairs.length === 0) {
    throw new RangeError('Nenhum par de habitats está à distância pedida: aumente a distância máxima.');
  }
  const found: Found = {
    ...{ lines: [], warnings: [], methods: new Set() },
    swath: new Float32Array(surface.friction.length).fill(Number.NaN),
    currents: options.algorithm === 'circuit' ? new Float32Array(surface.friction.length).fill(Number.NaN) : null,
  };
  pairs.forEach((pair, place) => {
    join(surface, pair, { options, over, found }, partOf(watch, place / pairs.length, (place + 1) / pairs.length));
  });
  const lengths = found.lines.map(({ properties }) => Number(properties.corridor_length_km));
  const qualities = found.lines.map(({ properties }) => Number(properties.quality_score));
  return {
    layers: layersOf(found, over),
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

/** Friction 1–`friction_max` by the field; outside the area and in barriers none passes. */
function surfaceOf(task: ComputeTask, { grid, mask, cells }: AreaGrid, options: Options): CostSurface {
  const friction = new Float64Array(mask.length);
  const field = optionalRaster(task, 'friction');
  const values = field === null ? null : sampledAt(field, grid, cells);
  const known = values?.filter((value) => !Number.isNaN(value)) ?? new Float64Array();
  const [least, most] = known.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)] as const, [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as const);
  cells.forEach((cell, place) => {
    const value = values?.[place];
    if (value === undefined) friction[cell] = 1;
    else if (!Number.isNaN(value)) {
      const share = most === least ? 1 : (value - least) / (most - least);
      const ease = options.friction_sense === 'high' ? share : 1 - share;
      friction[cell] = 1 + (options.friction_max - 1) * (1 - ease);
    }
  });
  const barriers = optionalFeatures(task, 'barriers');
  if (barriers !== null) {
    const closed = maskOf(grid, joinedArea(arealOf(barriers)));
    closed.forEach((is, cell) => {
      if (is === 1) friction[cell] = 0;
    });
  }
  return {
    ...{ columns: grid.columns, rows: grid.rows, friction },
    size: {
      ...{ system: 'geographic', southDegrees: grid.south },
      ...{ lonStepDegrees: grid.lonStepDegrees, latStepDegrees: grid.latStepDegrees },
    },
  };
}

/** Passable cells of each habitat: those in it, or the nearest one at most ten cells from its middle. */
function habitatsOf(task: ComputeTask, { grid, cells }: AreaGrid, surface: CostSurface): readonly Habitat[] {
  const set = featuresOf(task, 'habitats');
  if (countOf(set) > mostHabitats)
    throw new RangeError(`São ${countOf(set)} habitats, e o limite são ${mostHabitats}.`);
  const passable = cells.filter((cell) => isPassable(surface.friction[cell] ?? 0));
  const reach = 10 * grid.latStepDegrees * 111_195;
  return Array.from({ length: countOf(set) }, (_, feature): Habitat | null => {
    const geometry = geometryAt(set, feature);
    const middle = middleOf(geometry);
    const name = nameAt(set, feature);
    const area = areaIn(geometry);
    if (area !== null) {
      const inside = maskOf(grid, area);
      const own = passable.filter((cell) => inside[cell] === 1);
      if (own.length > 0) return { name, middle, cells: own };
    }
    let [best, least] = [-1, reach];
    for (const cell of passable) {
      const meters = distanceMeters(middle, cellPosition(grid, cell));
      if (meters < least) [best, least] = [cell, meters];
    }
    return best < 0 ? null : { name, middle, cells: [best] };
  }).filter((habitat) => habitat !== null);
}

/** All pairs near enough, or the shortest net that joins what can be joined (Kruskal). */
function pairsOf(habitats: readonly Habitat[], { pairs, max_distance: most }: Options): readonly Pair[] {
  const near = habitats
    .flatMap((from, place) =>
      habitats.slice(place + 1).map((to) => ({ from, to, meters: distanceMeters(from.middle, to.middle) })),
    )
    .filter(({ from, to, meters }) => meters <= most && !from.cells.some((cell) => to.cells.includes(cell)))
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
  surface: CostSurface,
  [from, to]: Pair,
  { options, over, found }: { readonly options: Options; readonly over: AreaGrid; readonly found: Found },
  watch: Watch,
): void {
  const ends = [from.cells, to.cells] as const;
  const { neighbours, cutoff, barrier_friction: barrierFriction } = options;
  const { value, method, warnings } = corridorBetween(surface, ends, { neighbours, cutoff, barrierFriction }, watch);
  found.methods.add(method);
  found.warnings.push(...warnings);
  if (value === null) return;
  value.swath.forEach((is, cell) => {
    const above = (value.excess[cell] ?? 0) / (value.leastCost || 1);
    const known = found.swath[cell] ?? Number.NaN;
    if (is === 1 && !(known <= above)) found.swath[cell] = above;
  });
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
  const path = value.path.map((cell) => cellPosition(over.grid, cell));
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

function layersOf({ lines, swath, currents }: Found, { grid }: AreaGrid): Draft['layers'] {
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

import { driftParametersSchema } from '@kianda/contract/space/spatial/analysis-types';
import type { Position } from '@kianda/geo';
import type { Watch } from '@kianda/science/models/shared/watch';
import type { PlanarEngine } from '@kianda/science/spatial/buffer/planar-engine';
import { driftParticles } from '@kianda/science/spatial/drift/drift';
import type { ComputeTask, Draft, DrawnFeature, FeatureSet, LayerDraft } from './compute.types.ts';
import { attribute, oneColour, rounded, statistic, valueClass } from './drafts.ts';
import { countOf, currentsOf, featuresOf, middlesOf, nameAt } from './feature-set.ts';

const states = ['à deriva', 'em terra', 'fora das correntes', 'fixada'] as const;
const mostParticles = 200_000;
const tracksShown = 500;
const keptPerDay = 4;

type Drift = ReturnType<typeof driftParticles>['value'];

/** Particles as they were let go: where from, how many and when. */
type Release = {
  readonly set: FeatureSet;
  readonly places: readonly Position[];
  readonly count: number;
  readonly timeMs: number;
  /** Index of the place that a particle left. */
  readonly source: (particle: number) => number;
};

/** Particles adrift in the stored currents from the places of release. */
export function driftDraft(task: ComputeTask, _engine: PlanarEngine, watch: Watch): Draft {
  const options = driftParametersSchema.parse(task.parameters);
  const set = featuresOf(task, 'release');
  const { grid, timesMs, east, north } = currentsOf(task, 'currents');
  const places = middlesOf(set);
  const count = countOf(set) * options.particles;
  if (count > mostParticles) throw new RangeError(`São ${count} partículas, e o limite são ${mostParticles}.`);
  const timeMs = options.start === null ? (timesMs[0] ?? 0) : Date.parse(options.start);
  const source = (particle: number) => Math.floor(particle / options.particles);
  const { value, method, warnings } = driftParticles(
    { grid, timesMs, east, north },
    {
      lon: Float64Array.from({ length: count }, (_, particle) => places[source(particle)]?.[0] ?? 0),
      lat: Float64Array.from({ length: count }, (_, particle) => places[source(particle)]?.[1] ?? 0),
      timeMs,
    },
    {
      ...{
        days: options.days,
        stepSeconds: options.step_seconds,
        diffusivity: options.diffusivity,
        seed: options.seed,
      },
      keepEvery: Math.max(1, Math.round(86_400 / keptPerDay / options.step_seconds)),
    },
    watch,
  );
  const release: Release = { set, places, count, timeMs, source };
  return {
    layers: [endsLayer(release, value, options.days), tracksLayer(release, value)],
    statistics: driftStatistics(release, value),
    warnings,
    methods: [method],
  };
}

/** Points where the particles ended, with their state then. */
function endsLayer({ set, source }: Release, value: Drift, days: number): LayerDraft {
  const ends = Array.from(
    value.lon,
    (lon, particle): DrawnFeature => ({
      geometry: { type: 'Point', coordinates: [rounded(lon), rounded(value.lat[particle] ?? 0)] },
      properties: {
        source: nameAt(set, source(particle)),
        state: states[value.states[particle] ?? 0] ?? null,
        days: rounded(value.states[particle] === 0 ? days : (value.ageDays[particle] ?? 0), 3),
      },
    }),
  );
  return {
    ...{ kind: 'vector', id: 'ends', title: 'Onde chegam', geometryType: 'point', features: ends },
    attributes: [
      attribute('source', 'De', 'string'),
      attribute('state', 'Estado', 'string'),
      attribute('days', 'Dias', 'number', 'd'),
    ],
    legendAttribute: 'state',
    legend: [
      valueClass(states[0], 'À deriva', '#1d4ed8'),
      valueClass(states[1], 'Em terra', '#c2410c'),
      valueClass(states[2], 'Fora das correntes', '#9ca3af'),
    ],
  };
}

/** Ways of the particles, thinned to as many as a map shows well. */
function tracksLayer({ set, places, count, source }: Release, value: Drift): LayerDraft {
  const step = Math.max(1, Math.ceil(count / tracksShown));
  const tracks = Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step).flatMap(
    (particle): DrawnFeature[] => {
      const way = value.positions
        .map(({ lon, lat }): Position => [rounded(lon[particle] ?? Number.NaN), rounded(lat[particle] ?? Number.NaN)])
        .filter(([lon]) => !Number.isNaN(lon));
      const line = [...(places[source(particle)] === undefined ? [] : [places[source(particle)] as Position]), ...way];
      if (line.length < 2) return [];
      return [
        { geometry: { type: 'LineString', coordinates: line }, properties: { source: nameAt(set, source(particle)) } },
      ];
    },
  );
  return {
    ...{ kind: 'vector', id: 'tracks', title: 'Percursos', geometryType: 'line', features: tracks },
    attributes: [attribute('source', 'De', 'string')],
    ...{ legendAttribute: null, legend: oneColour('Percurso', '#0b7285') },
  };
}

function driftStatistics({ count, timeMs }: Release, value: Drift): Draft['statistics'] {
  const counted = (state: number) => value.states.filter((one) => one === state).length;
  return [
    statistic('particles', 'Partículas', count),
    statistic('afloat', 'À deriva no fim', counted(0)),
    statistic('beached', 'Chegaram a terra', counted(1)),
    statistic('left', 'Saíram das correntes guardadas', counted(2)),
    statistic('start', 'Início', new Date(timeMs).toISOString()),
  ];
}

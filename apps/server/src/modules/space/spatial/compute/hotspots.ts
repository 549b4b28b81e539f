import { hotspotParametersSchema } from '@kianda/contract/space/spatial/analysis-types';
import type { Hotspot } from '@kianda/contract/space/spatial/layer-properties';
import { distanceMeters, type Position, ports } from '@kianda/geo';
import type { Watch } from '@kianda/science/models/shared/watch';
import type { PlanarEngine } from '@kianda/science/spatial/buffer/planar-engine';
import { getisOrd } from '@kianda/science/spatial/clusters/getis-ord';
import { localMoran, moran } from '@kianda/science/spatial/clusters/moran';
import {
  bandWeights,
  leastConnectingBand,
  nearestWeights,
  queenWeights,
  type SpatialWeights,
} from '@kianda/science/spatial/clusters/weights';
import { densityClusters } from '@kianda/science/spatial/interpolation/density';
import { areaGrid, cellAt, cellPosition } from './area-grid.ts';
import type { ComputeTask, Draft, DrawnFeature } from './compute.types.ts';
import { attribute, joinedWarnings, oneColour, rounded, significant, statistic, valueClass } from './drafts.ts';
import { featuresOf, geometryAt, middleOf, middlesOf, pointsOf, valuesOf } from './feature-set.ts';

type Options = ReturnType<typeof hotspotParametersSchema.parse>;
/** Places with a value each: cells in which points were counted, or features with a number. */
type Places = {
  readonly positions: readonly Position[];
  readonly values: Float64Array;
  readonly weights: SpatialWeights;
  /** Metres within which two places are neighbours, for joining hot ones. */
  readonly reach: number;
  /** km² of each; null where they are no cells. */
  readonly areas: Float64Array | null;
  readonly names: readonly string[] | null;
  readonly outside: number;
};
type Scores = { readonly z: Float64Array; readonly p: Float64Array; readonly bins: Int8Array };

/** Hot and cold spots of a number, or of how many points there are. */
export function hotspotsDraft(task: ComputeTask, _engine: PlanarEngine, _watch: Watch): Draft {
  const options = hotspotParametersSchema.parse(task.parameters);
  const places = options.value_attribute === null ? countedPlaces(task, options) : measuredPlaces(task, options);
  const { scores, method, warnings } = scoresOf(places, options);
  const all = moran(places.values, places.weights);
  const hot = scores === null ? [] : hotspotsOf(places, scores, options);
  const side = (sign: number) => scores?.bins.filter((bin) => Math.sign(bin) === sign).length ?? null;
  const none = { reason: 'Os valores são todos iguais, ou há lugares a menos.' };
  return {
    layers: [hotspotLayer(hot, options), placeLayer(places, scores)],
    statistics: [
      statistic('hotspots', 'Hotspots', scores === null ? null : hot.length, none),
      statistic('hot_places', 'Lugares quentes', side(1), none),
      statistic('cold_places', 'Lugares frios', side(-1), none),
      statistic('places', 'Lugares analisados', places.values.length),
      statistic('moran', 'I de Moran', significant(all.value?.index), none),
      statistic('moran_p', 'p do I de Moran', significant(all.value?.p), none),
      statistic('band_m', 'Alcance da vizinhança', rounded(places.reach, 1), { unit: 'm' }),
    ],
    warnings: joinedWarnings(warnings, places.outside > 0 ? [{ code: 'outside', count: places.outside }] : []),
    methods: scores === null ? [method] : [method, all.method],
  };
}

/** Points counted in the cells of the area. */
function countedPlaces(task: ComputeTask, options: Options): Places {
  const { grid, mask, cells } = areaGrid(task, options.cell_degrees);
  const counts = new Float64Array(mask.length);
  let outside = 0;
  for (const position of middlesOf(featuresOf(task, 'points'))) {
    const cell = cellAt(grid, position);
    if (cell === null || mask[cell] !== 1) outside += 1;
    else counts[cell] = (counts[cell] ?? 0) + 1;
  }
  const positions = cells.map((cell) => cellPosition(grid, cell));
  const values = Float64Array.from(cells, (cell) => counts[cell] ?? 0);
  const areas = Float64Array.from(positions, ([, lat]) => cellArea(lat, options.cell_degrees));
  const isQueen = options.neighbourhood === 'band' && options.band_distance === null;
  const diagonal = distanceMeters([0, 0], [options.cell_degrees, options.cell_degrees]);
  if (isQueen) {
    const whole = queenWeights(grid.columns, grid.rows, (cell) => mask[cell] === 1);
    return { ...{ positions, values, areas, outside, names: null }, weights: ofCells(whole, cells), reach: diagonal };
  }
  const { weights, reach } = weightsOf(positions, options);
  return { ...{ positions, values, areas, outside, names: null, weights }, reach: Math.max(reach, diagonal) };
}

/** Weights among some cells of a grid, by their place among them. */
function ofCells(whole: SpatialWeights, cells: readonly number[]): SpatialWeights {
  const placeOf = new Map(cells.map((cell, place) => [cell, place]));
  const starts = new Uint32Array(cells.length + 1);
  const neighbours: number[] = [];
  cells.forEach((cell, place) => {
    for (let pair = whole.starts[cell] ?? 0; pair < (whole.starts[cell + 1] ?? 0); pair += 1) {
      const other = placeOf.get(whole.neighbours[pair] ?? -1);
      if (other !== undefined) neighbours.push(other);
    }
    starts[place + 1] = neighbours.length;
  });
  return {
    ...{ starts, neighbours: Uint32Array.from(neighbours), coincident: 0 },
    weights: new Float64Array(neighbours.length).fill(1),
  };
}

function measuredPlaces(task: ComputeTask, options: Options): Places {
  const set = featuresOf(task, 'points');
  const { values, features } = valuesOf(set, options.value_attribute ?? '');
  const positions = features.map((feature) => middleOf(geometryAt(set, feature)));
  const { weights, reach } = weightsOf(positions, options);
  const names = features.map((feature) => set.names[feature] ?? '');
  return { ...{ positions, values, weights, reach, areas: null, names }, outside: set.names.length - features.length };
}

function weightsOf(positions: readonly Position[], options: Options): Pick<Places, 'weights' | 'reach'> {
  const points = pointsOf(positions);
  const least = leastConnectingBand(points) ?? 0;
  if (options.neighbourhood === 'nearest') {
    return { weights: nearestWeights(points, options.neighbour_count), reach: least };
  }
  // A hair more, so that the pair that sets the band is within it.
  const band = options.band_distance ?? least * (1 + 1e-9);
  return { weights: bandWeights(points, band, options.neighbourhood === 'inverse_distance' ? 1 : 0), reach: band };
}

function scoresOf({ values, weights }: Places, options: Options) {
  if (options.analysis_type !== 'local_moran') {
    const star = options.analysis_type === 'getis_ord';
    const { value, ...rest } = getisOrd(values, weights, { star, falseDiscovery: options.false_discovery });
    return { scores: value, ...rest };
  }
  const { value, ...rest } = localMoran(values, weights);
  if (value === null) return { scores: null, ...rest };
  const bins = Int8Array.from(value.p, (p, place) => {
    const level = p < 0.01 ? 3 : p < 0.05 ? 2 : p < 0.1 ? 1 : 0;
    return value.quadrants[place] === 'HH' ? level : value.quadrants[place] === 'LL' ? -level : 0;
  });
  return { scores: { z: value.z, p: value.p, bins }, ...rest };
}

/** Hot places that are neighbours are one hotspot; it stands at the place with the highest score. */
function hotspotsOf(places: Places, { z, p, bins }: Scores, options: Options): readonly DrawnFeature[] {
  const hot = Array.from(bins.keys()).filter((place) => (bins[place] ?? 0) > 0);
  const highest = z.reduce((most, score) => Math.max(most, Number.isNaN(score) ? 0 : Math.abs(score)), 0);
  const groups = new Map<number, number[]>();
  const { labels } = densityClusters(pointsOf(hot.map((place) => places.positions[place] ?? [0, 0])), {
    radius: Math.max(1, places.reach * 1.001),
    minPoints: 1,
  }).value;
  for (const [at, place] of hot.entries()) {
    const label = labels[at] ?? -1;
    const group = groups.get(label);
    if (group === undefined) groups.set(label, [place]);
    else group.push(place);
  }
  return [...groups.values()]
    .map((group) => ({ group, peak: group.reduce((best, one) => ((z[one] ?? 0) > (z[best] ?? 0) ? one : best)) }))
    .sort((a, b) => (z[b.peak] ?? 0) - (z[a.peak] ?? 0))
    .map(({ group, peak }, rank): DrawnFeature => {
      const [lon, lat] = places.positions[peak] ?? [0, 0];
      return {
        geometry: { type: 'Point', coordinates: [lon, lat] },
        properties: {
          hotspot_id: `hs_${String(rank + 1).padStart(3, '0')}`,
          location_name: places.names?.[peak] || nearPort([lon, lat]),
          ...{ latitude: rounded(lat), longitude: rounded(lon), hotspot_type: options.hotspot_type },
          intensity_score: rounded((z[peak] ?? 0) / (highest || 1)),
          confidence_level: rounded(1 - (p[peak] ?? 1)),
          area_influence_km2:
            places.areas === null
              ? null
              : rounded(
                  group.reduce((sum, one) => sum + (places.areas?.[one] ?? 0), 0),
                  3,
                ),
          ...{ value: places.values[peak] ?? 0, z: z[peak] ?? 0, p: p[peak] ?? 1, bin: bins[peak] ?? 0 },
        } satisfies Hotspot,
      };
    });
}

/** «42 km de Luanda»: the nearest port of the coast. */
function nearPort(position: Position): string {
  const [near] = ports
    .map(({ name, position: at }) => ({ name, meters: distanceMeters(position, at) }))
    .sort((a, b) => a.meters - b.meters);
  return near === undefined ? '' : `${Math.round(near.meters / 1000)} km de ${near.name}`;
}

const kilometresPerDegree = 111.19492664;
const cellArea = (lat: number, side: number): number =>
  (side * kilometresPerDegree) ** 2 * Math.cos((lat * Math.PI) / 180);

const classes = [
  valueClass(3, 'Quente, 99 %', '#b91c1c'),
  valueClass(2, 'Quente, 95 %', '#ef4444'),
  valueClass(1, 'Quente, 90 %', '#fca5a5'),
  valueClass(0, 'Não se distingue', '#d1d5db'),
  valueClass(-1, 'Frio, 90 %', '#93c5fd'),
  valueClass(-2, 'Frio, 95 %', '#3b82f6'),
  valueClass(-3, 'Frio, 99 %', '#1e40af'),
] as const;

const scoreAttributes = [
  attribute('value', 'Valor', 'number'),
  attribute('z', 'z', 'number'),
  attribute('p', 'p', 'number'),
  attribute('bin', 'Classe', 'integer'),
] as const;

function placeLayer({ positions, values, names }: Places, scores: Scores | null): Draft['layers'][number] {
  const featureAt = ([lon, lat]: Position, place: number): DrawnFeature => ({
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: {
      ...{ name: names?.[place] || null, value: values[place] ?? 0, z: significant(scores?.z[place]) },
      ...{ p: significant(scores?.p[place]), bin: scores?.bins[place] ?? 0 },
    },
  });
  return {
    ...{ kind: 'vector', id: 'places', title: 'Lugares analisados', geometryType: 'point' },
    features: positions.values().map(featureAt),
    attributes: [attribute('name', 'Nome', 'string'), ...scoreAttributes],
    ...{ legendAttribute: 'bin', legend: classes },
  };
}

function hotspotLayer(features: readonly DrawnFeature[], { hotspot_type }: Options): Draft['layers'][number] {
  return {
    ...{ kind: 'vector', id: 'hotspots', title: 'Hotspots', geometryType: 'point', features },
    attributes: [
      attribute('hotspot_id', 'ID', 'string'),
      attribute('location_name', 'Lugar', 'string'),
      attribute('latitude', 'Latitude', 'number', '°'),
      attribute('longitude', 'Longitude', 'number', '°'),
      attribute('hotspot_type', 'Assunto', 'string'),
      attribute('intensity_score', 'Intensidade', 'number'),
      attribute('confidence_level', 'Confiança', 'number'),
      attribute('area_influence_km2', 'Área de influência', 'number', 'km²'),
      ...scoreAttributes,
    ],
    ...{ legendAttribute: null, legend: oneColour(`Hotspot (${hotspot_type})`, '#b91c1c') },
  };
}

import type { GeoGeometry } from '@kianda/connectors';
import { connectivityParametersSchema } from '@kianda/contract/space/spatial/analysis-types';
import type { HabitatImportance, HabitatLink } from '@kianda/contract/space/spatial/layer-properties';
import { interpolateGreatCircle, type Position, pointInPolygon } from '@kianda/geo';
import { report, type Watch } from '@kianda/science/models/shared/watch';
import type { PlanarEngine } from '@kianda/science/spatial/buffer/planar-engine';
import { connectivityOf } from '@kianda/science/spatial/networks/connectivity';
import type { Network } from '@kianda/science/spatial/networks/network';
import { geodesicDistance } from '@kianda/science/spatial/shared/geodesic';
import { createPointIndex } from '@kianda/science/spatial/shared/point-index';
import { cartesianOf, straightDistance, surfaceDistance } from '@kianda/science/spatial/shared/points';
import type { ComputeTask, Draft, DrawnFeature, FeatureSet } from './compute.types.ts';
import { densified } from './densified.ts';
import { attribute, joinedWarnings, oneColour, rangeClasses, rounded, significant, statistic } from './drafts.ts';
import {
  arealOf,
  areaSquareMeters,
  countOf,
  featuresOf,
  geometriesOf,
  nameAt,
  optionalFeatures,
  pointsOf,
} from './feature-set.ts';

type Link = {
  readonly from: number;
  readonly to: number;
  readonly meters: number;
  readonly ends: readonly [Position, Position];
};
type Options = ReturnType<typeof connectivityParametersSchema.parse>;

/** Connectivity of habitats: links no longer than the greatest distance, edge to edge. */
export function connectivityDraft(task: ComputeTask, _engine: PlanarEngine, watch: Watch): Draft {
  const options = connectivityParametersSchema.parse(task.parameters);
  const set = featuresOf(task, 'habitats');
  if (countOf(set) < 2) throw new RangeError('São precisos pelo menos dois habitats.');
  const geometries = geometriesOf(set);
  const areas = habitatAreas(set, geometries, options);
  const links = linksOf(geometries, options.max_distance, watch);
  const network: Network = {
    areas,
    links: {
      from: Uint32Array.from(links, ({ from }) => from),
      to: Uint32Array.from(links, ({ to }) => to),
      length: Float64Array.from(links, ({ meters }) => meters),
    },
  };
  const dispersal = { length: options.dispersal_distance, chance: options.dispersal_chance };
  const { value, method, warnings } = connectivityOf(
    network,
    { index: options.index, dispersal, links: options.link_importance },
    watch,
  );
  const barriers = optionalFeatures(task, 'barriers');
  const shown = links.map(
    (link, place): DrawnFeature => ({
      geometry: { type: 'LineString', coordinates: [...link.ends] },
      properties: {
        source_habitat: nameAt(set, link.from),
        target_habitat: nameAt(set, link.to),
        connectivity_index: rounded(options.dispersal_chance ** (link.meters / options.dispersal_distance)),
        corridor_length_km: rounded(link.meters / 1000),
        barrier_count: barriers === null ? 0 : crossings(link.ends, barriers),
        quality_score: null,
        importance: significant(value?.links?.[place]),
      } satisfies HabitatLink,
    }),
  );
  return {
    layers: [
      linkLayer(shown),
      habitatLayer(set, geometries, { areas, value, isArea: options.area_attribute === null }),
    ],
    statistics: [
      statistic('connectivity_index', 'Índice de conectividade (EC ÷ soma das áreas)', significant(value?.normalised)),
      statistic('equivalent_area', 'Área conexa equivalente (EC)', significant(value?.equivalentArea), { unit: 'km²' }),
      statistic('corridors', 'Ligações', links.length),
      statistic('habitats', 'Habitats', countOf(set)),
      statistic('components', 'Grupos ligados', value?.components ?? null),
    ],
    warnings: joinedWarnings(warnings, links.length === 0 ? [{ code: 'noLinks', count: 1 }] : []),
    methods: [method],
  };
}

/** km², or the attribute; a place without an area counts as one. */
function habitatAreas(set: FeatureSet, geometries: readonly GeoGeometry[], { area_attribute }: Options): Float64Array {
  if (area_attribute === null) {
    const areas = Float64Array.from(geometries, (geometry) => areaSquareMeters(geometry) / 1e6);
    return areas.every((area) => area === 0) ? areas.fill(1) : areas;
  }
  const given = set.numbers[area_attribute];
  if (given === undefined) throw new RangeError(`Os habitats não têm o atributo numérico «${area_attribute}».`);
  const bad = given.findIndex((value) => !(value >= 0));
  if (bad >= 0) throw new RangeError(`«${nameAt(set, bad)}» não tem um valor de «${area_attribute}» de 0 ou mais.`);
  return given;
}

/** Pairs of habitats whose edges are at most so far apart, with the nearest two places of each. */
function linksOf(geometries: readonly GeoGeometry[], most: number, watch: Watch): readonly Link[] {
  const step = Math.max(500, Math.min(5_000, most / 4));
  const places = geometries.flatMap((geometry, habitat) =>
    densified(geometry, step).map((position) => ({ habitat, position })),
  );
  const cartesian = cartesianOf(pointsOf(places.map(({ position }) => position)));
  const index = createPointIndex(cartesian);
  const radius = straightDistance('geographic', most);
  const best = new Map<string, { meters: number; a: number; b: number }>();
  for (let at = 0; at < places.length; at += 1) {
    if ((at & 0x3ff) === 0) report(watch, (0.5 * at) / places.length);
    const own = places[at]?.habitat ?? -1;
    index.visitWithin({ places: cartesian, offset: 3 * at }, radius, (other, squared) => {
      const habitat = places[other]?.habitat ?? -1;
      if (habitat <= own) return;
      const key = `${own} ${habitat}`;
      const meters = surfaceDistance('geographic', Math.sqrt(squared));
      const known = best.get(key);
      if (known === undefined || meters < known.meters) best.set(key, { meters, a: at, b: other });
    });
  }
  return [...best.values()].flatMap(({ a, b }) => {
    const [from, to] = [places[a], places[b]];
    if (from === undefined || to === undefined) return [];
    const meters = geodesicDistance(lonLat(from.position), lonLat(to.position));
    if (meters > most) return [];
    return [{ from: from.habitat, to: to.habitat, meters, ends: [from.position, to.position] as const }];
  });
}

const lonLat = ([lon, lat]: Position) => ({ lon, lat });
const samples = 200;

/** Barriers that a link goes through. */
function crossings([from, to]: readonly [Position, Position], barriers: FeatureSet): number {
  const way = Array.from({ length: samples + 1 }, (_, place) => interpolateGreatCircle(from, to, place / samples));
  return arealOf(barriers).filter((area) => way.some((position) => pointInPolygon(position, area))).length;
}

function linkLayer(features: readonly DrawnFeature[]): Draft['layers'][number] {
  return {
    ...{ kind: 'vector', id: 'links', title: 'Ligações', geometryType: 'line', features },
    attributes: [
      attribute('source_habitat', 'De', 'string'),
      attribute('target_habitat', 'Para', 'string'),
      attribute('connectivity_index', 'Probabilidade de passagem', 'number'),
      attribute('corridor_length_km', 'Comprimento', 'number', 'km'),
      attribute('barrier_count', 'Barreiras', 'integer'),
      attribute('quality_score', 'Qualidade', 'number'),
      attribute('importance', 'Importância', 'number', '%'),
    ],
    ...{ legendAttribute: null, legend: oneColour('Ligação', '#0b7285') },
  };
}

function habitatLayer(
  set: FeatureSet,
  geometries: readonly GeoGeometry[],
  of: {
    readonly areas: Float64Array;
    readonly value: ReturnType<typeof connectivityOf>['value'];
    readonly isArea: boolean;
  },
): Draft['layers'][number] {
  const patches = of.value?.patches;
  const at = (values: Float64Array | undefined, habitat: number) => significant(values?.[habitat]) ?? 0;
  const features = geometries.map(
    (geometry, habitat): DrawnFeature => ({
      geometry,
      properties: {
        name: nameAt(set, habitat),
        area_km2: rounded(areaSquareMeters(geometry) / 1e6),
        importance: at(patches?.total, habitat),
        intra: at(patches?.intra, habitat),
        flux: at(patches?.flux, habitat),
        connector: at(patches?.connector, habitat),
      } satisfies HabitatImportance,
    }),
  );
  const [first] = geometries;
  return {
    ...{ kind: 'vector', id: 'habitats', title: 'Habitats', features },
    geometryType:
      first?.type.includes('Polygon') === true ? 'polygon' : first?.type.includes('Line') === true ? 'line' : 'point',
    attributes: [
      attribute('name', 'Habitat', 'string'),
      attribute('area_km2', 'Área', 'number', 'km²'),
      attribute('importance', 'Importância', 'number', '%'),
      attribute('intra', 'Parte interna', 'number', '%'),
      attribute('flux', 'Parte de fluxo', 'number', '%'),
      attribute('connector', 'Parte de ligação', 'number', '%'),
    ],
    legendAttribute: 'importance',
    legend: rangeClasses(patches?.total ?? new Float64Array(), '%'),
  };
}

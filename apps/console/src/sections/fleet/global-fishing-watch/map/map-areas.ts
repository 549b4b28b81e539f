import type { DataOf } from '@kianda/contract';
import type {
  licenceZones,
  listSeasons,
  SurveillanceArea,
} from '@kianda/contract/fleet/surveillance/registry.contract';
import type { WatchedKind } from '@kianda/viz/map/layers/watched/watched-layer.tsx';
import { isClosedOn, type LayerName } from './map-view.ts';

type Zone = DataOf<typeof licenceZones>['zones'][number];
type Season = DataOf<typeof listSeasons>['seasons'][number];
type Input = {
  readonly layers: ReadonlySet<LayerName>;
  readonly areas: readonly SurveillanceArea[];
  readonly seasons: readonly Season[];
  /** Licences valid on the day shown, by zone. */
  readonly licences: readonly Zone[];
  /** Outline of the ZEE, for seasons and licences of no area of their own; null while it is not there. */
  readonly zone: GeoJSON.Geometry | null;
  readonly atMs: number;
};

const shape = (
  geometry: GeoJSON.Geometry,
  properties: { readonly id: string; readonly name: string; readonly kind: WatchedKind },
): GeoJSON.Feature => ({ type: 'Feature', properties, geometry });

/** Areas of the layers that are on: those watched, those closed on the day shown, and those with licences valid then. */
export function areaFeatures(input: Input): GeoJSON.FeatureCollection {
  const { layers, areas, zone, atMs } = input;
  const geometryOf = (id: string | null): GeoJSON.Geometry | null =>
    id === null ? zone : (areas.find((area) => area.id === id)?.geometry ?? null);
  const watched = layers.has('areas')
    ? areas.map(({ id, name, kind, geometry }) => shape(geometry, { id, name, kind }))
    : [];
  const closed = layers.has('seasons')
    ? input.seasons
        .filter((season) => isClosedOn(season, atMs))
        .flatMap(({ id, name, areaId }) => {
          const geometry = geometryOf(areaId);
          return geometry === null ? [] : [shape(geometry, { id, name, kind: 'closed' })];
        })
    : [];
  const licensed = layers.has('licences') ? licensedAreas(input, geometryOf) : [];
  return { type: 'FeatureCollection', features: [...watched, ...licensed, ...closed] };
}

/** Each zone once, however many licences it has: its name says how many. */
function licensedAreas(
  { licences, areas }: Input,
  geometryOf: (id: string | null) => GeoJSON.Geometry | null,
): GeoJSON.Feature[] {
  return licences.flatMap(({ areaId: id, licences: count }) => {
    const geometry = geometryOf(id);
    const place = id === null ? 'Toda a ZEE' : (areas.find((area) => area.id === id)?.name ?? id);
    const name = `${place}: ${count} ${count === 1 ? 'licença' : 'licenças'}`;
    return geometry === null ? [] : [shape(geometry, { id: id ?? 'zee', name, kind: 'licensed' as const })];
  });
}

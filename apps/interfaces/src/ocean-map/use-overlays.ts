import { presenceCells } from '@kianda/contract/fleet/vessels/vessels.contract';
import { listOccurrences } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import {
  listFishingZones,
  listPorts,
  listProtectedAreas,
  zeeBoundary,
} from '@kianda/contract/sea/geography/geography.contract';
import { listBoundaries, type MaritimeBoundary } from '@kianda/contract/sea/limits/limits.contract';
import { type DerivedPoint, derivedSeries } from '@kianda/contract/sea/ocean/derived.contract';
import { listStations } from '@kianda/contract/sea/ocean/ocean.contract';
import type { UpwellingBand } from '@kianda/viz/map/layers/upwelling/bands.ts';
import { useRead } from '../client/use-read.ts';
import type { ViewState } from './view-state.ts';

const presenceDays = 7;
/** Days back that the newest upwelling index may be of. */
const upwellingDays = 14;
const mostObservations = 2_000;

/** Data of the layers that are shown; a layer that is off asks for nothing. */
export function useOverlays(layers: ViewState['overlays']) {
  const stations = useRead(listStations, layers.stations.on ? {} : null, 600);
  const zee = useRead(zeeBoundary, layers.zee.on ? {} : null);
  const presence = useRead(presenceCells, layers.presence.on ? { query: { days: presenceDays } } : null, 3600);
  const protectedAreas = useRead(listProtectedAreas, layers.protected.on ? {} : null);
  const fishing = useRead(listFishingZones, layers.fishing.on ? {} : null, 3600);
  const ports = useRead(listPorts, layers.ports.on ? {} : null);
  const upwelling = useRead(
    derivedSeries,
    layers.upwelling.on ? { params: { product: 'sst-upwelling-index' }, query: { days: upwellingDays } } : null,
    3600,
  );
  const observations = useRead(listOccurrences, layers.observations.on ? { query: { limit: mostObservations } } : null);
  const internal = useRead(listBoundaries, layers.internal.on ? {} : null);
  return {
    ...{ stations, zee, presence, protected: protectedAreas, fishing, ports },
    ...{ upwelling, observations, internal },
  };
}

/** Bands of the newest day of the index. */
export function newestBands(points: readonly DerivedPoint[]): {
  readonly day: string | null;
  readonly bands: readonly UpwellingBand[];
} {
  const day =
    points
      .map(({ time }) => time)
      .toSorted()
      .at(-1) ?? null;
  const number = (value: unknown) => (typeof value === 'number' ? value : null);
  const bands = points.flatMap(({ time, key, value, detail }): UpwellingBand[] => {
    const latitude = Number(key);
    if (time !== day || value === null || !Number.isFinite(latitude)) return [];
    const [coastCelsius, offshoreCelsius] = [number(detail.coastalCelsius), number(detail.offshoreCelsius)];
    return [{ latitude, index: value, coastCelsius, offshoreCelsius }];
  });
  return { day, bands };
}

/** Internal waters of the last drawing, as features. */
export function internalWaters(zones: readonly MaritimeBoundary[]): GeoJSON.FeatureCollection {
  const features = zones
    .filter(({ type }) => type === 'internal_waters')
    .map(({ name, source, geometry }) => ({
      type: 'Feature' as const,
      properties: { name, source },
      geometry: geometry as GeoJSON.MultiPolygon,
    }));
  return { type: 'FeatureCollection', features };
}

export type OverlaySources = ReturnType<typeof useOverlays>;

import { allows } from '@kianda/contract';
import { licenceZones, listAreas, listSeasons } from '@kianda/contract/fleet/surveillance/registry.contract';
import { listPorts, zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { useMemo } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { areaFeatures } from './map-areas.ts';
import type { LayerName } from './map-view.ts';

const rare = { refetchSeconds: 300 } as const;

/** Places of the map: the ZEE, ports, watched areas, what is closed and what is licensed on the day shown. */
export function useAreas(layers: ReadonlySet<LayerName>, atMs: number) {
  const { role } = useAccount();
  const mayWatch = allows(listAreas.access, role);
  const needsAreas = layers.has('areas') || layers.has('seasons') || layers.has('licences');
  const zee = useEndpoint(zeeBoundary, {}, { ...rare, enabled: allows(zeeBoundary.access, role) });
  const ports = useEndpoint(listPorts, {}, { ...rare, enabled: layers.has('ports') });
  const areas = useEndpoint(listAreas, {}, { ...rare, enabled: mayWatch && needsAreas });
  const seasons = useEndpoint(
    listSeasons,
    { query: { year: new Date(atMs).getUTCFullYear() } },
    { ...rare, enabled: mayWatch && layers.has('seasons') },
  );
  const licences = useEndpoint(
    licenceZones,
    { query: { on: new Date(atMs).toISOString().slice(0, 10) } },
    { ...rare, enabled: mayWatch && layers.has('licences') },
  );
  const boundary = zee.sourced?.value.boundary;
  const areaRows = areas.sourced?.value.areas;
  const seasonRows = seasons.sourced?.value.seasons;
  const licenceRows = licences.sourced?.value.zones;
  // Nothing here changes within a day: a moving hour must not draw the areas anew.
  const dayMs = Math.floor(atMs / 86_400_000) * 86_400_000;
  const features = useMemo(
    () =>
      areaFeatures({
        layers,
        areas: areaRows ?? [],
        seasons: seasonRows ?? [],
        licences: licenceRows ?? [],
        zone: boundary?.features[0]?.geometry ?? null,
        atMs: dayMs,
      }),
    [layers, areaRows, seasonRows, licenceRows, boundary, dayMs],
  );
  return {
    mayWatch,
    boundary,
    ports: ports.sourced?.value,
    features,
    error: areas.error ?? seasons.error ?? licences.error,
    retry: () => {
      for (const one of [areas, seasons, licences]) if (one.error !== null) one.refresh();
    },
  };
}

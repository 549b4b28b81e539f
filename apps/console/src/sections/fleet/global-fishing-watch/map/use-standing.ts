import { listSafetyStations } from '@kianda/contract/fleet/vessels/safety.contract';
import { fixedStructures } from '@kianda/contract/fleet/vessels/vessels.contract';
import { formatNumber } from '@kianda/format';
import { dayMs } from '@kianda/geo';
import type { StandingKind } from '@kianda/viz/map/layers/standing/standing-marks.ts';
import { useMemo } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { usePreviousWhileLoading } from '../../../shared/resource/use-previous-while-loading.ts';
import type { LayerName, MapTime } from './map-view.ts';
import { stationMark, stationsAt, structureMark } from './standing.ts';

/** Everything on one page: aids and base stations of a coast are some dozens. */
const stationQuery = { page: 1, pageSize: 200, sort: 'last', order: 'desc' } as const;

/** Things that stand at sea or on the coast at the moment shown: structures, and stations of safety on AIS. */
export function useStanding(layers: ReadonlySet<LayerName>, { atMs, isLive }: MapTime) {
  const [hasStructures, hasStations] = [layers.has('structures'), layers.has('safety')];
  // Structures are known by the month: a day is fine enough, and no step of the time asks again.
  const at = new Date(Math.floor(atMs / dayMs) * dayMs).toISOString();
  const structures = usePreviousWhileLoading(
    useEndpoint(fixedStructures, { query: { at } }, { refetchSeconds: 3600, enabled: hasStructures }),
  );
  const stations = usePreviousWhileLoading(
    useEndpoint(listSafetyStations, { query: stationQuery }, { refetchSeconds: 30, enabled: hasStations }),
  );
  const standing = hasStructures ? structures.sourced?.value.structures : undefined;
  const heard = hasStations ? stations.sourced?.value.data : undefined;
  const untilMs = isLive ? Number.POSITIVE_INFINITY : atMs;
  // By what arrived alone: the answers around it are made anew with every drawing, and the map would take in its marks each time.
  const shown = useMemo(() => {
    const placed = stationsAt(heard ?? [], atMs, untilMs);
    const marks = [...(standing ?? []).map(structureMark), ...placed.map(stationMark)];
    const counts = new Map<StandingKind, string>();
    for (const [kind, of] of Map.groupBy(marks, (mark) => mark.kind))
      counts.set(kind, formatNumber(of.length, { maxDecimals: 0 }));
    return { marks, counts, standing: standing ?? [], placed };
  }, [standing, heard, atMs, untilMs]);
  return { ...shown, structures, stations };
}
export type Standing = ReturnType<typeof useStanding>;

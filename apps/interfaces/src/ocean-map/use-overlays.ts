import { presenceCells, presenceLagHours } from '@kianda/contract/fleet/vessels/vessels.contract';
import {
  listFishingZones,
  listPorts,
  listProtectedAreas,
  zeeBoundary,
} from '@kianda/contract/sea/geography/geography.contract';
import { listStations } from '@kianda/contract/sea/ocean/ocean.contract';
import { formatCount, formatDate, formatQuantity, type TimeZone } from '@kianda/format';
import { type ReadSource, useRead } from '../client/use-read.ts';
import type { OverlayNote } from './layer-panel.tsx';
import type { Overlay } from './layers.ts';
import { mapPageTexts as texts } from './texts.pt.ts';
import type { ViewState } from './view-state.ts';

const presenceDays = 7;

/** Data of the layers that are shown; a layer that is off asks for nothing. */
export function useOverlays(layers: ViewState['overlays']) {
  const stations = useRead(listStations, layers.stations.on ? {} : null, 600);
  const zee = useRead(zeeBoundary, layers.zee.on ? {} : null);
  const presence = useRead(presenceCells, layers.presence.on ? { query: { days: presenceDays } } : null, 3600);
  const protectedAreas = useRead(listProtectedAreas, layers.protected.on ? {} : null);
  const fishing = useRead(listFishingZones, layers.fishing.on ? {} : null, 3600);
  const ports = useRead(listPorts, layers.ports.on ? {} : null);
  return { stations, zee, presence, protected: protectedAreas, fishing, ports };
}

export type OverlaySources = ReturnType<typeof useOverlays>;

/** Notes of the layer list: counts, dates, origin, or the reason why a layer is empty. */
export function overlayNotes(sources: OverlaySources, zone: TimeZone): Partial<Record<Overlay, OverlayNote>> {
  const note = <T>(source: ReadSource<T>, textOf: (value: T) => string | undefined): OverlayNote => {
    if (source.errorStatus === 403) return { text: texts.noAccess, barred: true };
    const { error, sourced } = source;
    if (error !== null && sourced === undefined) {
      return { text: `${texts.layerFailed}: ${error.message}`, retry: source.refresh };
    }
    return sourced === undefined ? {} : { text: textOf(sourced.value), provenance: sourced.provenance };
  };
  return {
    stations: note(sources.stations, ({ stations }) => formatCount(stations.length, 'estação', 'estações')),
    zee: note(sources.zee, () => texts.zeeNote),
    presence: note(sources.presence, ({ from, to }) => {
      const lag = texts.presenceLag(formatQuantity(presenceLagHours, 'h'));
      return from === null || to === null
        ? lag
        : `${texts.presenceWindow(formatDate(from, zone), formatDate(to, zone))}. ${lag}`;
    }),
    protected: note(sources.protected, ({ features }) => formatCount(features.length, 'área', 'áreas')),
    fishing: note(sources.fishing, ({ features }) => formatCount(features.length, 'zona', 'zonas')),
    ports: note(sources.ports, ({ features }) => formatCount(features.length, 'porto', 'portos')),
  };
}

import { presenceLagHours } from '@kianda/contract/fleet/vessels/vessels.contract';
import { formatCount, formatDate, formatInstant, formatQuantity, type TimeZone } from '@kianda/format';
import { activeAbove } from '@kianda/viz/map/layers/upwelling/upwelling-scale.ts';
import { isSameDay } from '@kianda/viz/timeline/slices.ts';
import type { ReadSource } from '../client/use-read.ts';
import type { OverlayNote } from './layer-panel.tsx';
import type { Overlay } from './layers.ts';
import { mapPageTexts as texts } from './texts.pt.ts';
import type { OceanFields } from './use-ocean-fields.ts';
import { newestBands, type OverlaySources } from './use-overlays.ts';

/** Notes of the layer list: counts, dates, origin, or the reason why a layer is empty. */
function overlayNotes(sources: OverlaySources, zone: TimeZone): Partial<Record<Overlay, OverlayNote>> {
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
    upwelling: note(sources.upwelling, ({ points }) => {
      const { day, bands } = newestBands(points);
      if (day === null) return texts.noUpwelling;
      const active = bands.filter(({ index }) => index > activeAbove).length;
      return texts.upwellingDay(formatDate(day, zone), formatCount(active, 'faixa', 'faixas'));
    }),
    observations: note(sources.observations, ({ features }) =>
      texts.observationsNote(formatCount(features.length, 'observação', 'observações')),
    ),
    internal: note(sources.internal, (zones) => {
      const drawn = zones.find(({ type }) => type === 'internal_waters');
      return drawn === undefined ? texts.noInternal : texts.internalNote(drawn.source);
    }),
    fishing: note(sources.fishing, ({ features }) => formatCount(features.length, 'zona', 'zonas')),
    ports: note(sources.ports, ({ features }) => formatCount(features.length, 'porto', 'portos')),
  };
}

/** Note of the flow's layer: missing, failed, or of another day than the field. */
function flowNote({ flow, store, momentMs }: OceanFields, timeZone: TimeZone): OverlayNote {
  const { shown, failure } = flow.frames;
  if (flow.ms === null && flow.dates.source.sourced !== undefined) return { text: texts.noFlow };
  if (failure !== null) return { text: `${texts.layerFailed}: ${failure.message}`, retry: store.retry };
  const isOfTheDay = shown === null || momentMs === null || isSameDay(Date.parse(shown.slice.time), momentMs);
  return {
    provenance: shown?.provenance,
    text: isOfTheDay ? undefined : texts.stale(formatInstant(shown.slice.time, timeZone)),
  };
}

/** Notes of all layers, the flow's among them. */
export function notesOf(sources: OverlaySources, fields: OceanFields, timeZone: TimeZone) {
  const flowLayer = fields.flow.base === 'windSpeed' ? 'wind' : 'currents';
  return { ...overlayNotes(sources, timeZone), [flowLayer]: flowNote(fields, timeZone) };
}

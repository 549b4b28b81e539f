import { type CsvValue, toCsv } from '@kianda/contract/core/csv';
import { vesselTypes } from '@kianda/contract/fleet/vessels/list.contract';
import type { DrawnTrack } from '@kianda/viz/map/layers/tracks/legs.ts';
import type { FileText } from '../api/exports.ts';
import type { FleetVessel } from './fleet.ts';
import type { MapEvent } from './map-events.ts';
import { fleetMapTexts as texts } from './texts.pt.ts';

const stampOf = (timeMs: number): string =>
  new Date(timeMs).toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-');

export type Shown = {
  readonly atMs: number;
  readonly exportedMs: number;
  readonly vessels: readonly FleetVessel[];
  readonly tracks: readonly DrawnTrack[];
  readonly events: readonly MapEvent[];
  readonly areas: GeoJSON.FeatureCollection;
};

/** All that the map shows, as GeoJSON with `camada` telling the layers apart: `frota-{date}.geojson`. */
export function shownGeoJson({ atMs, exportedMs, vessels, tracks, events, areas }: Shown): FileText {
  const feature = (geometry: GeoJSON.Geometry, properties: Record<string, unknown>) =>
    ({ type: 'Feature', properties, geometry }) as const;
  const features = [
    ...vessels.map(({ lon, lat, ...vessel }) =>
      feature({ type: 'Point', coordinates: [lon, lat] }, { camada: 'frota', ...vessel }),
    ),
    ...tracks
      .filter(({ points }) => points.length > 1)
      .map(({ id, name, points }) =>
        feature(
          { type: 'LineString', coordinates: points.map(({ lon, lat }) => [lon, lat]) },
          {
            camada: 'trajeto',
            id,
            name,
            times: points.map(({ timeMs }) => new Date(timeMs).toISOString()),
            speedKnots: points.map(({ speedKnots }) => speedKnots),
          },
        ),
      ),
    ...events.map(({ location, ...event }) =>
      feature(
        { type: 'Point', coordinates: [location.lon, location.lat] },
        { camada: 'acontecimento', kind: event.kind, start: event.start, end: event.end, vessels: event.vessels },
      ),
    ),
    ...areas.features.map(({ geometry, properties }) => feature(geometry, { camada: 'área', ...properties })),
  ];
  const collection = {
    type: 'FeatureCollection',
    moment: new Date(atMs).toISOString(),
    exportedAt: new Date(exportedMs).toISOString(),
    attribution: texts.source,
    simulated: vessels.some(({ simulated }) => simulated),
    features,
  };
  return {
    name: `frota-${stampOf(atMs)}.geojson`,
    mediaType: 'application/geo+json',
    text: `${JSON.stringify(collection)}\n`,
  };
}

/** The vessels shown as CSV: `frota-{date}.csv`; coordinates with five decimals, instants in UTC. */
export function shownCsv({ atMs, exportedMs, vessels }: Pick<Shown, 'atMs' | 'exportedMs' | 'vessels'>): FileText {
  const { columns } = texts;
  const header = [
    columns.name,
    columns.type,
    columns.flag,
    columns.mmsi,
    columns.time,
    'Latitude',
    'Longitude',
    columns.speed,
    columns.course,
    columns.heading,
    'Simulado',
  ];
  const rows: CsvValue[][] = vessels.map((vessel) => [
    vessel.name,
    vesselTypes[vessel.vesselType],
    vessel.flag,
    vessel.mmsi,
    vessel.time,
    Number(vessel.lat.toFixed(5)),
    Number(vessel.lon.toFixed(5)),
    vessel.speedKnots,
    vessel.courseDegrees,
    vessel.headingDegrees,
    vessel.simulated ? 'sim' : 'não',
  ]);
  const notes: CsvValue[][] = [
    [],
    [texts.moment, new Date(atMs).toISOString()],
    ['Fonte', texts.source],
    ['Exportado', new Date(exportedMs).toISOString()],
  ];
  return { name: `frota-${stampOf(atMs)}.csv`, mediaType: 'text/csv', text: toCsv(header, [...rows, ...notes]) };
}

import type { GeoRecord } from './geo-records.ts';
import type { ConnectorRecord } from './records.ts';

/** Key by which two deliveries of a record are the same row, whatever their values. */
export function naturalKeys(record: ConnectorRecord): string[] {
  switch (record.kind) {
    case 'grid-slice':
      return [`${record.dataset}|${record.variable}|${record.timeMs}|${record.depthMeters}`];
    case 'occurrence':
      return [record.sourceId];
    case 'station-series':
      return record.timesMs.map((timeMs) => `${record.dataset}|${record.stationId}|${record.variable}|${timeMs}`);
    case 'vessel-presence':
      return [`${record.vesselId}|${record.date}|${record.lon}|${record.lat}`];
    case 'vessel-detection':
      return [`${record.date}|${record.lon}|${record.lat}`];
    case 'fixed-structure':
      return [record.structureId];
    case 'vessel-position':
      return [`${record.vesselKey}|${record.timeMs}|${record.lon}|${record.lat}`];
    case 'vessel-identity':
      return [`${record.vesselKey}|${record.feed}|${record.timeMs}`];
    case 'ais-safety':
      return [[record.station, record.mmsi, record.timeMs, record.text ?? ''].join('|')];
    case 'vessel-event':
      return [record.sourceId];
    case 'landing':
      return [`${record.region}|${record.year}|${record.species}`];
    case 'catch':
      return [[record.date, record.port, record.segment, record.gear, record.speciesCode].join('|')];
    case 'profile':
    case 'specimen':
      return [record.sourceId];
    case 'product':
      return [record.id];
    case 'taxon':
      return [String(record.aphiaId)];
    case 'protected-area':
    case 'map-layer':
    case 'animal-track':
      return geoKeys(record);
  }
}

function geoKeys(record: GeoRecord): string[] {
  switch (record.kind) {
    case 'protected-area':
      return [record.siteId];
    case 'map-layer':
      return record.withdrawn
        ? [record.layerId]
        : [record.layerId, ...(record.features ?? []).map(({ id }) => `${record.layerId}|${id}`)];
    case 'animal-track':
      return record.timesMs.map((timeMs) => [record.study.id, record.individual, record.sensor, timeMs].join('|'));
  }
}

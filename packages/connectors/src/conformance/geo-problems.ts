import type { AnimalTrackRecord, GeoGeometry, GeoRecord } from '../core/geo-records.ts';

/** Fault of a record with geometry, in words; null without any. */
export function geoProblem(record: GeoRecord): string | null {
  switch (record.kind) {
    case 'protected-area':
      if (record.siteId === '') return 'site without id';
      return record.withdrawn || record.geometry === null ? null : geometryProblem(record.geometry);
    case 'map-layer':
      if (record.layerId === '') return 'layer without id';
      return record.withdrawn
        ? null
        : ((record.features ?? []).map(({ geometry }) => geometryProblem(geometry)).find((found) => found !== null) ??
            null);
    case 'animal-track':
      return trackProblem(record);
  }
}

function trackProblem({ study, individual, timesMs, lons, lats, outliers }: AnimalTrackRecord): string | null {
  if (study.id === '' || individual === '') return 'track without study or animal';
  if (![lons, lats, outliers].every(({ length }) => length === timesMs.length)) return 'columns of a track differ';
  if (timesMs.some((timeMs, index) => !(timeMs > (timesMs[index - 1] ?? Number.NEGATIVE_INFINITY))))
    return 'times of a track do not ascend';
  const bad = lons.findIndex((lon, index) => !isPosition(lon, lats[index] ?? Number.NaN));
  return bad < 0 ? null : `position ${lons[bad]}, ${lats[bad]}`;
}

function geometryProblem(geometry: GeoGeometry): string | null {
  const flat = (geometry.coordinates as readonly unknown[]).flat(Number.POSITIVE_INFINITY).map(Number);
  for (let index = 0; index < flat.length; index += 2)
    if (!isPosition(flat[index] ?? Number.NaN, flat[index + 1] ?? Number.NaN))
      return `position ${flat[index]}, ${flat[index + 1]}`;
  return flat.length > 0 ? null : 'geometry without positions';
}

function isPosition(lon: number, lat: number): boolean {
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
}

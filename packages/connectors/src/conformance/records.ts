import type {
  ConnectorRecord,
  FixedStructure,
  GridSlice,
  OccurrenceRecord,
  ProductRecord,
  ProfileRecord,
  StationSeries,
  VesselDetection,
  VesselPresence,
} from '../core/records.ts';
import { geoProblem } from './geo-problems.ts';

/** Physically possible values by variable; anything outside is a wrong unit or a fill value that got through. */
const LIMITS: Readonly<Record<string, readonly [number, number]>> = {
  analysedSst: [-2, 40],
  oisstSst: [-2, 40],
  sstAnomaly: [-15, 15],
  chlorophyll: [0, 200],
  salinity: [0, 42],
  currentEast: [-5, 5],
  currentNorth: [-5, 5],
  windEast: [-60, 60],
  windNorth: [-60, 60],
  windSpeed: [0, 85],
  seabedDepth: [0, 11_000],
  coastDistance: [0, 1_500],
  oxygen: [0, 500],
  oxygenBelow: [0, 500],
  ph: [7, 8.6],
  nitrate: [0, 60],
  phytoplankton: [0, 200],
  ndvi: [-0.2, 1],
  ndviPixels: [0, 81],
};

/** Fault of a record, in words; null without any. */
export function recordProblem(record: ConnectorRecord): string | null {
  switch (record.kind) {
    case 'grid-slice':
      return gridProblem(record);
    case 'occurrence':
      return occurrenceProblem(record);
    case 'station-series':
      return seriesProblem(record);
    case 'vessel-presence':
      return presenceProblem(record);
    case 'vessel-detection':
      return detectionProblem(record);
    case 'fixed-structure':
      return structureProblem(record);
    case 'vessel-position':
      return Math.abs(record.lon) > 180 || Math.abs(record.lat) > 90
        ? `position ${record.lon} ${record.lat} outside the world`
        : null;
    case 'ais-safety':
      return Math.abs(record.lon ?? 0) > 180 || Math.abs(record.lat ?? 0) > 90 ? 'station outside the world' : null;
    case 'vessel-identity':
      return record.vesselKey === '' ? 'identity of no vessel' : null;
    case 'vessel-event':
      if (record.sourceId === '' || record.vessel.vesselId === '') return 'event without id or vessel';
      if (record.endMs !== null && record.endMs < record.startMs) return 'event that ends before it begins';
      return positionProblem(record);
    case 'landing':
      if (!Number.isInteger(record.year) || record.species === '') return `landing without year or species`;
      return record.tonnes === null || record.tonnes >= 0 ? null : `landing of ${record.tonnes} t`;
    case 'catch':
      if (!/^\d{4}-\d{2}-\d{2}$/.test(record.date) || record.speciesCode === '') return 'catch without day or species';
      return record.tonnes >= 0 ? null : `catch of ${record.tonnes} t`;
    case 'specimen':
      if (record.sourceId === '' || record.scientificName === '') return 'specimen without id or species';
      if ((record.lengthCentimeters ?? 0) < 0 || (record.weightGrams ?? 0) < 0) return 'specimen of less than nothing';
      return positionProblem(record);
    case 'profile':
      return profileProblem(record);
    case 'product':
      return productProblem(record);
    case 'taxon':
      if (!Number.isInteger(record.aphiaId) || record.scientificName === '') return 'taxon without id or name';
      return record.status === '' ? 'taxon without status' : null;
    case 'protected-area':
    case 'map-layer':
    case 'animal-track':
      return geoProblem(record);
  }
}

function detectionProblem({ date, lon, lat, detections }: VesselDetection): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return `detection on ${date}`;
  if (Math.abs(lon) > 180 || Math.abs(lat) > 90) return `detection at ${lon} ${lat}`;
  return Number.isInteger(detections) && detections > 0 ? null : `${detections} detections`;
}

function structureProblem(structure: FixedStructure): string | null {
  if (structure.structureId === '') return 'structure without id';
  const { startMs, endMs } = structure;
  if (startMs !== null && endMs !== null && endMs < startMs) return 'structure that ends before it begins';
  return positionProblem(structure);
}

function gridProblem(slice: GridSlice): string | null {
  if (slice.values.length !== slice.rows * slice.columns)
    return `${slice.values.length} values for ${slice.rows} × ${slice.columns} cells`;
  if (!Number.isInteger(slice.timeMs)) return `time ${slice.timeMs}`;
  if (!(slice.latStepDegrees > 0 && slice.lonStepDegrees > 0)) return 'steps must be positive';
  const north = slice.south + (slice.rows - 1) * slice.latStepDegrees;
  const east = slice.west + (slice.columns - 1) * slice.lonStepDegrees;
  // Vegetation is of the land, which the specification's box has as far as 17.5° E.
  const mostEast = slice.variable.startsWith('ndvi') ? 17.5 : 14.3;
  if (slice.south < -18.3 || north > -4.1 || slice.west < 7.7 || east > mostEast)
    return `box ${slice.west},${slice.south},${east},${north}`;
  const [low, high] = LIMITS[slice.variable] ?? [Number.NaN, Number.NaN];
  const bad = slice.values.find((value) => !Number.isNaN(value) && !(value >= low && value <= high));
  return bad === undefined ? null : `${slice.variable} of ${bad} ${slice.unit}`;
}

function occurrenceProblem(occurrence: OccurrenceRecord): string | null {
  if (occurrence.sourceId === '' || occurrence.scientificName === '') return 'occurrence without id or name';
  return (
    positionProblem(occurrence) ??
    (occurrence.eventStartMs === null || Number.isFinite(occurrence.eventStartMs) ? null : 'event at no time')
  );
}

function seriesProblem(series: StationSeries): string | null {
  if (series.timesMs.length !== series.values.length) return 'times and values differ in length';
  const unordered = series.timesMs.some(
    (timeMs, index) => timeMs <= (series.timesMs[index - 1] ?? Number.NEGATIVE_INFINITY),
  );
  if (unordered) return 'times are not ascending';
  const bad = series.values.find((value) => value !== null && !Number.isFinite(value));
  return bad === undefined ? null : `${series.variable} of ${bad}`;
}

function presenceProblem(presence: VesselPresence): string | null {
  if (presence.vesselId === '' || !/^\d{4}-\d{2}-\d{2}$/.test(presence.date)) return 'presence without vessel or day';
  if (!(presence.hours >= 0 && presence.hours <= 24)) return `${presence.hours} hours in a day`;
  return positionProblem(presence);
}

function profileProblem(profile: ProfileRecord): string | null {
  const { pressureDecibar, temperatureCelsius, salinityPsu } = profile.levels;
  if (profile.sourceId === '' || !Number.isInteger(profile.timeMs)) return 'profile without id or time';
  if (pressureDecibar.length === 0) return 'profile without levels';
  if (temperatureCelsius.length !== pressureDecibar.length || salinityPsu.length !== pressureDecibar.length)
    return 'columns of a profile differ in length';
  const unordered = pressureDecibar.some((pressure, index) => !(pressure > (pressureDecibar[index - 1] ?? -10)));
  if (unordered) return 'pressures are not strictly increasing';
  const outside = (values: readonly (number | null)[], low: number, high: number): boolean =>
    values.some((value) => value !== null && !(value >= low && value <= high));
  if (outside(temperatureCelsius, -2.5, 40)) return 'impossible temperature';
  if (outside(salinityPsu, 2, 42)) return 'impossible salinity';
  return positionProblem(profile);
}

function productProblem(product: ProductRecord): string | null {
  if (product.id === '' || product.name === '' || product.productType === '') return 'product without id, name or type';
  if (!(product.startMs <= product.endMs)) return `product from ${product.startMs} to ${product.endMs}`;
  if (product.cloudCover !== null && !(product.cloudCover >= 0 && product.cloudCover <= 100))
    return `${product.cloudCover} % of clouds`;
  return product.sizeBytes >= 0 ? null : `${product.sizeBytes} bytes`;
}

function positionProblem({ lon, lat }: { readonly lon: number; readonly lat: number }): string | null {
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? null : `position ${lon}, ${lat}`;
}

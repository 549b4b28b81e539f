import { ProviderError } from '../core/failures.ts';
import type { AnimalTrackRecord } from '../core/geo-records.ts';
import type { RejectedRow } from '../core/port.ts';
import type { CsvRow } from './csv.ts';
import { eventWire, SENSORS, type Sensor, type StudyWire, studyWire } from './wire.ts';

type Box = readonly [west: number, south: number, east: number, north: number];

/** The south-east Atlantic and its shores, because animals that pass Angola are tagged from Gabon to the Cape. */
export const REGION: Box = [-20, -36, 25, 6];

export type Study = { readonly wire: StudyWire; readonly sensors: readonly Sensor[] };

/** Studies with positions in the region that the account may download; rows that are no study are rejected. */
export function mapStudies(rows: readonly CsvRow[]): {
  readonly studies: readonly Study[];
  readonly rejected: readonly RejectedRow[];
} {
  const studies: Study[] = [];
  const rejected: RejectedRow[] = [];
  for (const raw of rows) {
    const parsed = studyWire.safeParse(raw);
    if (!parsed.success) {
      rejected.push({ reason: `Não é um estudo: ${parsed.error.issues[0]?.path.join('.') ?? ''}`, raw });
      continue;
    }
    const listed = parsed.data.sensor_type_ids.split(',').map((name) => name.trim());
    const sensors = SENSORS.filter((sensor) => listed.includes(sensor.listed));
    const ours = parsed.data.i_have_download_access === 'true' && parsed.data.is_test !== 'true';
    if (ours && sensors.length > 0 && isNear(parsed.data)) studies.push({ wire: parsed.data, sensors });
  }
  return { studies: studies.toSorted((a, b) => Number(a.wire.id) - Number(b.wire.id)), rejected };
}

function isNear({ main_location_long, main_location_lat }: StudyWire): boolean {
  const [lon, lat] = [degrees(main_location_long, 180), degrees(main_location_lat, 90)];
  const [west, south, east, north] = REGION;
  return lon !== null && lat !== null && lon >= west && lon <= east && lat >= south && lat <= north;
}

/**
 * Fixes as one track for each animal, ascending; of two fixes of one instant the later row counts. Throws `provider`
 * when a row is of another study or sensor than asked for.
 */
export function mapEvents(
  rows: readonly CsvRow[],
  { wire }: Study,
  sensor: Sensor,
  nowMs: number,
): { readonly records: readonly AnimalTrackRecord[]; readonly rejected: readonly RejectedRow[] } {
  const rejected: RejectedRow[] = [];
  const animals = new Map<string, Animal>();
  for (const raw of rows) {
    const parsed = eventWire.safeParse(raw);
    if (!parsed.success) {
      rejected.push({ reason: `Não é uma posição: ${parsed.error.issues[0]?.path.join('.') ?? ''}`, raw });
      continue;
    }
    const row = parsed.data;
    if (row.study_id !== wire.id || row.sensor_type_id !== String(sensor.typeId))
      throw new ProviderError(
        'provider',
        `Movebank: pedido o estudo ${wire.id}, sensor ${sensor.typeId}; recebido ${row.study_id}, ${row.sensor_type_id}`,
      );
    const timeMs = instantOf(row.timestamp);
    const lon = degrees(row.location_long, 180);
    const lat = degrees(row.location_lat, 90);
    const problem = problemOf({ individual: row.individual_local_identifier, timeMs, lon, lat }, nowMs);
    if (timeMs === null || lon === null || lat === null || problem !== null) {
      rejected.push({ reason: problem ?? 'Posição inválida', raw });
      continue;
    }
    const animal = animals.get(row.individual_local_identifier) ?? {
      taxon: row.individual_taxon_canonical_name.trim() || null,
      tag: row.tag_local_identifier.trim() || null,
      fixes: new Map<number, Fix>(),
    };
    animals.set(row.individual_local_identifier, animal);
    animal.fixes.set(timeMs, { lon, lat, outlier: row.visible === 'false' });
  }
  return { records: [...animals].map(([individual, animal]) => trackOf(individual, animal, wire, sensor)), rejected };
}

type Fix = { readonly lon: number; readonly lat: number; readonly outlier: boolean };
type Animal = { readonly taxon: string | null; readonly tag: string | null; readonly fixes: Map<number, Fix> };

function problemOf(
  fix: {
    readonly individual: string;
    readonly timeMs: number | null;
    readonly lon: number | null;
    readonly lat: number | null;
  },
  nowMs: number,
): string | null {
  const { individual, timeMs, lon, lat } = fix;
  if (individual.trim() === '') return 'Posição de uma marca que não está em nenhum animal';
  if (timeMs === null) return 'Instante inválido';
  if (timeMs > nowMs + 86_400_000) return 'Instante no futuro';
  return lon === null || lat === null ? 'Posição sem coordenadas' : null;
}

function trackOf(individual: string, animal: Animal, study: StudyWire, sensor: Sensor): AnimalTrackRecord {
  const fixes = [...animal.fixes].sort(([a], [b]) => a - b);
  return {
    kind: 'animal-track',
    study: {
      id: study.id,
      name: study.name,
      licence: plain([study.license_type, study.license_terms].filter((part) => part.trim() !== '').join(' – ')),
      citation: plain(study.citation),
      contact: plain(study.contact_person_name),
      url: `https://www.movebank.org/cms/webapp?gwt_fragment=page=studies,path=study${study.id}`,
    },
    individual,
    taxon: animal.taxon,
    tag: animal.tag,
    sensor: sensor.sensor,
    timesMs: fixes.map(([timeMs]) => timeMs),
    lons: fixes.map(([, { lon }]) => lon),
    lats: fixes.map(([, { lat }]) => lat),
    outliers: fixes.map(([, { outlier }]) => outlier),
  };
}

/** Epoch milliseconds of `YYYY-MM-DD HH:MM:SS.sss`, which is UTC; null for any other text. */
function instantOf(text: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)$/.exec(text.trim());
  const timeMs = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2]}Z`);
  return Number.isNaN(timeMs) ? null : timeMs;
}

/** A coordinate in degrees, zero included; null for an empty text or a value beyond `most`. */
function degrees(text: string, most: number): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Math.abs(value) <= most ? value : null;
}

/** Text of a citation or of terms, which owners write as HTML. */
function plain(html: string): string | null {
  const text = html
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .trim();
  return text === '' ? null : text;
}

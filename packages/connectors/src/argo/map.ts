import type { RejectedRow } from '../core/port.ts';
import type { ProfileRecord } from '../core/records.ts';
import { type ProfileWire, profileWire } from './wire.ts';

/** Argo float data and metadata from Global Data Assembly Centres, all snapshots. */
export const ARGO_DOI = '10.17882/42182';

type MappedProfiles = {
  readonly records: readonly ProfileRecord[];
  readonly rejected: readonly RejectedRow[];
  /** True when there were rows and not one fitted the schema. */
  readonly drifted: boolean;
};

/** Maps profiles (WGS84 degrees, decibar, °C, practical salinity); one that does not fit is rejected with its reason. */
export function mapProfiles(rows: readonly unknown[]): MappedProfiles {
  const records: ProfileRecord[] = [];
  const rejected: RejectedRow[] = [];
  let misfits = 0;
  for (const raw of rows) {
    const parsed = profileWire.safeParse(raw);
    if (!parsed.success) misfits += 1;
    const mapped = parsed.success ? toRecord(parsed.data) : misfit(parsed.error.issues[0]);
    if (typeof mapped === 'string') rejected.push({ reason: mapped, raw });
    else records.push(mapped);
  }
  return { records, rejected, drifted: rows.length > 0 && misfits === rows.length };
}

function misfit(issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined): string {
  return `Não é um perfil: ${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}`.trim();
}

function toRecord(profile: ProfileWire): ProfileRecord | string {
  const [lon, lat] = profile.geolocation.coordinates;
  const timeMs = profile.timestamp === null ? Number.NaN : Date.parse(profile.timestamp);
  const platform = /^(\d+)_\d+D?$/.exec(profile._id)?.[1];
  if (platform === undefined) return `Identificador inválido: ${profile._id}`;
  if (Number.isNaN(timeMs)) return `Instante inválido: ${profile.timestamp}`;
  // A profile without a fix comes at 0°, 90° S with a flag: the flag decides, not the place.
  if (isBad(profile.geolocation_argoqc)) return `Posição recusada pelo controlo de qualidade: ${lon}, ${lat}`;
  if (isBad(profile.timestamp_argoqc)) return 'Instante recusado pelo controlo de qualidade';
  if (Math.abs(lon) > 180 || Math.abs(lat) > 90) return `Posição inválida: ${lon}, ${lat}`;
  const columns = columnsOf(profile);
  if (typeof columns === 'string') return columns;
  const levels = levelsOf(columns);
  if (levels.pressureDecibar.length === 0) return 'Sem níveis válidos';
  return {
    kind: 'profile',
    sourceId: profile._id,
    platform,
    cycle: profile.cycle_number,
    timeMs,
    lon,
    lat,
    levels,
    dataMode: columns.dataMode,
    doi: ARGO_DOI,
    url: profile.source?.find(({ url }) => url != null)?.url ?? null,
  };
}

type Column = readonly (number | string | null)[];
type Columns = {
  readonly pressure: Column;
  readonly temperature: Column | null;
  readonly salinity: Column | null;
  readonly pressureQc: Column | null;
  readonly temperatureQc: Column | null;
  readonly salinityQc: Column | null;
  readonly dataMode: ProfileRecord['dataMode'];
};

const UNITS: Readonly<Record<string, string>> = {
  pressure: 'decibar',
  temperature: 'degree_Celsius',
  salinity: 'psu',
};

/** The columns by name, each checked for its unit; or the fault. */
function columnsOf({ data, data_info: [names, keys, facts] }: ProfileWire): Columns | string {
  const unitAt = keys.indexOf('units');
  const modeAt = keys.indexOf('data_keys_mode');
  const modes: string[] = [];
  for (const [name, expected] of Object.entries(UNITS)) {
    const index = names.indexOf(name);
    if (index < 0) continue;
    const unit = facts[index]?.[unitAt];
    if (unit !== expected) return `Unidade de ${name}: esperado ${expected}, recebido ${unit ?? 'nada'}`;
    modes.push(facts[index]?.[modeAt] ?? 'R');
  }
  const column = (name: string): Column | null => data[names.indexOf(name)] ?? null;
  const pressure = column('pressure');
  if (pressure === null) return 'Sem pressões';
  return {
    pressure,
    temperature: column('temperature'),
    salinity: column('salinity'),
    pressureQc: column('pressure_argoqc'),
    temperatureQc: column('temperature_argoqc'),
    salinityQc: column('salinity_argoqc'),
    dataMode: modes.includes('R') ? 'R' : modes.includes('A') ? 'A' : 'D',
  };
}

/** Good levels from the surface down. A level no deeper than the one before it is left out: the float bobbed there. */
function levelsOf(columns: Columns): ProfileRecord['levels'] {
  const levels = {
    pressureDecibar: [] as number[],
    temperatureCelsius: [] as (number | null)[],
    salinityPsu: [] as (number | null)[],
  };
  const rows = columns.pressure
    .map((_, index) => ({
      pressure: good(columns.pressure, columns.pressureQc, index),
      temperature: good(columns.temperature, columns.temperatureQc, index),
      salinity: good(columns.salinity, columns.salinityQc, index),
    }))
    .filter((row) => row.pressure !== null && (row.temperature !== null || row.salinity !== null));
  // A descending profile may come deepest level last or first.
  rows.sort((a, b) => (a.pressure ?? 0) - (b.pressure ?? 0));
  let last = Number.NEGATIVE_INFINITY;
  for (const { pressure, temperature, salinity } of rows) {
    if (pressure === null || pressure <= last) continue;
    last = pressure;
    levels.pressureDecibar.push(pressure);
    levels.temperatureCelsius.push(temperature);
    levels.salinityPsu.push(salinity);
  }
  return levels;
}

/** The number at a level when its flag is 1 (good) or 2 (probably good), or it has no flag. */
function good(column: Column | null, flags: Column | null, index: number): number | null {
  const value = column?.[index];
  const flag = flags?.[index];
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  return flag == null || Number(flag) === 1 || Number(flag) === 2 ? value : null;
}

/** Argo's flags for a bad (3, 4) or missing (9) position or time. */
function isBad(flag: number | null | undefined): boolean {
  return flag === 3 || flag === 4 || flag === 9;
}

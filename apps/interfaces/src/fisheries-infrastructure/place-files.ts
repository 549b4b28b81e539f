import type { DataOf } from '@kianda/contract';
import { toCsv } from '@kianda/contract/core/csv';
import {
  type InfrastructureFields,
  type InfrastructureKind,
  infrastructureFieldsSchema,
  infrastructureKinds,
  infrastructureZones,
  type listInfrastructure,
  mostProposed,
} from '@kianda/contract/sea/infrastructure/infrastructure.contract';
import portuguese from 'zod/v4/locales/pt.js';

/** Says in Portuguese what is wrong with a value. */
const said = { error: portuguese().localeError };

export type Places = DataOf<typeof listInfrastructure>['features'];

/** Places of a file, and what is wrong with the others, by their number in it. */
export type ReadFile = {
  readonly places: readonly InfrastructureFields[];
  readonly faults: readonly { readonly row: number; readonly message: string }[];
};

const columns = ['tipo', 'nome', 'longitude', 'latitude', 'populacao', 'nota', 'fonte'] as const;
type Column = (typeof columns)[number];
/** Names of properties of a GeoJSON written elsewhere. */
const otherNames: Readonly<Record<string, Column>> = {
  kind: 'tipo',
  type: 'tipo',
  name: 'nome',
  lon: 'longitude',
  lat: 'latitude',
  population: 'populacao',
  população: 'populacao',
  note: 'nota',
  source: 'fonte',
};

/** The places as CSV with the columns that an import reads, and their zone and version. */
export function placesCsv(places: Places): string {
  return toCsv(
    [...columns, 'zona', 'versao'],
    places.map(({ geometry: { coordinates }, properties: of }) => [
      ...[of.kind, of.name, coordinates[0], coordinates[1], of.population, of.note, of.source],
      ...[infrastructureZones[of.zone].label, of.version],
    ]),
  );
}

export function placesGeojson(places: Places): string {
  return JSON.stringify({ type: 'FeatureCollection', features: places });
}

/** Reads a CSV or GeoJSON file of points. Throws `RangeError` for a file that is neither, or of too many places. */
export function readPlaces(content: string): ReadFile {
  const rows = content.trimStart().startsWith('{') ? geojsonRows(content) : csvRows(content);
  if (rows.length > mostProposed) throw new RangeError(`mais de ${mostProposed} lugares: divida o ficheiro`);
  const places: InfrastructureFields[] = [];
  const faults: { row: number; message: string }[] = [];
  rows.forEach((row, index) => {
    const read = infrastructureFieldsSchema.safeParse(fieldsOf(row), said);
    if (read.success) places.push(read.data);
    else
      faults.push({
        row: index + 1,
        message: `${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}`,
      });
  });
  return { places, faults };
}

type Row = Readonly<Partial<Record<Column, unknown>>>;

function fieldsOf(row: Row): unknown {
  const { populacao, nota } = row;
  return {
    kind: kindOf(row.tipo),
    name: row.nome,
    lon: numberOf(row.longitude),
    lat: numberOf(row.latitude),
    population: populacao === undefined || populacao === null || populacao === '' ? null : numberOf(populacao),
    note: nota ?? '',
    source: row.fonte,
  };
}

/** A kind by its name, or by what people read. */
function kindOf(written: unknown): unknown {
  const text = typeof written === 'string' ? written.toLowerCase() : '';
  const found = (Object.keys(infrastructureKinds) as InfrastructureKind[]).find(
    (kind) => kind === text || infrastructureKinds[kind].toLowerCase().startsWith(text),
  );
  return text === '' ? written : (found ?? written);
}

/** Decimal commas are numbers too; an empty text is none. */
function numberOf(written: unknown): unknown {
  if (typeof written !== 'string') return written;
  const text = written.trim().replace(',', '.');
  return text === '' ? undefined : Number(text);
}

function geojsonRows(content: string): readonly Row[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch {
    throw new RangeError('o ficheiro não é GeoJSON');
  }
  const { features } = parsed as { features?: unknown };
  if (!Array.isArray(features)) throw new RangeError('o GeoJSON não tem elementos');
  return features.map((feature: { geometry?: { coordinates?: unknown }; properties?: unknown }) => {
    const place = feature?.geometry?.coordinates;
    const [longitude, latitude] = Array.isArray(place) ? place : [];
    return { ...named(Object.entries(feature?.properties ?? {})), longitude, latitude };
  });
}

const named = (entries: readonly (readonly [string, unknown])[]): Row =>
  Object.fromEntries(
    entries.map(([name, value]) => {
      const plain = name.trim().toLowerCase();
      return [otherNames[plain] ?? plain, value];
    }),
  );

function csvRows(content: string): readonly Row[] {
  const lines = content
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const [head, ...body] = lines;
  if (head === undefined) throw new RangeError('o ficheiro está vazio');
  const separator = head.includes(';') ? ';' : ',';
  const names = cellsOf(head, separator);
  if (!names.some((name) => named([[name, '']]).nome !== undefined)) throw new RangeError('falta a coluna «nome»');
  return body.map((line) => {
    const cells = cellsOf(line, separator);
    return named(names.map((name, index) => [name, cells[index] ?? '']));
  });
}

/** Cells of a line, quoted ones with doubled quotes inside. */
function cellsOf(line: string, separator: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? '';
    if (isQuoted && sign === '"' && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell.trim()];
}

import type { LayerColumn } from '@kianda/contract/open/layers/layers.contract';
import { parse } from 'csv-parse/sync';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { commonType, textType } from './columns.ts';
import { type SourceFile, type SourceRow, type SourceTable, wgs84 } from './source.ts';
import { shapeOfWkt } from './wkt-shape.ts';

const shapeNames = /^(?:wkt|geom|geometry|the_geom|wkt_geom|geometria)$/i;
const eastNames = /^(?:lon|long|longitude|lng|x|decimallongitude)$/i;
const northNames = /^(?:lat|latitude|y|decimallatitude)$/i;

type Place =
  | { readonly kind: 'wkt'; readonly column: number }
  | { readonly kind: 'pair'; readonly east: number; readonly north: number };

/** A table of text: places are a column of WKT, or columns of longitude and latitude; without either the rows have none. */
export async function csvTables(file: SourceFile): Promise<readonly SourceTable[]> {
  const text = new TextDecoder('utf-8', { fatal: false }).decode(await file.bytes());
  const delimiter = delimiterOf(text);
  let lines: readonly (readonly string[])[];
  try {
    lines = parse(text, { delimiter, bom: true, skip_empty_lines: true, relax_column_count_less: true });
  } catch (cause) {
    throw new UnreadableFile(`O CSV não se lê: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  const [header, ...rows] = lines;
  if (header === undefined) throw new UnreadableFile('O CSV não tem cabeçalho.');
  const place = placeOf(header);
  const kept = header.map((_, index) => index).filter((index) => !(place?.kind === 'wkt' && place.column === index));
  const isComma = delimiter !== ',';
  const columns: LayerColumn[] = kept.map((index) => ({
    name: header[index] ?? '',
    type: typeOf(rows, index, isComma),
  }));
  const cell = (row: readonly string[], index: number) => row[index] ?? '';
  return [
    {
      name: file.name.replace(/\.[^.]*$/, ''),
      features: rows.length,
      crs: wgs84,
      columns,
      *rows() {
        for (const row of rows) {
          const values = kept.map((index, at) => {
            const value = cell(row, index);
            if (value === '') return null;
            return isComma && columns[at]?.type === 'number' ? value.replace(',', '.') : value;
          });
          yield { ...shapeOf(row, place, cell), values };
        }
      },
    },
  ];
}

function delimiterOf(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const counted = [',', ';', '\t'].map((sign) => [sign, first.split(sign).length] as const);
  return counted.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ',';
}

function placeOf(header: readonly string[]): Place | null {
  const named = (pattern: RegExp) => header.findIndex((name) => pattern.test(name.trim()));
  const column = named(shapeNames);
  if (column >= 0) return { kind: 'wkt', column };
  const [east, north] = [named(eastNames), named(northNames)];
  return east >= 0 && north >= 0 ? { kind: 'pair', east, north } : null;
}

/** A comma is the decimal mark where it does not part the columns. */
const plainNumber = (text: string, isComma: boolean) => (isComma ? text.replace(/^([+-]?\d+),(\d+)$/, '$1.$2') : text);

function typeOf(rows: readonly (readonly string[])[], index: number, isComma: boolean): LayerColumn['type'] {
  const seen = new Set<LayerColumn['type']>();
  for (const row of rows) {
    const type = textType(plainNumber(row[index] ?? '', isComma));
    if (type !== null) seen.add(type);
  }
  return commonType(seen);
}

function shapeOf(
  row: readonly string[],
  place: Place | null,
  cell: (row: readonly string[], index: number) => string,
): Pick<SourceRow, 'geometry' | 'geometryFault'> {
  if (place === null) return { geometry: null };
  if (place.kind === 'wkt') {
    const text = cell(row, place.column).trim();
    if (text === '') return { geometry: null };
    try {
      return { geometry: shapeOfWkt(text) };
    } catch (error) {
      return { geometry: null, geometryFault: error instanceof RangeError ? error.message : String(error) };
    }
  }
  const pair = [cell(row, place.east), cell(row, place.north)].map((text) => plainNumber(text.trim(), true));
  if (pair.every((text) => text === '')) return { geometry: null };
  const coordinates = pair.map((text) => (text === '' ? Number.NaN : Number(text)));
  return { geometry: { type: 'Point', coordinates } };
}

/** Reads one foreign file of layers, in a process of its own: `read-layers.ts` starts it. */
import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LayerFormat } from '@kianda/contract/open/layers/layers.contract';
import { type GeometryEngine, geometryEngine } from '../../../../platform/geometry/geos.ts';
import { boundsOf, toWkb } from '../../../../platform/geometry/wkb.ts';
import { type ReadPart, serveParser } from '../../../../platform/untrusted/parser-process.ts';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { namedColumns, valueAs } from './columns.ts';
import { csvTables } from './csv.ts';
import { flatgeobufTables } from './flatgeobuf.ts';
import { geojsonTables } from './geojson.ts';
import { geopackageTables } from './geopackage.ts';
import { geoparquetTables } from './geoparquet.ts';
import { kmlTables } from './kml.ts';
import type { LayerItem, LayerRow, LayerTask } from './layer-task.ts';
import { type ToDegrees, toDegrees } from './projection.ts';
import { hasHeights, storedGeometry } from './row-geometry.ts';
import { shapefileTables } from './shapefile.ts';
import type { SourceFile, SourceRow, SourceTable } from './source.ts';

const partBytes = 8 * 1_048_576;
/** Rows, and bytes of their geometries, handed over at once. */
const batchRows = 1_000;
const batchBytes = 4_000_000;
const mostColumns = 300;
const crossing = 'a geometria cruza-se consigo própria ou não fecha: filtros de lugar podem errar nela';
const withHeight = 'a altura ou a profundidade da geometria não se guarda: ponha-a numa coluna se fizer falta';

const readers: Readonly<Record<LayerFormat, (file: SourceFile) => Promise<readonly SourceTable[]>>> = {
  geopackage: geopackageTables,
  geojson: geojsonTables,
  flatgeobuf: flatgeobufTables,
  shapefile: shapefileTables,
  csv: csvTables,
  geoparquet: geoparquetTables,
  kml: kmlTables,
};

await serveParser<LayerTask, LayerItem>(async function* (task, part) {
  const tables = await tablesOf(task, part);
  if (task.table === null) {
    yield tables.map(tableItem);
    return;
  }
  const table = tables.find(({ name }) => name === task.table);
  if (table === undefined) throw new UnreadableFile(`O ficheiro não tem a tabela «${task.table.slice(0, 80)}».`);
  yield* rowsOf(table, task.mostRows);
});

async function tablesOf({ format, name, sizeBytes }: LayerTask, part: ReadPart): Promise<readonly SourceTable[]> {
  async function* parts(): AsyncGenerator<Buffer> {
    for (let at = 0; at < sizeBytes; at += partBytes) {
      yield Buffer.from(await part(at, Math.min(sizeBytes, at + partBytes)));
    }
  }
  const file: SourceFile = {
    name,
    bytes: async () => Buffer.concat(await Array.fromAsync(parts())),
    path: async () => {
      const path = join(tmpdir(), 'camadas.gpkg');
      for await (const bytes of parts()) await appendFile(path, bytes);
      return path;
    },
  };
  try {
    return await readers[format](file);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    // Libraries tell of a broken file by errors of every kind; none of them is a fault of ours to be repeated.
    const cause = error instanceof Error ? error.message : String(error);
    throw new UnreadableFile(`O ficheiro não se lê como ${format}: ${cause.slice(0, 200)}`, { cause: error });
  }
}

function tableItem({ name, features, crs, columns, idColumn }: SourceTable): LayerItem & { kind: 'table' } {
  const named = [...namedColumns(columns)];
  const table = { name, features, crs: crs.name, refusal: refusalOf({ crs, columns }), columns: named };
  return { kind: 'table', table, idColumn: idColumn === undefined ? null : (named[idColumn]?.name ?? null) };
}

function refusalOf({ crs, columns }: Pick<SourceTable, 'crs' | 'columns'>): string | null {
  if (columns.length > mostColumns) return `A tabela tem ${columns.length} colunas, e o limite são ${mostColumns}.`;
  try {
    toDegrees(crs);
    return null;
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

async function* rowsOf(table: SourceTable, mostRows: number): AsyncGenerator<readonly LayerItem[]> {
  const item = tableItem(table);
  const { table: shown } = item;
  if (shown.refusal !== null) throw new UnreadableFile(shown.refusal);
  yield [item];
  const take = rowReader(shown.columns, toDegrees(table.crs), await geometryEngine());
  let [batch, bytes, row]: [LayerItem[], number, number] = [[], 0, 0];
  for await (const source of table.rows()) {
    row += 1;
    if (row > mostRows) throw new UnreadableFile(`O ficheiro tem mais do que ${mostRows} linhas: divida-o em partes.`);
    const taken = take(source, row);
    batch.push({ kind: 'row', ...taken });
    bytes += (taken.wkb?.byteLength ?? 0) + (taken.properties?.length ?? 0);
    if (batch.length < batchRows && bytes < batchBytes) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  yield batch;
}

function rowReader(
  columns: readonly { name: string; type: Parameters<typeof valueAs>[0] }[],
  convert: ToDegrees,
  engine: GeometryEngine,
) {
  return (source: SourceRow, row: number): LayerRow => {
    const none = { row, wkb: null, bounds: null, properties: null, isPoint: false, doubt: null };
    if (source.geometryFault !== undefined) return { ...none, fault: source.geometryFault };
    try {
      const properties: Record<string, unknown> = {};
      for (const [index, { name, type }] of columns.entries()) {
        try {
          properties[name] = valueAs(type, source.values[index]);
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
          return { ...none, fault: `coluna «${name}»: ${error.message}` };
        }
      }
      const geometry = storedGeometry(source.geometry, convert);
      const text = JSON.stringify(properties);
      if (geometry === null) return { ...none, properties: text, fault: null };
      const wkb = toWkb(geometry);
      const doubts = [
        ...(isValid(wkb, engine) ? [] : [crossing]),
        ...(hasHeights(source.geometry) ? [withHeight] : []),
      ];
      return {
        row,
        wkb,
        bounds: boundsOf(geometry),
        properties: text,
        isPoint: geometry.type === 'Point',
        doubt: doubts.length === 0 ? null : doubts.join('; '),
        fault: null,
      };
    } catch (error) {
      if (error instanceof RangeError) return { ...none, fault: error.message };
      throw error;
    }
  };
}

function isValid(wkb: Uint8Array, engine: GeometryEngine): boolean {
  // A point is always valid.
  if (wkb[1] === 1) return true;
  const prepared = engine.prepare(wkb);
  try {
    return prepared.valid;
  } finally {
    prepared.close();
  }
}

import { createHash } from 'node:crypto';
import type { LayerFormat } from '@kianda/contract/open/layers/layers.contract';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { fileRows } from '../../../open/layers/index.ts';
import type { InputData } from '../compute/compute.types.ts';
import type { SpatialContext } from '../spatial.context.ts';
import type { SpatialFileRow } from '../spatial.tables.ts';
import { nameIn, numbersIn, type ReadOptions, type Wanted } from './inputs.types.ts';
import { degreesCrs, rasterFormat, readRaster } from './raster-file.service.ts';
import { setBuilder } from './set-builder.ts';

type FileContent = {
  readonly data: InputData;
  readonly withoutPlace: number;
  readonly vertices: number;
  readonly count: number;
  readonly sha256: string;
};

type Asked = { readonly table: string | undefined; readonly reading: ReadOptions & { readonly wanted: Wanted } };

/** Features or cells of a file that was sent, read in a process of its own. Throws RangeError with what to do. */
export async function readFile(context: SpatialContext, row: SpatialFileRow, asked: Asked): Promise<FileContent> {
  try {
    return await (row.format === rasterFormat ? readCells(context, row, asked) : readFeatures(context, row, asked));
  } catch (error) {
    if (error instanceof UnreadableFile) throw new RangeError(error.message);
    throw error;
  }
}

async function readCells(
  { platform, settings }: SpatialContext,
  row: SpatialFileRow,
  { table, reading }: Asked,
): Promise<FileContent> {
  const tables = row.tables as readonly { readonly name: string }[];
  const band = table === undefined ? 1 : tables.findIndex(({ name }) => name === table) + 1;
  if (band === 0) throw new RangeError(`O ficheiro «${row.name}» não tem a banda «${table}».`);
  const stored = { key: row.storage_key, sizeBytes: Number(row.size_bytes), mostCells: settings.limits.cells, band };
  const { grid, bands, crs, band: chosen, values } = await readRaster(platform.storage, stored, reading.signal);
  const named = bands.length === 1 ? row.name : `${row.name}: ${chosen.name}`;
  // A conversion is said wherever the input is.
  const title = crs === degreesCrs ? named : `${named} (de ${crs} para graus, pelo vizinho mais próximo)`;
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return {
    data: { kind: 'raster', title, unit: chosen.unit, grid, values },
    ...{ withoutPlace: 0, vertices: 0 },
    count: values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0),
    sha256: createHash('sha256').update(JSON.stringify(grid)).update(bytes).digest('hex'),
  };
}

async function readFeatures(
  { platform }: SpatialContext,
  row: SpatialFileRow,
  { table, reading }: Asked,
): Promise<FileContent> {
  const tables = row.tables as readonly { readonly name: string }[];
  const name = table ?? tables[0]?.name ?? '';
  const builder = setBuilder(row.name, reading.most);
  const stored = {
    key: row.storage_key,
    name: row.name,
    format: row.format as LayerFormat,
    sizeBytes: Number(row.size_bytes),
  };
  const asked = { table: name, mostRows: reading.most.features };
  for await (const batch of fileRows(platform.storage, stored, asked, reading.signal)) {
    for (const item of batch) {
      if (item.kind !== 'row' || item.properties === null) continue;
      const properties = JSON.parse(item.properties) as Readonly<Record<string, unknown>>;
      const title = nameIn(properties, reading.wanted, `${row.name} ${item.row}`);
      builder.add(item.wkb, title, numbersIn(properties, reading.wanted));
    }
  }
  const { set, withoutPlace, vertices, sha256 } = builder.done();
  return { data: set, withoutPlace, vertices, sha256, count: set.names.length };
}

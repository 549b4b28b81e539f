import type { LayerFormat } from '@kianda/contract/open/layers/layers.contract';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { fileRows } from '../../../open/layers/index.ts';
import type { InputData } from '../compute/compute.types.ts';
import type { SpatialContext } from '../spatial.context.ts';
import type { SpatialFileRow } from '../spatial.tables.ts';
import { nameIn, numbersIn, type ReadOptions, type Wanted } from './inputs.types.ts';
import { setBuilder } from './set-builder.ts';

type FileContent = {
  readonly data: InputData;
  readonly withoutPlace: number;
  readonly vertices: number;
  readonly count: number;
  readonly sha256: string;
};

/** Features of a file that was sent, read in a process of its own. Throws RangeError with what to do. */
export async function readFile(
  { platform }: SpatialContext,
  row: SpatialFileRow,
  {
    table,
    reading,
  }: { readonly table: string | undefined; readonly reading: ReadOptions & { readonly wanted: Wanted } },
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
  try {
    const asked = { table: name, mostRows: reading.most.features };
    for await (const batch of fileRows(platform.storage, stored, asked, reading.signal)) {
      for (const item of batch) {
        if (item.kind !== 'row' || item.properties === null) continue;
        const properties = JSON.parse(item.properties) as Readonly<Record<string, unknown>>;
        const title = nameIn(properties, reading.wanted, `${row.name} ${item.row}`);
        builder.add(item.wkb, title, numbersIn(properties, reading.wanted));
      }
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw new RangeError(error.message);
    throw error;
  }
  const { set, withoutPlace, vertices, sha256 } = builder.done();
  return { data: set, withoutPlace, vertices, sha256, count: set.names.length };
}

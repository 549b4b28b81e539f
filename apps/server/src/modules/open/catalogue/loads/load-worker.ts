/** Reads the items of one file that is loaded into the catalogue, in a process of its own: `read-rows.ts` starts it. */
import { serveParser } from '../../../../platform/untrusted/parser-process.ts';
import { featureRows, lineRows, textOf } from './json-rows.ts';
import { parquetRows } from './parquet-rows.ts';
import { formatOf, type LoadedRow, type LoadTask } from './read-rows.ts';

const headBytes = 4_096;

await serveParser<LoadTask, LoadedRow | { readonly format: string }>(async function* (task, part) {
  const { sizeBytes, skip, rowsAtOnce } = task;
  const format = formatOf(task.contentType, Buffer.from(await part(0, Math.min(sizeBytes, headBytes))));
  yield [{ format }];
  const file = { byteLength: sizeBytes, slice: (start: number, end = sizeBytes) => part(start, end) };
  const rows =
    format === 'geoparquet'
      ? parquetRows(file)
      : (format === 'ndjson' ? lineRows : featureRows)(textOf(part, sizeBytes));
  let batch: LoadedRow[] = [];
  let row = 0;
  for await (const one of rows) {
    row += 1;
    if (row <= skip) continue;
    batch.push(one);
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
});

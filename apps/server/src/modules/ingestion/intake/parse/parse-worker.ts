/** Cuts one received spreadsheet into rows, in a process of its own: `raw-rows.ts` starts it. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { serveParser } from '../../../../platform/untrusted/parser-process.ts';
import type { OpenFile, RawRow } from './raw-row.ts';
import { xlsxRows } from './xlsx.ts';

/** Rows handed over at once: the first rows that tell what a file is are one batch. */
const batchRows = 500;
/** Characters handed over at once: a row may hold two million. */
const batchChars = 1_000_000;

const unzip = promisify(gunzip);

await serveParser<OpenFile, RawRow>(async function* (file) {
  const archive = await unzip(file.gzipped, { maxOutputLength: file.limitBytes });
  let batch: RawRow[] = [];
  let chars = 0;
  for await (const row of xlsxRows(archive, file.limitBytes * 4)) {
    batch.push(row);
    chars += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (batch.length < batchRows && chars < batchChars) continue;
    yield batch;
    batch = [];
    chars = 0;
  }
  yield batch;
});

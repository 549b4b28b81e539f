/** Cuts one received file into rows, in a process of its own: `raw-rows.ts` starts it. */
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { serveParser } from '../../../../platform/untrusted/parser-process.ts';
import { csvRows, textLines } from './csv.ts';
import type { OpenFile, RawRow } from './raw-row.ts';

/** Rows handed over at once: the first rows that tell what a file is are one batch. */
const batchRows = 500;
/** Characters handed over at once: a row may hold two million. */
const batchChars = 1_000_000;

const unzip = promisify(gunzip);

async function* rowsOf(file: OpenFile): AsyncGenerator<RawRow> {
  if (file.format === 'xlsx') {
    const archive = await unzip(file.gzipped, { maxOutputLength: file.limitBytes });
    // The library of spreadsheets takes longer to load than a table of text to read.
    const { xlsxRows } = await import('./xlsx.ts');
    yield* xlsxRows(archive, file.limitBytes * 4);
    return;
  }
  const bytes = Readable.from([file.gzipped]).pipe(createGunzip());
  yield* file.format === 'lines' ? textLines(bytes, file.dialect.encoding) : csvRows(bytes, file.dialect);
}

await serveParser<OpenFile, RawRow>(async function* (file) {
  let batch: RawRow[] = [];
  let chars = 0;
  for await (const row of rowsOf(file)) {
    batch.push(row);
    chars += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (batch.length < batchRows && chars < batchChars) continue;
    yield batch;
    batch = [];
    chars = 0;
  }
  yield batch;
});

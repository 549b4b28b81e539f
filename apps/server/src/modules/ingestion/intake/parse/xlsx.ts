import { Readable } from 'node:stream';
import ExcelJS from 'exceljs';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { maxColumns, maxRows, type RawRow } from './raw-row.ts';
import { refuseZipBomb } from './zip-guard.ts';
import { endRecord, entriesOf, storedEntry } from './zip-layout.ts';

/** Larger than all buffers through which the reader of archives passes the bytes of an entry. */
const lastEntry = storedEntry('fim', Buffer.alloc(512 * 1_024));

/** Rows of the first sheet. Days come as ISO, numbers with a point. Throws `UnreadableFile`. */
export async function* xlsxRows(archive: Buffer, limitBytes: number): AsyncGenerator<RawRow> {
  await refuseZipBomb(archive, limitBytes);
  const reader = new ExcelJS.stream.xlsx.WorkbookReader(Readable.from(inParts(archive)), {
    sharedStrings: 'cache',
    styles: 'cache',
    hyperlinks: 'ignore',
    worksheets: 'emit',
    entries: 'ignore',
  });
  let count = 0;
  let width = 0;
  try {
    for await (const sheet of reader) {
      for await (const row of sheet) {
        const cells = cellsOf(row);
        // A sheet does not write the empty cells at the end of a row.
        width = Math.min(maxColumns, Math.max(width, cells.length));
        while (cells.length < width) cells.push('');
        if (cells.every((cell) => cell.trim() === '')) continue;
        count += 1;
        if (count > maxRows) throw new UnreadableFile(`O ficheiro tem mais de ${maxRows} linhas.`);
        const problem = cells.length > maxColumns ? `linha com ${cells.length} células` : null;
        yield { line: row.number, cells: problem === null ? cells : cells.slice(0, 20), problem };
      }
      return;
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('O ficheiro não se lê como XLSX.', { cause: error });
  }
}

/** Parts that a sheet is read by. An archive may hold them after it, and the reader asks for them before. */
const readFirst = ['xl/_rels/workbook.xml.rels', 'xl/workbook.xml', 'xl/styles.xml', 'xl/sharedStrings.xml'];

/**
 * The entries of an archive in the order in which they are needed, and one more that nobody asks for. The reader of
 * archives ends with the last byte, also when small entries before it wait to be looked at, and loses those: one good
 * file in two hundred was refused. It comes to the end of the additional entry only after all others were looked at.
 */
function inParts(archive: Buffer): readonly Buffer[] {
  const placeOf = (name: string) => (readFirst.includes(name) ? readFirst.indexOf(name) : readFirst.length);
  const entries = entriesOf(archive).toSorted((a, b) => placeOf(a.name) - placeOf(b.name));
  return [...entries.map(({ bytes }) => bytes), lastEntry, endRecord()];
}

function cellsOf(row: ExcelJS.Row): string[] {
  const cells: string[] = [];
  const last = Math.min(row.cellCount, maxColumns + 1);
  for (let column = 1; column <= last; column += 1) cells.push(textOf(row.getCell(column).value));
  return cells;
}

function textOf(value: ExcelJS.CellValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return numberText(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (typeof value !== 'object') return String(value);
  if ('richText' in value) return value.richText.map(({ text }) => text).join('');
  // The result of a formula when the sheet was saved; no formula is computed here.
  if ('result' in value) return textOf(value.result ?? null);
  if ('error' in value) return value.error;
  if ('text' in value) return String(value.text);
  return '';
}

/** `1.234` would read as one thousand in a sheet whose texts have commas: one more digit makes it a decimal. */
function numberText(value: number): string {
  const text = String(value);
  return /^-?\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text;
}

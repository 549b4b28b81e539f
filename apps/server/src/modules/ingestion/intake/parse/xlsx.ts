import { Readable } from 'node:stream';
import ExcelJS from 'exceljs';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { maxColumns, maxRows, type RawRow } from './raw-row.ts';
import { refuseZipBomb } from './zip-guard.ts';

/** Rows of the first sheet. Days come as ISO, numbers with a point. Throws `UnreadableFile`. */
export async function* xlsxRows(archive: Buffer, limitBytes: number): AsyncGenerator<RawRow> {
  await refuseZipBomb(archive, limitBytes);
  const reader = new ExcelJS.stream.xlsx.WorkbookReader(Readable.from([archive]), {
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

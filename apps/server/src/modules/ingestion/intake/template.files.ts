import type { RowFormat } from '@kianda/connectors';
import { stringify } from 'csv-stringify/sync';
import ExcelJS from 'exceljs';

/** Header, a row with the units, and example rows marked with `#` so that they are never read as data. */
function templateRows(format: RowFormat<unknown>): string[][] {
  const names = format.fields.map(({ name }) => name);
  const units = format.fields.map((field) =>
    [field.unit, field.required ? 'obrigatório' : null].filter(Boolean).join(', '),
  );
  const examples = format.examples.map((example) => names.map((name) => example[name] ?? ''));
  const marked = [units, ...examples].map(([first = '', ...rest]) => [`# ${first}`, ...rest]);
  return [names, ...marked];
}

/** CSV for spreadsheets in Portuguese: `;`, byte order mark, CRLF. */
export function csvTemplate(format: RowFormat<unknown>): Buffer {
  return Buffer.from(safeCsv(templateRows(format)));
}

/** Rows as CSV in which no cell runs as a formula. */
export function safeCsv(rows: readonly (readonly (string | number)[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { delimiter: ';', bom: true, record_delimiter: 'windows', escape_formulas: true },
  );
}

/** The same rows in a sheet, with a second one that explains the fields. */
export async function xlsxTemplate(format: RowFormat<unknown>): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet(format.label.replace(/[\\/*?:[\]]/g, ' ').slice(0, 31));
  for (const row of templateRows(format)) sheet.addRow(row);
  sheet.getRow(1).font = { bold: true };
  sheet.columns = format.fields.map(({ name }) => ({ width: Math.max(14, name.length + 2) }));
  // As text, days and numbers stay as they were typed.
  for (let column = 1; column <= format.fields.length; column += 1) sheet.getColumn(column).numFmt = '@';
  const help = book.addWorksheet('Campos');
  help.addRow(['campo', 'nome', 'unidade', 'obrigatório', 'descrição', 'valores aceites']).font = { bold: true };
  for (const field of format.fields) {
    const { name, label, unit, description, required, choices = [] } = field;
    help.addRow([name, label, unit ?? '', required ? 'sim' : 'não', description, choices.join(', ')]);
  }
  help.columns = [18, 24, 12, 12, 60, 50].map((width) => ({ width }));
  return Buffer.from(await book.xlsx.writeBuffer());
}

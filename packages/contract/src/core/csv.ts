export type CsvValue = string | number | boolean | null | undefined;

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  const text = String(value);
  // A leading = + - @ is a formula to a spreadsheet: text from outside must never run there.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const lineOf = (row: readonly CsvValue[]): string => `${row.map(cell).join(';')}\r\n`;

/** Lines of a CSV that Portuguese spreadsheets open as it is: semicolons, decimal commas, CRLF. */
export const csvLines = (rows: readonly (readonly CsvValue[])[]): string => rows.map(lineOf).join('');

/** Its beginning: byte-order mark and names of the columns. */
export const csvHead = (header: readonly string[]): string => `\ufeff${lineOf(header)}`;

/** The whole of it. */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  csvHead(header) + csvLines(rows);

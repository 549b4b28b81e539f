import { CsvError, parse } from 'csv-parse/sync';
import { ProviderError } from '../core/failures.ts';
import type { RawBody } from '../core/http.ts';
import { decodeText } from '../core/parse.ts';
import { addressOf } from '../core/status.ts';

export type CsvRow = Readonly<Record<string, string>>;

/**
 * Rows of a CSV body under its header. Throws `network` for a body cut short (its last line lacks columns, or ends
 * within the closing `true`/`false`), `schema` where columns asked for are missing, `provider` where none is there: then
 * it is the answer to another question.
 */
export function readCsv(body: RawBody, columns: readonly string[]): readonly CsvRow[] {
  const text = decodeText(body);
  if (text.trim() === '') throw cut(body);
  const lines = linesOf(body, text);
  const [header = [], ...rows] = lines;
  const missing = columns.filter((column) => !header.includes(column));
  if (missing.length === columns.length)
    throw new ProviderError(
      'provider',
      `${addressOf(body.url)}: a resposta é de outro pedido (${header.slice(0, 3).join(', ')}…)`,
    );
  if (missing.length > 0)
    throw new ProviderError('schema', `${addressOf(body.url)}: faltam as colunas ${missing.join(', ')}`);
  const last = rows.at(-1);
  const isComplete = text.endsWith('\n') || last === undefined || /^(true|false)$/.test(last.at(-1) ?? '');
  if (!isComplete || (last !== undefined && last.length !== header.length)) throw cut(body);
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])));
}

function linesOf(body: RawBody, text: string): string[][] {
  try {
    return parse(text, { bom: true, skip_empty_lines: true, relax_column_count: true });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    // A quote that never closes is how a body cut inside a quoted text ends.
    if (cause.code === 'CSV_QUOTE_NOT_CLOSED') throw cut(body);
    throw new ProviderError('schema', `${addressOf(body.url)}: CSV inválido (${cause.code})`, { cause });
  }
}

function cut(body: RawBody): ProviderError {
  return new ProviderError('network', `${addressOf(body.url)}: resposta truncada (${body.bytes.length} bytes)`);
}

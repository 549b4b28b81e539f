import { Transform } from 'node:stream';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { maxColumns, maxRows, type RawRow, type TextDialect } from './raw-row.ts';

/** A longer record is taken for a quote that was never closed. */
const maxRecordChars = 2 * 1024 * 1024;
/** A record of more lines is, too: it would swallow the rows up to the next quote without a trace. */
const maxRecordLines = 50;

/**
 * Cuts a CSV into rows. Rows of any width are given; blank ones are left out. Throws `UnreadableFile` where quotes do not
 * close: the caller may try again without them.
 */
export async function* csvRows(bytes: AsyncIterable<Uint8Array>, dialect: TextDialect): AsyncGenerator<RawRow> {
  const parser = parse({
    delimiter: dialect.delimiter,
    quote: dialect.quoted ? '"' : null,
    escape: dialect.quoted ? '"' : null,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordChars,
    info: true,
  });
  const decoded = decode(bytes, dialect.encoding);
  decoded.on('error', (error) => parser.destroy(error));
  decoded.pipe(parser);
  let count = 0;
  let before = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: InfoRecord }>) {
      const lines = info.lines - before;
      before = info.lines;
      if (
        dialect.quoted &&
        lines > maxRecordLines &&
        record.some((cell) => cell.split('\n', maxRecordLines).length === maxRecordLines)
      )
        throw new UnreadableFile('O ficheiro tem aspas por fechar.');
      if (record.every((cell) => cell.trim() === '')) continue;
      count += 1;
      if (count > maxRows) throw new UnreadableFile(`O ficheiro tem mais de ${maxRows} linhas.`);
      const problem = record.length > maxColumns ? `linha com ${record.length} células` : null;
      yield { line: info.lines, cells: problem === null ? record : record.slice(0, 20), problem };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(explain(error), { cause: error });
    throw error;
  } finally {
    decoded.destroy();
    parser.destroy();
  }
}

function explain(error: CsvError): string {
  const quotes = ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE', 'CSV_INVALID_CLOSING_QUOTE'].includes(error.code);
  return quotes ? 'O ficheiro tem aspas por fechar.' : `O ficheiro não se lê como CSV (${error.code}).`;
}

/** Text of one encoding as UTF-8, without its byte order mark. */
function decode(bytes: AsyncIterable<Uint8Array>, encoding: string): Transform {
  const decoder = new TextDecoder(encoding);
  const transform = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      done(null, decoder.decode(chunk, { stream: true }));
    },
    flush(done) {
      done(null, decoder.decode());
    },
  });
  const feed = async () => {
    for await (const chunk of bytes) {
      if (transform.destroyed) return;
      if (!transform.write(chunk)) {
        await new Promise<void>((resolve) => {
          transform.once('drain', resolve);
          transform.once('close', resolve);
        });
      }
    }
    transform.end();
  };
  feed().catch((error: unknown) => transform.destroy(error instanceof Error ? error : new Error(String(error))));
  return transform;
}

/** Ends of lines; NAF messages that follow one another without one are lines of their own, too. */
const lineEnd = /\r\n|\n|\r(?!$)|(?<=\/\/ER(?:\/\/)?)[ \t]*(?=\/\/SR\/\/)/;

/** Lines of a text that are not blank, each as a row of one cell. */
export async function* textLines(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<RawRow> {
  const decoder = new TextDecoder(encoding);
  let rest = '';
  let line = 0;
  const take = function* (text: string, isEnd: boolean): Generator<RawRow> {
    const lines = (rest + text).split(lineEnd);
    rest = isEnd ? '' : (lines.pop() ?? '');
    if (rest.length > maxRecordChars) throw new UnreadableFile('O ficheiro tem uma linha longa de mais.');
    for (const each of lines) {
      line += 1;
      if (line > maxRows) throw new UnreadableFile(`O ficheiro tem mais de ${maxRows} linhas.`);
      const trimmed = each.trim();
      if (trimmed !== '') yield { line, cells: [trimmed], problem: null };
    }
  };
  for await (const chunk of bytes) yield* take(decoder.decode(chunk, { stream: true }), false);
  yield* take(decoder.decode(), true);
}

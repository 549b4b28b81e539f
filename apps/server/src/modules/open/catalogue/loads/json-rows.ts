import { StringDecoder } from 'node:string_decoder';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import type { LoadedRow } from './read-rows.ts';

/** An item is rarely more than some kilobytes; one that is longer than this is refused. */
const longestItem = 1_048_576;

/** Before each record of RFC 7464. */
const recordSeparator = '\u001e';

type Chunks = AsyncIterable<{ readonly text: string; readonly at: number }>;

/** Text of a file as it is read, with the share of it read so far. */
export async function* textOf(
  part: (start: number, end: number) => Promise<ArrayBuffer>,
  sizeBytes: number,
  chunkBytes = 1_048_576,
): Chunks {
  const decoder = new StringDecoder('utf8');
  for (let start = 0; start < sizeBytes; start += chunkBytes) {
    const end = Math.min(sizeBytes, start + chunkBytes);
    yield { text: decoder.write(Buffer.from(await part(start, end))), at: end / sizeBytes };
  }
  yield { text: decoder.end(), at: 1 };
}

/** Items of a file with one a line (NDJSON); empty lines and record separators are left aside. */
export async function* lineRows(chunks: Chunks): AsyncGenerator<LoadedRow> {
  let rest = '';
  let isCut = false;
  let at = 0;
  for await (const chunk of chunks) {
    at = chunk.at;
    const lines = (rest + chunk.text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const row = rowOf(line, at, isCut);
      isCut = false;
      if (row !== null) yield row;
    }
    if (rest.length > longestItem) [rest, isCut] = ['', true];
  }
  const last = rowOf(rest, at, isCut);
  if (last !== null) yield last;
}

function rowOf(line: string, at: number, isCut: boolean): LoadedRow | null {
  const text = (line.startsWith(recordSeparator) ? line.slice(1) : line).trim();
  if (isCut || text.length > longestItem) return tooLong(at);
  return text === '' ? null : parsed(text, at);
}

/** Items of a FeatureCollection, each read as its text ends: the whole is never in memory. */
export async function* featureRows(chunks: Chunks): AsyncGenerator<LoadedRow> {
  const scan = createScan();
  for await (const { text, at } of chunks) {
    for (const found of scan.read(text)) yield found === null ? tooLong(at) : parsed(found, at);
  }
  scan.end();
}

/** Follows the nesting of a JSON text and gives the text of each element of the outermost `features`; null for one too long. */
function createScan() {
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  /** The last text at the outermost object: its name may be `features`. */
  let name = '';
  let state: 'outside' | 'features' | 'over' = 'outside';
  let item: string | null = '';

  function begins(letter: string): void {
    depth += 1;
    if (depth === 2 && letter === '[' && state === 'outside' && name === 'features') state = 'features';
  }

  return {
    *read(text: string): Generator<string | null> {
      let from = state === 'features' && depth > 2 ? 0 : -1;
      for (let at = 0; at < text.length; at += 1) {
        const letter = text[at] ?? '';
        if (isText) {
          if (isEscaped) isEscaped = false;
          else if (letter === '\\') isEscaped = true;
          else if (letter === '"') isText = false;
          if (isText && depth === 1 && name.length < 16) name += letter;
        } else if (letter === '"') {
          isText = true;
          if (depth === 1) name = '';
        } else if (letter === '{' || letter === '[') {
          if (state === 'features' && depth === 2) [from, item] = [at, ''];
          begins(letter);
        } else if (letter === '}' || letter === ']') {
          depth -= 1;
          if (state === 'features' && depth === 2) {
            yield item === null ? null : item + text.slice(from, at + 1);
            from = -1;
          } else if (state === 'features' && depth === 1) state = 'over';
        }
      }
      if (from < 0) return;
      item = item === null || item.length + text.length - from > longestItem ? null : item + text.slice(from);
    },
    /** Throws `UnreadableFile` where the text had no such list, or ended inside of it. */
    end(): void {
      if (state === 'over' && depth === 0) return;
      throw new UnreadableFile(
        state === 'outside'
          ? 'O ficheiro não é uma FeatureCollection: falta-lhe a lista «features».'
          : 'O ficheiro acaba a meio da lista «features»: envie-o de novo, inteiro.',
      );
    },
  };
}

function parsed(text: string, at: number): LoadedRow {
  try {
    return { at, document: JSON.parse(text) as unknown };
  } catch {
    return { at, fault: 'Não é JSON válido.' };
  }
}

const tooLong = (at: number): LoadedRow => ({ at, fault: 'O item tem mais de 1 MB.' });

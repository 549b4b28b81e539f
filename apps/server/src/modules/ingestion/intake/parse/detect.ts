import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';

export type FileKind = 'text' | 'xlsx';

/** Kind of a file by its first bytes. Throws `UnreadableFile` for a file that is neither text nor XLSX. */
export function kindOf(head: Buffer): FileKind {
  if (head.length === 0) throw new UnreadableFile('O ficheiro está vazio.');
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return 'xlsx';
  if (head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])))
    throw new UnreadableFile('O formato XLS antigo não é aceite: grave o ficheiro como XLSX ou CSV.');
  if (bomOf(head) === null) {
    const controls = head.filter((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0d].includes(byte)).length;
    // A stray NUL is a matter of its row; a tenth of them is no text.
    if (controls > head.length / 10) throw new UnreadableFile('O ficheiro não é texto nem XLSX.');
  }
  return 'text';
}

function bomOf(head: Buffer): string | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return null;
}

/** Encoding of a text: its byte order mark's, UTF-8 where all of it is, Windows-1252 else. */
export function encodingOf(head: Buffer, isUtf8: boolean): string {
  return bomOf(head) ?? (isUtf8 ? 'utf-8' : 'windows-1252');
}

const delimiters = [';', ',', '\t', '|'] as const;

/** Delimiter that cuts the first lines into the same number of cells most often; decimal commas vary, delimiters do not. */
export function delimiterOf(text: string): string {
  const lines = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .slice(0, 30);
  const scores = delimiters.map((delimiter) => {
    const counts = lines.map((line) => outsideQuotes(line).split(delimiter).length - 1).filter((count) => count > 0);
    const modal = [...Map.groupBy(counts, (count) => count)].toSorted(([, a], [, b]) => b.length - a.length)[0];
    return { delimiter, lines: modal?.[1].length ?? 0, count: modal?.[0] ?? 0 };
  });
  scores.sort((a, b) => b.lines - a.lines || b.count - a.count);
  return scores[0]?.lines === 0 ? ';' : (scores[0]?.delimiter ?? ';');
}

function outsideQuotes(line: string): string {
  return line.replace(/"[^"]*"/g, '');
}

/** Decimal separator of number cells, and whether they leave doubt. */
export function decimalOf(
  cells: readonly string[],
  delimiter: string | null,
): { readonly decimal: 'comma' | 'point'; readonly warning: string | null } {
  const trimmed = cells.map((cell) => cell.trim().replace(/^[-+−]/, ''));
  const count = (pattern: RegExp) => trimmed.filter((cell) => pattern.test(cell)).length;
  const either = count(/^\d{1,3}(?:\.\d{3})+$/) + count(/^\d{1,3}(?:,\d{3})+$/);
  const commas = count(/^(?:\d+|\d{1,3}(?:[.\s]\d{3})+),(?!\d{3}$)\d+$/) + count(/^\d{1,3}(?:\.\d{3})+,\d+$/);
  const points = count(/^(?:\d+|\d{1,3}(?:[,\s]\d{3})+)\.(?!\d{3}$)\d+$/) + count(/^\d{1,3}(?:,\d{3})+\.\d+$/);
  const decimal = commas === points ? (delimiter === ';' ? 'comma' : 'point') : commas > points ? 'comma' : 'point';
  if (commas > 0 && points > 0)
    return { decimal, warning: 'Há números com vírgula decimal e outros com ponto decimal: confirme os valores.' };
  if (commas === 0 && points === 0 && either > 0)
    return { decimal, warning: 'Não se sabe se «1.234» são milhares ou milésimos: confirme o separador decimal.' };
  return { decimal, warning: null };
}

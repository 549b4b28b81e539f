import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ParseLimits } from '../../../../platform/untrusted/sandboxed-parse.ts';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import type { OpenFile, RawRow } from './raw-row.ts';
import { rawRows } from './raw-rows.ts';
import { type Part, zipOf } from './testing/zip.ts';

const megabyte = 1_048_576;
const dialect = { encoding: 'utf-8', delimiter: ';', quoted: true };
const fileOf = (format: OpenFile['format'], bytes: Buffer): OpenFile => ({
  ...{ format, dialect },
  gzipped: gzipSync(bytes),
  limitBytes: 50 * megabyte,
});

/** A workbook of one sheet, part by part: what a library would never write. */
function workbook(parts: { readonly styles?: string; readonly strings?: string; readonly rows: string }): Part[] {
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const xml = (name: string, content: string): Part => ({ name, content: Buffer.from(content) });
  return [
    xml(
      'xl/_rels/workbook.xml.rels',
      `<Relationships><Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    xml('xl/workbook.xml', '<workbook><sheets><sheet name="Folha" sheetId="1" r:id="rId1"/></sheets></workbook>'),
    xml('xl/styles.xml', `<styleSheet>${parts.styles ?? ''}</styleSheet>`),
    xml('xl/sharedStrings.xml', `<sst>${parts.strings ?? ''}</sst>`),
    xml('xl/worksheets/sheet1.xml', `<worksheet><sheetData>${parts.rows}</sheetData></worksheet>`),
  ];
}
const row = '<row r="1"><c r="A1"><v>7</v></c></row>';

async function read(file: OpenFile, limits?: ParseLimits): Promise<RawRow[]> {
  const rows: RawRow[] = [];
  for await (const each of rawRows(file, limits)) rows.push(each);
  return rows;
}

test('rows of a sheet and of a text, over several batches', async () => {
  expect(await read(fileOf('xlsx', zipOf(workbook({ rows: row }))))).toEqual([
    { line: 1, cells: ['7'], problem: null },
  ]);
  const lines = Array.from({ length: 1_200 }, (_, index) => `${index};x`).join('\n');
  const rows = await read(fileOf('csv', Buffer.from(lines)));
  expect(rows.map(({ cells }) => cells[0])).toEqual(Array.from({ length: 1_200 }, (_, index) => String(index)));
  expect(await read(fileOf('lines', Buffer.from('a\nb')))).toHaveLength(2);
});

describe('a sheet is read whatever the order of the parts of its archive', () => {
  const [relations, book, styles, strings, sheet] = workbook({ rows: row }) as [Part, Part, Part, Part, Part];
  const stored = (parts: readonly Part[]) => parts.map((part) => ({ ...part, isStored: true }));

  test.each<[string, readonly Part[]]>([
    ['the book after the sheet', [relations, styles, strings, sheet, book]],
    ['the sheet before all others', [sheet, strings, styles, relations, book]],
    // The reader of archives comes to their last bytes before the part in front of them was looked at.
    ['small parts that need no unpacking at the end', stored([relations, sheet, strings, styles, book])],
    ['a sheet that needs no unpacking at the end', stored([relations, book, styles, strings, sheet])],
  ])('%s', async (_name, parts) => {
    expect(await read(fileOf('xlsx', zipOf(parts)))).toEqual([{ line: 1, cells: ['7'], problem: null }]);
  });
});

test('NAF messages that follow one another on a line are lines of their own', async () => {
  const message = (number: number) => `//SR//TM/POS//RN/${number}//ER//`;
  const cells = async (text: string) => (await read(fileOf('lines', Buffer.from(text)))).map((each) => each.cells[0]);
  const three = [message(1), message(2), message(3)];
  expect(await cells(three.join(''))).toEqual(three);
  expect(await cells(`${three.slice(0, 2).join(' ')}\r\n${message(3)}`)).toEqual(three);
  // An end without its own slashes, as some centres write it.
  expect(await cells('//SR//RN/1//ER//SR//RN/2//ER')).toEqual(['//SR//RN/1//ER', '//SR//RN/2//ER']);
  // More than one reading of the stream.
  const many = Array.from({ length: 20_000 }, (_, index) => message(index));
  expect(await cells(many.join(''))).toEqual(many);
});

describe('a hostile sheet is refused with a sentence, and the next is read', () => {
  const limits = { seconds: 30, heapMiB: 24, bytesMiB: 400 };
  /** The library looks for colours in a number format: each bracket that does not close is sought up to the end. */
  const format = '['.repeat(2_000_000);
  const styles =
    `<numFmts><numFmt numFmtId="164" formatCode="${format}"/></numFmts>` +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs>';
  const strings = '<si><r><t>a</t></r><r><t>b</t></r></si>'.repeat(250_000);
  const hidden: Part = { name: 'xl/sharedStrings.xml', content: Buffer.alloc(100 * megabyte), isHidden: true };

  test.each<[string, readonly Part[], ParseLimits, string | RegExp]>([
    [
      'that never ends',
      workbook({ styles, rows: '<row r="1"><c r="A1" s="1"><v>7</v></c></row>' }),
      { ...limits, seconds: 3 },
      /^A leitura do ficheiro foi parada ao fim de \d+ s: divida-o em ficheiros mais pequenos, ou grave-o como CSV\.$/,
    ],
    ['of more texts than memory', workbook({ strings, rows: row }), limits, 'não coube na memória reservada'],
    // One allocation much larger than the heap: a thread without memory for it takes the whole server with it.
    [
      'of one cell larger than memory',
      workbook({ rows: `<row r="1"><c r="A1" t="str"><v>${'a'.repeat(100_000_000)}</v></c></row>` }),
      limits,
      'não coube na memória reservada',
    ],
    ['that hides a large part', [hidden, ...workbook({ rows: row })], limits, 'o índice e as partes não dizem o mesmo'],
  ])('%s', async (_name, parts, within, reason) => {
    const reading = read(fileOf('xlsx', zipOf(parts)), within);
    await expect(reading).rejects.toThrow(UnreadableFile);
    await expect(reading).rejects.toThrow(reason);
    expect(await read(fileOf('csv', Buffer.from('a;b\n1;2')))).toHaveLength(2);
  });
});

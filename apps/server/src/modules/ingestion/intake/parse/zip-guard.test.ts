import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { type Part, zipOf } from './testing/zip.ts';
import { refuseZipBomb } from './zip-guard.ts';

const megabyte = 1_048_576;
const small: Part = { name: 'xl/a.xml', content: Buffer.from('<a/>') };
const large: Part = { name: 'xl/b.xml', content: Buffer.alloc(50 * megabyte) };
const guard = (parts: readonly Part[]) => refuseZipBomb(zipOf(parts), megabyte);

describe('an honest archive passes', () => {
  test.each<[string, readonly Part[]]>([
    ['at its limit', [{ ...large, content: Buffer.alloc(megabyte) }]],
    ['of several entries, one of them empty', [small, { name: 'xl/', content: Buffer.alloc(0), isStored: true }]],
    ['with wide sizes', [{ ...small, isWide: true }]],
    ['stored', [{ ...small, isStored: true }]],
    [
      'with its sizes after the bytes',
      [
        { ...small, open: 'described' },
        { ...large, content: Buffer.alloc(1_000) },
      ],
    ],
  ])('%s', async (_name, parts) => {
    await expect(guard(parts)).resolves.toBeUndefined();
  });

  test('with a comment', async () => {
    await expect(refuseZipBomb(zipOf([small], Buffer.from('olá')), megabyte)).resolves.toBeUndefined();
  });

  test('as the library of spreadsheets writes it', async () => {
    const book = new ExcelJS.Workbook();
    book.addWorksheet('Folha').addRow([1, 'dois']);
    await expect(refuseZipBomb(Buffer.from(await book.xlsx.writeBuffer()), megabyte)).resolves.toBeUndefined();
  });
});

test('one that declares more, and one that lies about it, are refused', async () => {
  const lie = { size: 10 };
  await expect(guard([large])).rejects.toThrow('acima do permitido');
  await expect(guard([{ ...large, local: lie, listed: lie }])).rejects.toThrow('acima do permitido');
  await expect(guard([{ ...small, local: lie, listed: lie }])).rejects.toThrow('danificado');
});

describe('entries that only one kind of reader sees are refused', () => {
  test.each<[string, readonly Part[]]>([
    ['the directory lists a small part of a large one', [{ ...large, listed: { packed: 12, size: 4 } }]],
    ['an entry that the directory does not list', [small, { ...large, isHidden: true }]],
    ['one before the first that it lists', [{ ...large, isHidden: true }, small]],
    ['one between two', [small, { ...large, isHidden: true }, { ...small, name: 'xl/c.xml' }]],
    ['two entries on the same bytes', [small, { ...large, listed: { offset: 0, name: 'xl/b.xml' } }]],
    ['a packed size of nothing in the directory', [{ ...large, listed: { packed: 0, size: 0 } }]],
    ['a packed size of nothing in both', [{ ...large, local: { packed: 0, size: 0 }, listed: { packed: 0, size: 0 } }]],
    ['a wide size that is another', [{ ...large, isWide: true, local: { size: 4 } }]],
    ['another name in the directory', [{ ...small, listed: { name: 'xl/z.xml' } }]],
    ['bytes between two entries', [{ ...small, after: Buffer.from('??') }, large]],
    ['no descriptor where one is announced', [{ ...small, open: 'bare' }]],
    ['a descriptor inside the bytes', [{ ...small, ...withDescriptorInside(), isStored: true, open: 'described' }]],
  ])('%s', async (_name, parts) => {
    await expect(guard(parts)).rejects.toThrow('o índice e as partes não dizem o mesmo');
  });

  test('the same name twice', async () => {
    await expect(guard([small, { ...large, name: small.name }])).rejects.toThrow('o mesmo nome');
  });

  test('bytes after the compressed ones of an entry', async () => {
    const packedOf = ({ content }: Part) => zipOf([{ name: '', content }]).readUInt32LE(18);
    const packed = packedOf(small) + 4;
    const parts = [{ ...small, after: Buffer.from('lixo'), local: { packed }, listed: { packed } }];
    await expect(guard(parts)).rejects.toThrow('danificado');
  });
});

/** Bytes in which a reader of streams finds the end of the entry, and another entry after it. */
function withDescriptorInside(): Pick<Part, 'content'> {
  const descriptor = Buffer.concat([Buffer.from('PK\u0007\u0008'), Buffer.alloc(12)]);
  return { content: Buffer.concat([descriptor, zipOf([{ name: 'xl/hidden.xml', content: Buffer.from('<b/>') }])]) };
}

test.each([
  ['cut short', zipOf([small]).subarray(0, 40)],
  ['no archive', Buffer.from('PK\u0003\u0004')],
  [
    'an offset beyond the end',
    Buffer.concat([
      Buffer.from([0x50, 0x4b, 5, 6]),
      Buffer.alloc(4),
      Buffer.from([1, 0, 1, 0]),
      Buffer.alloc(4, 9),
      Buffer.alloc(4, 0xff),
      Buffer.alloc(2),
    ]),
  ],
])('%s is damaged', async (_name, bytes) => {
  await expect(refuseZipBomb(bytes, megabyte)).rejects.toThrow('danificado');
});

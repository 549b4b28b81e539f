import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { refuseZipBomb } from './zip-guard.ts';

/** An archive of one deflated entry that declares `declared` bytes. */
function archiveOf(content: Buffer, declared = content.length): Buffer {
  const packed = deflateRawSync(content);
  const name = Buffer.from('xl/a.xml');
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(declared, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, packed]);
  const central = Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

const megabyte = 1_048_576;

test('an archive within the limit passes', async () => {
  await expect(refuseZipBomb(archiveOf(Buffer.alloc(megabyte)), megabyte)).resolves.toBeUndefined();
});

test('one that declares more, and one that lies about it, are refused', async () => {
  const bomb = Buffer.alloc(50 * megabyte);
  await expect(refuseZipBomb(archiveOf(bomb), megabyte)).rejects.toThrow('acima do permitido');
  await expect(refuseZipBomb(archiveOf(bomb, 10), megabyte)).rejects.toThrow('acima do permitido');
});

test.each([
  ['cut short', archiveOf(Buffer.from('abc')).subarray(0, 40)],
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

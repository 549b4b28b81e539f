import { crc32, deflateRawSync } from 'node:zlib';

export type Part = {
  readonly name: string;
  readonly content: Buffer;
  /** Stored as it is, not deflated. */
  readonly isStored?: boolean;
  /** False values for the local header and the directory. */
  readonly local?: Partial<Said>;
  readonly listed?: Partial<Said>;
  /** Sizes after the bytes, not before them; with a descriptor that says them, or without. */
  readonly open?: 'described' | 'bare';
  /** Sizes of the local header in its extra field, as for an entry of four gigabytes. */
  readonly isWide?: boolean;
  /** Not in the directory. */
  readonly isHidden?: boolean;
  /** Bytes that follow it and belong to nobody. */
  readonly after?: Buffer;
};
type Said = { readonly name: string; readonly packed: number; readonly size: number; readonly offset: number };

/** An archive of parts that may lie about themselves. */
export function zipOf(parts: readonly Part[], comment = Buffer.alloc(0)): Buffer {
  const bytes: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const packed = part.isStored === true ? part.content : deflateRawSync(part.content);
    const truth = { name: part.name, packed: packed.length, size: part.content.length, offset: at };
    const unknown = part.open === undefined ? {} : { packed: 0, size: 0 };
    const described = part.open === 'described' ? descriptorOf(truth) : Buffer.alloc(0);
    const head = localOf(part, { ...truth, ...unknown, ...part.local });
    const whole = Buffer.concat([head, packed, described, part.after ?? Buffer.alloc(0)]);
    bytes.push(whole);
    if (part.isHidden !== true) directory.push(listedOf(part, { ...truth, ...part.listed }));
    at += whole.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...bytes, listed, end, comment]);
}

/** The common part of an entry's two headers: 26 bytes from the version on. */
function commonOf({ content, isStored, open }: Part, { name, packed, size }: Said): Buffer {
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(open === undefined ? 0 : 8, 2);
  common.writeUInt16LE(isStored === true ? 0 : 8, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(packed, 14);
  common.writeUInt32LE(size, 18);
  common.writeUInt16LE(Buffer.byteLength(name), 22);
  return common;
}

function localOf(part: Part, said: Said): Buffer {
  const common = commonOf(part, said);
  const extra = Buffer.alloc(part.isWide === true ? 20 : 0);
  if (part.isWide === true) {
    common.fill(0xff, 14, 22);
    common.writeUInt16LE(extra.length, 24);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(16, 2);
    extra.writeBigUInt64LE(BigInt(said.size), 4);
    extra.writeBigUInt64LE(BigInt(said.packed), 12);
  }
  return Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(said.name), extra]);
}

function listedOf(part: Part, said: Said): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(said.offset, 10);
  const version = Buffer.from([20, 0]);
  return Buffer.concat([
    ...[Buffer.from('PK\u0001\u0002'), version, commonOf(part, said), rest],
    Buffer.from(said.name),
  ]);
}

function descriptorOf({ packed, size }: Said): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.write('PK\u0007\u0008', 'latin1');
  descriptor.writeUInt32LE(packed, 8);
  descriptor.writeUInt32LE(size, 12);
  return descriptor;
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { BackupError } from './errors.ts';
import { type BackupKey, fingerprintText } from './key.ts';

/**
 * A sealed file: `KIANDAB1`, the key's fingerprint (8 bytes), a salt (32 bytes), then chunks of 1 MiB under AES-256-GCM.
 * Each file has a key of its own, derived from the salt and the file's name; the nonce is the chunk's number and whether
 * it is the last (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015). A file that was cut, put
 * together in another order, renamed or changed in one bit does not open.
 */
const magic = Buffer.from('KIANDAB1');
const saltBytes = 32;
const headerBytes = magic.length + 8 + saltBytes;
const chunkBytes = 1_048_576;
const tagBytes = 16;

function fileKey(key: BackupKey, salt: Uint8Array, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key.bytes, salt, `kianda/backup/file/v1/${name}`, 32));
}

function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(chunk, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Regroups bytes into pieces of exactly `size`, the last one shorter or (only when there is nothing else) empty. */
async function* inPieces(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let buffered: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const part of bytes) {
    buffered.push(part);
    heldBytes += part.byteLength;
    if (heldBytes <= size) continue;
    let all = Buffer.concat(buffered);
    // Strictly more: the piece that ends the file is known only by the end of the file.
    for (; all.length > size; all = all.subarray(size)) yield { piece: all.subarray(0, size), isLast: false };
    buffered = [all];
    heldBytes = all.length;
  }
  yield { piece: Buffer.concat(buffered), isLast: true };
}

/** Seals a stream under the key; `name` is where it is kept, and it opens nowhere else. */
export async function* seal(
  key: BackupKey,
  name: string,
  plain: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer, void, undefined> {
  const salt = randomBytes(saltBytes);
  const header = Buffer.concat([magic, key.fingerprint, salt]);
  const derived = fileKey(key, salt, name);
  yield header;
  let chunk = 0;
  for await (const { piece, isLast } of inPieces(plain, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', derived, nonceOf(chunk, isLast)).setAAD(header);
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    chunk += 1;
  }
}

/**
 * Opens what `seal` sealed. Throws `BackupError`: `wrong_key` with both fingerprints, `corrupt` with the file's name.
 * No byte of a damaged chunk is ever handed on.
 */
export async function* unseal(
  key: BackupKey,
  name: string,
  sealed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer, void, undefined> {
  const damaged = (what: string) =>
    new BackupError('corrupt', `O ficheiro ${name} da cópia está danificado (${what}). Use outra cópia.`);
  const iterator = sealed[Symbol.asyncIterator]();
  const head: Buffer[] = [];
  let headLength = 0;
  while (headLength < headerBytes) {
    const next = await iterator.next();
    if (next.done === true) throw damaged('falta o princípio');
    head.push(Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength));
    headLength += next.value.byteLength;
  }
  const begun = Buffer.concat(head);
  const header = begun.subarray(0, headerBytes);
  if (!header.subarray(0, magic.length).equals(magic)) throw damaged('não começa como uma cópia da Kianda');
  const fingerprint = header.subarray(magic.length, magic.length + 8);
  if (!fingerprint.equals(key.fingerprint)) {
    throw new BackupError(
      'wrong_key',
      `A cópia foi feita com a chave ${fingerprintText(fingerprint)}, e a chave dada é ${fingerprintText(key.fingerprint)}. Indique a chave certa (KIANDA_BACKUP_KEY ou o ficheiro da chave).`,
    );
  }
  const derived = fileKey(key, header.subarray(magic.length + 8), name);
  async function* rest(): AsyncGenerator<Uint8Array> {
    if (begun.length > headerBytes) yield begun.subarray(headerBytes);
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  }
  let chunk = 0;
  for await (const { piece, isLast } of inPieces(rest(), chunkBytes + tagBytes)) {
    if (piece.length < tagBytes) throw damaged(`acaba antes do fim, no bloco ${chunk + 1}`);
    const cut = piece.length - tagBytes;
    const decipher = createDecipheriv('aes-256-gcm', derived, nonceOf(chunk, isLast))
      .setAAD(header)
      .setAuthTag(piece.subarray(cut));
    const plain = decipher.update(piece.subarray(0, cut));
    try {
      decipher.final();
    } catch (error) {
      throw Object.assign(damaged(`bloco ${chunk + 1}`), { cause: error });
    }
    if (plain.length > 0) yield plain;
    chunk += 1;
  }
}

import { createHash } from 'node:crypto';
import { S3Error } from './s3-error.ts';
import { type ChunkSigner, isSame } from './signature.ts';

const maxLineBytes = 16_384;
/** Larger than what any client frames; a length beyond it is a mistake. */
const maxChunkBytes = 5 * 1024 ** 3;

/**
 * Content of a body in AWS's chunks (`hex;chunk-signature=…`), each checked as it passes; what its trailer says is told
 * to `onTrailer` before the end. Throws `IncompleteBody` and `SignatureDoesNotMatch`: whoever stores what came must then
 * forget it.
 */
export async function* decodeChunks(
  bytes: AsyncIterable<Uint8Array>,
  { signer, hasTrailer }: { readonly signer: ChunkSigner | null; readonly hasTrailer: boolean },
  onTrailer: (name: string, value: string) => void,
): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(bytes);
  let previous = signer?.seed ?? '';
  for (;;) {
    const [length = '', ...extensions] = (await reader.line()).split(';');
    if (!/^[0-9a-f]{1,12}$/i.test(length)) throw new S3Error('IncompleteBody', 'Um bloco não começa pelo seu tamanho.');
    const size = Number.parseInt(length, 16);
    if (size > maxChunkBytes) throw new S3Error('EntityTooLarge');
    const hash = createHash('sha256');
    for await (const part of reader.take(size)) {
      if (signer !== null) hash.update(part);
      yield part;
    }
    if (signer !== null) {
      const given = extensions.find((one) => one.trim().startsWith('chunk-signature='))?.split('=')[1] ?? '';
      previous = await signer.sign('PAYLOAD', previous, hash.digest('hex'));
      if (!isSame(previous, given.trim()))
        throw new S3Error('SignatureDoesNotMatch', 'A assinatura de um bloco não é a dele.');
    }
    if (size === 0) break;
    if ((await reader.line()) !== '') throw new S3Error('IncompleteBody', 'Um bloco é maior do que diz.');
  }
  const trailer: string[] = [];
  for (;;) {
    const line = await reader.lastLine();
    if (line === null || line === '') break;
    const at = line.indexOf(':');
    const [name, value] = [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()];
    if (at < 1 || !hasTrailer || trailer.length >= 16)
      throw new S3Error('IncompleteBody', 'O fim do corpo não se consegue ler.');
    if (name === 'x-amz-trailer-signature') {
      const expected =
        signer === null
          ? value
          : await signer.sign('TRAILER', previous, createHash('sha256').update(trailer.join('')).digest('hex'));
      if (!isSame(expected, value))
        throw new S3Error('SignatureDoesNotMatch', 'A assinatura do fim do corpo não é a dele.');
      return;
    }
    trailer.push(`${name}:${value}\n`);
    onTrailer(name, value);
  }
  if (signer !== null && hasTrailer) throw new S3Error('SignatureDoesNotMatch', 'Falta a assinatura do fim do corpo.');
}

/** Lines and counted bytes of a stream, without holding more of it than one piece. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#source = bytes[Symbol.asyncIterator]();
  }

  /** Bytes of one line, without its end. Throws `IncompleteBody` where there is none. */
  async line(): Promise<string> {
    const line = await this.lastLine();
    if (line === null) throw new S3Error('IncompleteBody');
    return line;
  }

  /** As `line`; null at the end of the stream. */
  async lastLine(): Promise<string | null> {
    for (;;) {
      const end = this.#rest.indexOf('\n');
      if (end >= 0) {
        const line = this.#rest.subarray(0, end).toString('latin1');
        this.#rest = this.#rest.subarray(end + 1);
        return line.endsWith('\r') ? line.slice(0, -1) : line;
      }
      if (this.#rest.byteLength > maxLineBytes) throw new S3Error('IncompleteBody', 'Uma linha do corpo não tem fim.');
      if (await this.#more()) continue;
      const left = this.#rest.toString('latin1');
      this.#rest = Buffer.alloc(0);
      return left === '' ? null : left;
    }
  }

  /** Exactly so many bytes. Throws `IncompleteBody` where there are fewer. */
  async *take(count: number): AsyncGenerator<Uint8Array> {
    let left = count;
    while (left > 0) {
      if (this.#rest.byteLength === 0 && !(await this.#more())) throw new S3Error('IncompleteBody');
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.byteLength);
      left -= part.byteLength;
      if (part.byteLength > 0) yield part;
    }
  }

  async #more(): Promise<boolean> {
    const next = await this.#source.next();
    if (next.done === true) return false;
    const { value } = next;
    const piece = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    this.#rest = this.#rest.byteLength === 0 ? piece : Buffer.concat([this.#rest, piece]);
    return true;
  }
}

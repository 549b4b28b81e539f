import { digestOf } from '../../../platform/http/etag.ts';

/** Bytes of texts held at most: a small machine has as much to spare. */
const mostBytes = 64 * 2 ** 20;
const chunkBytes = 2 ** 20;

type Chunk = { readonly bytes: Buffer; used: number; readonly ranks: number[] };

/** Whole text of an item, and the digest that the tags of pages are made of. */
export type ItemBytes = { readonly bytes: Buffer; readonly digest: string };

/** Whole texts of items by rank in an index, as bytes ready to send; where they grow too many, the oldest go. */
export class ItemTexts {
  readonly #texts = new Map<number, ItemBytes>();
  readonly #chunks: Chunk[] = [];
  readonly #chunksAtMost: number;

  constructor(bytesAtMost = mostBytes) {
    this.#chunksAtMost = Math.max(1, Math.floor(bytesAtMost / chunkBytes));
  }

  of(rank: number): ItemBytes | undefined {
    return this.#texts.get(rank);
  }

  /** The text as bytes, held for the next one who asks unless it is longer than a chunk. */
  keep(rank: number, text: string): ItemBytes {
    const length = Buffer.byteLength(text);
    if (length > chunkBytes) return { bytes: Buffer.from(text), digest: digestOf(text) };
    const chunk = this.#chunkFor(length);
    const bytes = chunk.bytes.subarray(chunk.used, chunk.used + length);
    bytes.write(text);
    chunk.used += length;
    chunk.ranks.push(rank);
    const kept = { bytes, digest: digestOf(bytes) };
    this.#texts.set(rank, kept);
    return kept;
  }

  #chunkFor(length: number): Chunk {
    const last = this.#chunks.at(-1);
    if (last !== undefined && last.used + length <= chunkBytes) return last;
    if (this.#chunks.length >= this.#chunksAtMost) {
      // Answers under way still hold the bytes of it, so they are not written over.
      for (const rank of this.#chunks.shift()?.ranks ?? []) this.#texts.delete(rank);
    }
    const chunk = { bytes: Buffer.allocUnsafeSlow(chunkBytes), used: 0, ranks: [] };
    this.#chunks.push(chunk);
    return chunk;
  }
}

import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ByteRange } from './object-storage.ts';

const chunkBytes = 512 * 1024;

/**
 * The bytes of a range of an open file, which it closes at the end. Piped, as an answer is, it fills two buffers by turns:
 * the disk is read while the client takes what was read before, and a large file leaves no memory to collect behind it.
 * Read in any other way, every chunk is the reader's to keep.
 */
export class FileBytes extends Readable {
  readonly #file: FileHandle;
  readonly #end: number;
  #at: number;
  /** A file is closed only when no read of it is under way. */
  #reading: Promise<unknown> = Promise.resolve();

  constructor(file: FileHandle, { first, last }: ByteRange) {
    super({ highWaterMark: chunkBytes });
    this.#file = file;
    this.#at = first;
    this.#end = last + 1;
  }

  override _read(): void {
    void this.#next(Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(this.#end - this.#at, 0)))).then(
      (bytes) => this.push(bytes.byteLength === 0 ? null : bytes),
      (error: Error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    const close = () =>
      this.#file.close().then(
        () => callback(error),
        (reason: Error) => callback(error ?? reason),
      );
    void this.#reading.then(close, close);
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T, options?: { end?: boolean }): T {
    void this.#pump(destination).then(
      () => {
        if (options?.end !== false) destination.end();
        this.push(null);
        this.resume();
      },
      (error: Error) => this.destroy(error),
    );
    return destination;
  }

  async #pump(destination: NodeJS.WritableStream): Promise<void> {
    const size = Math.min(chunkBytes, Math.max(this.#end - this.#at, 0));
    const buffers = [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(size)] as const;
    let written: Promise<void> = Promise.resolve();
    for (let turn = 0; !this.destroyed; turn += 1) {
      const bytes = await this.#next(buffers[turn % 2 === 0 ? 0 : 1]);
      await written;
      if (bytes.byteLength === 0) return;
      written = taken(destination, bytes);
      // A failure is thrown by the next wait; until then it must not count as one that nobody handles.
      written.catch(() => undefined);
    }
    await written;
  }

  /** The next bytes, in a buffer; none at the end. Throws where the file has fewer than were announced. */
  async #next(buffer: Buffer): Promise<Buffer> {
    const wanted = Math.min(buffer.byteLength, this.#end - this.#at);
    if (wanted <= 0) return buffer.subarray(0, 0);
    const reading = this.#file.read(buffer, 0, wanted, this.#at);
    this.#reading = reading;
    const { bytesRead } = await reading;
    if (bytesRead === 0) throw new Error(`file ended at byte ${this.#at}, expected ${this.#end}`);
    this.#at += bytesRead;
    return buffer.subarray(0, bytesRead);
  }
}

/** Resolves when the bytes have been handed to the system, and their buffer may be filled anew. */
function taken(destination: NodeJS.WritableStream, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    destination.write(bytes, (error) => (error == null ? resolve() : reject(error)));
  });
}

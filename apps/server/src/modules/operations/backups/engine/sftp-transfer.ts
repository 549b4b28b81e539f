import type { SFTPWrapper } from 'ssh2';
import { BackupError } from './errors.ts';

/** Bytes of one request: what every server takes (draft-ietf-secsh-filexfer-02 §3). */
const requestBytes = 32_768;
/** Requests on their way at once: 2 MiB, which fills 80 Mbit/s over a line of 200 ms. Streams of ssh2 have one. */
const mostInFlight = 64;

type Answer<T> = (error: Error | null | undefined, value: T) => void;

/** A call of ssh2 as a promise. */
function promised<T>(call: (answer: Answer<T>) => unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    call((error, value) => (error == null ? resolve(value) : reject(error)));
  });
}

/** Writes a file of the server, many parts on their way at once. It is whole once this resolves. */
export async function writeRemote(sftp: SFTPWrapper, path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await promised<Buffer>((answer) => sftp.open(path, 'w', answer));
  const inFlight = new Set<Promise<void>>();
  let failure: unknown = null;
  let position = 0;
  const send = (part: Buffer): void => {
    const at = position;
    position += part.byteLength;
    const sent = promised<unknown>((answer) => sftp.write(handle, part, 0, part.byteLength, at, (e) => answer(e, null)))
      .catch((error: unknown) => {
        failure ??= error;
      })
      .then(() => {
        inFlight.delete(sent);
      });
    inFlight.add(sent);
  };
  try {
    for await (const chunk of bytes) {
      for (let begin = 0; begin < chunk.byteLength; begin += requestBytes) {
        const length = Math.min(requestBytes, chunk.byteLength - begin);
        send(Buffer.from(chunk.buffer, chunk.byteOffset + begin, length));
        if (inFlight.size >= mostInFlight) await Promise.race(inFlight);
        if (failure !== null) throw failure;
      }
    }
  } finally {
    await Promise.all(inFlight);
    await promised<unknown>((answer) => sftp.close(handle, (error) => answer(error, null)));
  }
  if (failure !== null) throw failure;
}

/** Reads a file of the server in order, asking ahead. Throws `BackupError` where it ends before its size. */
export async function* readRemote(sftp: SFTPWrapper, path: string): AsyncGenerator<Uint8Array> {
  const handle = await promised<Buffer>((answer) => sftp.open(path, 'r', answer));
  const ahead: Promise<Buffer>[] = [];
  try {
    const { size } = await promised<{ size: number }>((answer) => sftp.fstat(handle, answer));
    for (let asking = 0; ; ) {
      while (ahead.length < mostInFlight && asking < size) {
        const length = Math.min(requestBytes, size - asking);
        const reading = readPart(sftp, handle, { position: asking, length, path });
        // Awaited in order below; until then a rejection must not end the process.
        reading.catch(() => undefined);
        ahead.push(reading);
        asking += length;
      }
      const next = ahead.shift();
      if (next === undefined) return;
      yield await next;
    }
  } finally {
    await Promise.allSettled(ahead);
    await promised<unknown>((answer) => sftp.close(handle, (error) => answer(error, null)));
  }
}

/** Reads one part, repeating the request where the server answers with less than was asked for. */
async function readPart(
  sftp: SFTPWrapper,
  handle: Buffer,
  { position, length, path }: { position: number; length: number; path: string },
): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let filled = 0; filled < length; ) {
    const count = await promised<number>((answer) =>
      sftp.read(handle, bytes, filled, length - filled, position + filled, answer),
    );
    if (count === 0)
      throw new BackupError('target', `O ficheiro ${path} acabou antes do tamanho que o servidor disse.`);
    filled += count;
  }
  return bytes;
}

import { AppError } from './errors.ts';

/** A streamed body as UTF-8 text. Throws `payload_too_large` beyond `longestBytes`. */
export async function bodyText(stream: AsyncIterable<Uint8Array>, longestBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of stream) {
    bytes += part.length;
    if (bytes > longestBytes) throw new AppError('payload_too_large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

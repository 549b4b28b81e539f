import { type SentRecord, sentRecordSchema } from '@kianda/contract/ingestion/field/field.schemas';

/** Characters of one QR picture: what a camera of 2019 still reads from a hand's width. */
const mostInFrame = 320;
const mark = 'KC1';

/** Records as texts of QR pictures, `KC1/index/total/sum/part`: the records as JSON, packed, in as many parts as they need. */
export async function framesOf(records: readonly SentRecord[]): Promise<readonly string[]> {
  const packed = await packedText(JSON.stringify(records));
  const sum = await sumOf(packed);
  const total = Math.max(1, Math.ceil(packed.length / mostInFrame));
  return Array.from({ length: total }, (_, index) =>
    [mark, index + 1, total, sum, packed.slice(index * mostInFrame, (index + 1) * mostInFrame)].join('/'),
  );
}

export type Reading = { readonly sum: string; readonly total: number; readonly parts: ReadonlyMap<number, string> };

/** The reading so far, with one more picture; the same where it is no picture of ours. Another set begins anew. */
export function withFrame(reading: Reading | null, text: string): Reading | null {
  const [begin, index, total, sum, ...part] = text.split('/');
  const at = Number(index);
  const of = Number(total);
  if (begin !== mark || sum === undefined || !Number.isInteger(at) || !Number.isInteger(of)) return reading;
  if (at < 1 || at > of || of > 500) return reading;
  const before = reading?.sum === sum && reading.total === of ? reading.parts : new Map<number, string>();
  return { sum, total: of, parts: new Map(before).set(at, part.join('/')) };
}

/** The records of a whole reading; null for what is none, or was misread. */
export async function recordsOf({ sum, total, parts }: Reading): Promise<readonly SentRecord[] | null> {
  const packed = Array.from({ length: total }, (_, index) => parts.get(index + 1) ?? '').join('');
  if ((await sumOf(packed)) !== sum) return null;
  try {
    const read = sentRecordSchema
      .array()
      .min(1)
      .max(200)
      .safeParse(JSON.parse(await plainText(packed)));
    return read.success ? read.data : null;
  } catch {
    // Not packed, or no JSON: a picture of another maker with our mark.
    return null;
  }
}

async function sumOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest).subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const through = async (bytes: BlobPart, stream: GenericTransformStream): Promise<ArrayBuffer> =>
  new Response(
    new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>),
  ).arrayBuffer();

async function packedText(text: string): Promise<string> {
  const bytes = new Uint8Array(await through(text, new CompressionStream('deflate-raw')));
  let signs = '';
  for (const byte of bytes) signs += String.fromCharCode(byte);
  return btoa(signs);
}
async function plainText(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

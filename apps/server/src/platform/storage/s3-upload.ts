import type { Connected, Target } from './s3-client.ts';

/** S3 takes parts of 5 MiB at least, 10,000 at most: objects up to 80 GB. */
const partBytes = 8 * 1_048_576;

/** Puts bytes of unknown length: in one go where they fit into a part, in parts elsewhere. Answers how many. */
export async function uploadParts(
  { client, sdk }: Connected,
  target: Target,
  bytes: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<number> {
  const parts = inParts(bytes);
  const first = (await parts.next()).value ?? Buffer.alloc(0);
  if (first.byteLength < partBytes) {
    const body = { Body: first, ContentLength: first.byteLength, ContentType: contentType };
    await client.send(new sdk.PutObjectCommand({ ...target, ...body }));
    return first.byteLength;
  }
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand({ ...target, ContentType: contentType }));
  if (UploadId === undefined) throw new TypeError(`S3 began no upload of "${target.Key}"`);
  const upload = { ...target, UploadId };
  try {
    const done: { PartNumber: number; ETag: string | undefined }[] = [];
    let total = 0;
    const put = async (part: Buffer): Promise<void> => {
      const PartNumber = done.length + 1;
      const body = { PartNumber, Body: part, ContentLength: part.byteLength };
      const { ETag } = await client.send(new sdk.UploadPartCommand({ ...upload, ...body }));
      done.push({ PartNumber, ETag });
      total += part.byteLength;
    };
    await put(first);
    for await (const part of parts) await put(part);
    await client.send(new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: done } }));
    return total;
  } catch (error) {
    // Parts of an upload that is never ended are paid for and never shown.
    await client.send(new sdk.AbortMultipartUploadCommand(upload));
    throw error;
  }
}

async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  for await (const chunk of bytes) {
    pending.push(chunk);
    pendingBytes += chunk.byteLength;
    while (pendingBytes >= partBytes) {
      const all = Buffer.concat(pending);
      yield all.subarray(0, partBytes);
      const rest = all.subarray(partBytes);
      pending = [rest];
      pendingBytes = rest.byteLength;
    }
  }
  if (pendingBytes > 0) yield Buffer.concat(pending);
  return undefined;
}

import { writeObject } from '@kianda/contract/open/storage/storage.contract';
import { beginUpload, finishUpload, uploadPart } from '@kianda/contract/open/storage/uploads.contract';
import type { Client } from '../../../../client/client.ts';
import { sendParts } from '../../../../client/send-parts.ts';

/** Up to here a file goes in one request; beyond, in parts that can be sent again one by one. */
const singleBytes = 8 * 1_048_576;

type Target = { readonly bucket: string; readonly key: string };

/** Sends a file to an object; a part that a cut line loses is sent again. Throws `CallFailure`. */
export async function sendFile(
  client: Pick<Client, 'submit' | 'upload'>,
  { bucket, key }: Target,
  file: File,
  onPart: (done: number, total: number) => void,
): Promise<void> {
  if (file.size <= singleBytes) {
    await client.upload(writeObject, { params: { name: bucket }, query: { key } }, file);
    return;
  }
  const begun = await client.submit(beginUpload, { body: { bucket, key, size: file.size } }, { offline: 'fail' });
  if (begun.state !== 'done') return;
  const { id, partSize } = begun.envelope.data;
  await sendParts(file, {
    ...{ partSize, onPart },
    send: (part, bytes) => client.upload(uploadPart, { params: { id, part } }, bytes),
  });
  await client.submit(finishUpload, { params: { id } }, { offline: 'fail', timeoutSeconds: 300 });
}

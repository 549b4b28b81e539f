import { writeObject } from '@kianda/contract/open/storage/storage.contract';
import { beginUpload, finishUpload, uploadPart } from '@kianda/contract/open/storage/uploads.contract';
import type { Client } from '../../../../client/client.ts';
import { CallFailure } from '../../../../client/failure.ts';

/** Up to here a file goes in one request; beyond, in parts that can be sent again one by one. */
const singleBytes = 8 * 1_048_576;
const tries = 4;

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
  const total = Math.ceil(file.size / partSize);
  for (let part = 1; part <= total; part += 1) {
    onPart(part, total);
    const bytes = file.slice((part - 1) * partSize, part * partSize);
    await again(() => client.upload(uploadPart, { params: { id, part } }, bytes));
  }
  await client.submit(finishUpload, { params: { id } }, { offline: 'fail', timeoutSeconds: 300 });
}

async function again(send: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await send();
      return;
    } catch (error) {
      const refused = error instanceof CallFailure && error.kind === 'http' && (error.status ?? 500) < 500;
      if (refused || attempt === tries) throw error;
    }
  }
}

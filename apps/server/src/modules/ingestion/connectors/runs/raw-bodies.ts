import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RawBody } from '@kianda/connectors';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';

const compress = promisify(gzip);

export type StoredBody = {
  readonly storageKey: string;
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly bytes: number;
};

/** Stores raw bodies, gzipped, below `prefix`, so that a run can be replayed. A body that is stored already stays there. */
export async function storeRawBodies(
  bodies: readonly RawBody[],
  prefix: string,
  storage: ObjectStorage,
): Promise<readonly StoredBody[]> {
  return Promise.all(
    bodies.map(async (body, index) => {
      const storageKey = body.storedAs ?? `${prefix}-${index}.gz`;
      if (body.storedAs === undefined) await storage.put(storageKey, await compress(body.bytes), 'application/gzip');
      return {
        storageKey,
        url: withoutQuerySecrets(body.url),
        status: body.status,
        contentType: body.contentType,
        bytes: body.handedOverBytes ?? body.bytes.byteLength,
      };
    }),
  );
}

/** Some providers take their token as a query parameter; it must not reach the database. */
function withoutQuerySecrets(url: string): string {
  return url.replace(/([?&](?:token|api-?key|api_key|password)=)[^&]*/gi, '$1***');
}

import { z } from 'zod';
import { ProviderError } from '../../core/failures.ts';
import { parseJson } from '../../core/parse.ts';
import type { ServiceClient } from '../service-client.ts';

const histogram = z.record(z.string(), z.number()).nullish();
const flag = z.boolean().nullish();

/** `madmin.AccountInfo`; a key that sees no bucket gets null. */
const accountWire = z.object({
  AccountName: z.string().nullish(),
  Server: z.looseObject({ Type: z.string().nullish() }).nullish(),
  Buckets: z
    .array(
      z.looseObject({
        name: z.string(),
        size: z.number().nullish(),
        objects: z.number().nullish(),
        objectHistogram: histogram,
        details: z
          .looseObject({ versioning: flag, versioningSuspended: flag, locking: flag, replication: flag })
          .nullish(),
        created: z.string().nullish(),
        access: z.looseObject({ read: flag, write: flag }).nullish(),
      }),
    )
    .nullish(),
});

export type MinioBucket = {
  readonly name: string;
  readonly size: number;
  readonly objects: number;
  readonly histogram: Readonly<Record<string, number>>;
  readonly createdAt: string | null;
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
  readonly versioning: 'enabled' | 'suspended' | 'off';
  readonly locking: boolean;
  readonly replication: boolean;
};

/** Sizes are counted by MinIO in its own time: they are minutes old at most. */
export type MinioAccount = { readonly name: string; readonly buckets: readonly MinioBucket[] };

/**
 * An account and its buckets (`/minio/admin/v3/accountinfo`). Null where the server is not a MinIO,
 * or does not let the key ask. Throws `ProviderError` for a server that fails.
 */
export async function readMinioAccount(
  serviceClient: ServiceClient,
  signedHeaders: (url: string) => Promise<Readonly<Record<string, string>>>,
): Promise<MinioAccount | null> {
  const url = `${serviceClient.baseUrl}/minio/admin/v3/accountinfo`;
  const response = await serviceClient.http.request({
    url,
    headers: await signedHeaders(url),
    // Other servers take the path for an object of a bucket `minio`; some versions have other paths.
    accept: [400, 403, 404, 405, 426, 501],
  });
  if (response.status !== 200 || !/json|^$/.test(response.contentType)) return null;
  let told: z.output<typeof accountWire>;
  try {
    told = parseJson(response, accountWire);
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'schema') return null;
    throw error;
  }
  const buckets = (told.Buckets ?? []).map(
    ({ name, size, objects, objectHistogram, details, created, access }): MinioBucket => ({
      name,
      size: size ?? 0,
      objects: objects ?? 0,
      histogram: objectHistogram ?? {},
      createdAt: instantOf(created),
      mayRead: access?.read ?? true,
      mayWrite: access?.write ?? false,
      versioning:
        details?.versioningSuspended === true ? 'suspended' : details?.versioning === true ? 'enabled' : 'off',
      locking: details?.locking ?? false,
      replication: details?.replication ?? false,
    }),
  );
  return { name: told.AccountName ?? '', buckets };
}

/** Go writes nanoseconds, and year 1 for no time. */
function instantOf(text: string | null | undefined): string | null {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) || ms <= 0 ? null : new Date(ms).toISOString();
}

import { createHash } from 'node:crypto';
import { SignerHash } from '../crypto/signer-hash.ts';
import type { ObjectStorage } from './object-storage.ts';
import { createS3Objects, lazyConnection } from './s3.ts';
import type { Connected, S3ConnectOptions } from './s3-client.ts';

export type S3AccountOptions = S3ConnectOptions & {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

export type AgeRule = { readonly prefix: string; readonly days: number };

/** All the buckets that a key opens. As an object storage, a key's first segment is its bucket. */
export type S3Account = {
  readonly objects: ObjectStorage;
  buckets(): Promise<{ name: string; createdAt: string | null }[]>;
  createBucket(name: string): Promise<void>;
  removeBucket(name: string): Promise<void>;
  /** Rules that delete by age; rules of other kinds are left out. */
  rules(bucket: string): Promise<AgeRule[]>;
  /** Replaces the rules that delete by age; rules of other kinds stay. */
  replaceRules(bucket: string, rules: readonly AgeRule[]): Promise<void>;
  /** Headers that sign a GET of `url` by Signature Version 4. */
  signedHeaders(url: string): Promise<Record<string, string>>;
};

/** The buckets of one key of any S3. */
export function createS3Account(options: S3AccountOptions): S3Account {
  const s3 = lazyConnection(options);
  return {
    objects: createS3Objects(s3, {
      target(key) {
        const [bucket, rest] = cut(key);
        if (bucket === '' || rest === '')
          throw new RangeError(`object key ${JSON.stringify(key.slice(0, 200))}: needs a bucket and a name`);
        return { Bucket: bucket, Key: rest };
      },
      within(prefix) {
        const [bucket, rest] = cut(prefix);
        return { Bucket: bucket, Prefix: rest };
      },
      keyOf: (bucket, key) => `${bucket}/${key}`,
    }),
    buckets: async () => listBuckets(await s3()),
    async createBucket(Bucket) {
      const { client, sdk } = await s3();
      await client.send(new sdk.CreateBucketCommand({ Bucket }));
    },
    async removeBucket(Bucket) {
      const { client, sdk } = await s3();
      await client.send(new sdk.DeleteBucketCommand({ Bucket }));
    },
    async rules(bucket) {
      const configured = await configuredRules(await s3(), bucket);
      return configured.flatMap((rule) => (isAgeRule(rule) ? [ageRuleOf(rule)] : []));
    },
    replaceRules: async (bucket, rules) => replaceRules(await s3(), bucket, rules),
    signedHeaders: (address) => signedHeaders(options, address),
  };
}

async function listBuckets({ client, sdk }: Connected): Promise<{ name: string; createdAt: string | null }[]> {
  const found: { name: string; createdAt: string | null }[] = [];
  let next: string | undefined;
  do {
    const page = await client.send(new sdk.ListBucketsCommand(next === undefined ? {} : { ContinuationToken: next }));
    for (const { Name, CreationDate } of page.Buckets ?? []) {
      if (Name !== undefined) found.push({ name: Name, createdAt: CreationDate?.toISOString() ?? null });
    }
    next = page.ContinuationToken;
  } while (next !== undefined && next !== '');
  return found;
}

/** All lifecycle rules of a bucket. S3 answers a bucket without rules with an error. */
async function configuredRules({ client, sdk }: Connected, Bucket: string) {
  try {
    return (await client.send(new sdk.GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules ?? [];
  } catch (error) {
    if (error instanceof sdk.S3ServiceException && error.name === 'NoSuchLifecycleConfiguration') return [];
    throw error;
  }
}

async function replaceRules(connected: Connected, Bucket: string, rules: readonly AgeRule[]): Promise<void> {
  const { client, sdk } = connected;
  const others = (await configuredRules(connected, Bucket)).filter((rule) => !isAgeRule(rule));
  const byAge = rules.map(({ prefix, days }) => ({
    ID: `kianda-${createHash('sha256').update(prefix).digest('hex').slice(0, 16)}`,
    Status: 'Enabled' as const,
    Filter: { Prefix: prefix },
    Expiration: { Days: days },
  }));
  const Rules = [...others, ...byAge];
  await client.send(
    Rules.length === 0
      ? new sdk.DeleteBucketLifecycleCommand({ Bucket })
      : new sdk.PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }),
  );
}

async function signedHeaders(options: S3AccountOptions, address: string): Promise<Record<string, string>> {
  const url = new URL(address);
  const { SignatureV4 } = await import('@smithy/signature-v4');
  const signer = new SignatureV4({
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    region: options.region,
    service: 's3',
    sha256: SignerHash,
    uriEscapePath: false,
  });
  const signed = await signer.sign({
    method: 'GET',
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: { host: url.host },
  });
  const { host: _host, ...headers } = signed.headers;
  return headers;
}

type Rule = {
  readonly Status?: string | undefined;
  readonly Prefix?: string | undefined;
  readonly Filter?:
    | { readonly Prefix?: string | undefined; readonly Tag?: unknown; readonly And?: unknown }
    | undefined;
  readonly Expiration?: { readonly Days?: number | undefined } | undefined;
};

/** Whether a rule holds a prefix and a number of days, and nothing that `AgeRule` could not express. */
function isAgeRule(rule: Rule): boolean {
  const isPlain = rule.Filter?.Tag === undefined && rule.Filter?.And === undefined;
  return rule.Status === 'Enabled' && isPlain && rule.Expiration?.Days !== undefined;
}

function ageRuleOf(rule: Rule): AgeRule {
  return { prefix: rule.Filter?.Prefix ?? rule.Prefix ?? '', days: rule.Expiration?.Days ?? 0 };
}

function cut(key: string): readonly [bucket: string, rest: string] {
  const at = key.indexOf('/');
  return at < 0 ? [key, ''] : [key.slice(0, at), key.slice(at + 1)];
}

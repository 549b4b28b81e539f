export type S3ConnectOptions = {
  readonly region: string;
  /** Of a server other than Amazon's, e.g. MinIO; absent: Amazon's of the region. */
  readonly endpoint?: string | undefined;
  /** Both or neither; neither: the machine's own role. */
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
  /** `https://host/bucket/key` rather than `https://bucket.host/key`; most servers besides Amazon's need it. */
  readonly forcePathStyle?: boolean | undefined;
  /** Longest wait for an answer to begin, in ms, asked once; absent: as long and as often as the client likes. */
  readonly timeoutMs?: number | undefined;
};

export type Connected = Awaited<ReturnType<typeof connect>>;
export type Target = { readonly Bucket: string; readonly Key: string };

/** Where keys of the storage lie in S3, and back. */
export type Placement = {
  /** Throws a RangeError for a key that no object can have. */
  target(key: string): Target;
  within(prefix: string): { readonly Bucket: string; readonly Prefix: string };
  keyOf(bucket: string, key: string): string;
};

/** The client is loaded on first use: it weighs more than the rest of the start. */
export async function connect(options: S3ConnectOptions) {
  const sdk = await import('@aws-sdk/client-s3');
  const { accessKeyId, secretAccessKey } = options;
  const client = new sdk.S3Client({
    region: options.region,
    forcePathStyle: options.forcePathStyle ?? false,
    // Servers besides Amazon's refuse the trailing checksums that the client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(options.timeoutMs === undefined
      ? {}
      : {
          maxAttempts: 1,
          requestHandler: {
            connectionTimeout: options.timeoutMs,
            requestTimeout: options.timeoutMs,
            throwOnRequestTimeout: true,
          },
        }),
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
  });
  return { sdk, client };
}

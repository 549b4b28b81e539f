export type ObjectInfo = { readonly key: string; readonly sizeBytes: number; readonly modifiedAt: string };

/** Object storage: a folder on disk or any S3. Keys are `/`-separated, never begin with `/`, never contain `..`. */
export type ObjectStorage = {
  readonly kind: 'folder' | 's3';
  put(key: string, bytes: Uint8Array, contentType?: string): Promise<void>;
  /** Null when there is no such object. */
  get(key: string): Promise<Uint8Array | null>;
  delete(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<ObjectInfo>;
};

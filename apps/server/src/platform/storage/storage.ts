import { createFolderStorage } from './folder.ts';
import { createS3Storage, type S3Options } from './s3.ts';

export type ObjectInfo = { readonly key: string; readonly sizeBytes: number; readonly modifiedAt: string };

/**
 * Object storage: a folder on disk or any S3. Keys are `/`-separated, never begin with `/`, never contain `..`.
 * An object name that is also a folder of others (`a` beside `a/b`) works on S3 only: do not rely on it.
 */
export type ObjectStorage = {
  readonly kind: 'folder' | 's3';
  /** Durable and whole once it resolves; replaces what was there. */
  put(key: string, bytes: Uint8Array, contentType?: string): Promise<void>;
  /** Null when there is no such object. */
  get(key: string): Promise<Uint8Array | null>;
  /** No error when there is no such object. */
  delete(key: string): Promise<void>;
  /** Objects whose key begins with `prefix`, in the order of the keys' bytes. */
  list(prefix: string): AsyncIterable<ObjectInfo>;
};

export type StorageOptions =
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Options);

/** The storage that settings ask for. Touches nothing until first used. */
export function createStorage(options: StorageOptions): ObjectStorage {
  return options.kind === 'folder' ? createFolderStorage(options) : createS3Storage(options);
}

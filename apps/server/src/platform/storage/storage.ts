import { createFolderStorage } from './folder.ts';
import type { ObjectStorage } from './object-storage.ts';
import { createS3Storage, type S3Options } from './s3.ts';

export type StorageOptions =
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Options);

/** The storage that settings ask for. Touches nothing until first used. */
export function createStorage(options: StorageOptions): ObjectStorage {
  return options.kind === 'folder' ? createFolderStorage(options) : createS3Storage(options);
}

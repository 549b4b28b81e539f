import { createHash } from 'node:crypto';
import { type ProductCollection, stacExtensions } from '../../../platform/collections.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import type { ItemRepository } from './items.repository.ts';
import type { ItemRow } from './items.types.ts';

/** Files of the platform's own items: made at the first request, then stored under the hash of the item's content. */
export function createAssets(
  storage: ObjectStorage,
  repository: ItemRepository,
  collectionOf: (id: string) => ProductCollection | undefined,
) {
  /** Files being made: requests at the same time share one. */
  const making = new Map<string, Promise<Uint8Array>>();

  async function make(row: ItemRow, key: string, storageKey: string, mediaType: string): Promise<Uint8Array> {
    const bytes = (await collectionOf(row.collection)?.file(row.id, key)) ?? null;
    if (bytes === null) throw new AppError('not_found', { detail: 'Este ficheiro já não está no armazenamento.' });
    await storage.put(storageKey, bytes, mediaType);
    await dropOlder(row, storageKey);
    const fields = {
      'file:size': bytes.byteLength,
      // Multihash: 12 20 is SHA-256, 32 bytes.
      'file:checksum': `1220${createHash('sha256').update(bytes).digest('hex')}`,
    };
    await repository.describeAsset(row, key, fields, stacExtensions.file);
    return bytes;
  }

  /** Removes the files of the item's earlier contents. */
  async function dropOlder(row: ItemRow, storageKey: string): Promise<void> {
    const current = storageKey.slice(0, storageKey.lastIndexOf('/') + 1);
    for await (const { key } of storage.list(`${folderOf(row)}/`))
      if (!key.startsWith(current)) await storage.delete(key);
  }

  return {
    /** Bytes and media type of an asset. Throws `not_found`. */
    async read(row: ItemRow, key: string): Promise<{ bytes: Uint8Array; mediaType: string }> {
      const asset = row.own && Object.hasOwn(row.item.assets, key) ? row.item.assets[key] : undefined;
      if (asset === undefined) {
        throw new AppError('not_found', { detail: `O item «${row.id}» não tem o ficheiro «${key}».` });
      }
      const mediaType = String(asset.type);
      const hash = createHash('sha1').update(row.content_hash).digest('hex').slice(0, 16);
      const storageKey = `${folderOf(row)}/${hash}/${key}`;
      const stored = await storage.get(storageKey);
      if (stored !== null) return { bytes: stored, mediaType };
      const running = making.get(storageKey) ?? make(row, key, storageKey, mediaType);
      making.set(storageKey, running);
      try {
        return { bytes: await running, mediaType };
      } finally {
        making.delete(storageKey);
      }
    },
  };
}

export type Assets = ReturnType<typeof createAssets>;

function folderOf({ collection, id }: ItemRow): string {
  return `catalogue/${collection}/${id}`;
}

/** Bytes that a Range header asks for; null for the whole file, `unsatisfiable` where the file is shorter. */
export function rangeOf(header: unknown, size: number): { first: number; last: number } | 'unsatisfiable' | null {
  const match = typeof header === 'string' ? /^bytes=(\d*)-(\d*)$/.exec(header.trim()) : null;
  if (match === null) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= size ? 'unsatisfiable' : { first, last };
}

import type { Readable } from 'node:stream';

export type ObjectInfo = { readonly key: string; readonly sizeBytes: number; readonly modifiedAt: string };

/** Bytes from `first` to `last`, both included. */
export type ByteRange = { readonly first: number; readonly last: number };

/** An object being read; `bytes` are those of the range where one was asked for. */
export type OpenObject = ObjectInfo & {
  readonly bytes: Readable;
  /** The same bytes at once, where the storage has them so. */
  readonly whole?: Uint8Array;
};

/** One level of the tree below a prefix: its objects, and the prefixes (ending in `/`) that lead further down. */
export type Level = {
  readonly objects: readonly ObjectInfo[];
  readonly prefixes: readonly string[];
  /** Key or prefix after which the next page begins; null at the end. */
  readonly next: string | null;
};

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
  /** As `put`, for bytes that come one after the other; nothing stays when they end in an error. Answers how many. */
  putStream(key: string, bytes: AsyncIterable<Uint8Array>, contentType?: string): Promise<number>;
  /** As `get`, without holding the object in memory. Throws a RangeError for a range beyond its end. */
  open(key: string, range?: (sizeBytes: number) => ByteRange | null, versionId?: string): Promise<OpenObject | null>;
  /** At most `limit` entries of one level, in the order of the keys' bytes. */
  listLevel(prefix: string, page: { limit: number; after?: string | undefined }): Promise<Level>;
  /** Size and date of one object; null when there is none. */
  stat(key: string): Promise<ObjectInfo | null>;
  /** No error when there is no such object. */
  delete(key: string): Promise<void>;
  /** Objects whose key begins with `prefix` and comes after `after`, in the order of the keys' bytes. */
  list(prefix: string, after?: string): AsyncIterable<ObjectInfo>;
  /** Gives the content of a key to another too, in place of what that had; absent where that can't be without a copy. False when there is none. */
  link?(from: string, to: string): Promise<boolean>;
  /** Path of an object's file on this machine, whether or not it is there; absent where objects are no files of it. */
  localPath?(key: string): string;
  /** Earlier contents of objects; absent where the storage has none. */
  readonly versions?: ObjectVersions;
};

/** One content that an object had, or the mark of its deletion. */
export type ObjectVersion = ObjectInfo & {
  readonly versionId: string;
  readonly isLatest: boolean;
  readonly isDeleted: boolean;
  /** Lock that keeps it from being deleted; absent where the storage does not say. */
  readonly lock?: {
    readonly mode: 'GOVERNANCE' | 'COMPLIANCE' | null;
    readonly until: string | null;
    readonly legalHold: boolean;
  };
};

export type ObjectVersions = {
  /** Whether what is replaced or deleted below the prefix stays as a version. */
  state(prefix: string): Promise<'enabled' | 'suspended' | 'off'>;
  /** Versions of keys that begin with the prefix, of each key the newest first. `next`: pass as `after`; null at the end. */
  list(
    prefix: string,
    page: { limit: number; after?: string | undefined },
  ): Promise<{ versions: readonly ObjectVersion[]; next: string | null }>;
  /**
   * Makes a version the object's content again: a copy on top of the others, or, for the mark of a deletion, its removal.
   * False when there is no such version.
   */
  restore(key: string, versionId: string): Promise<boolean>;
  /** Deletes a version, or the mark of a deletion, for good. No error when there is none. */
  remove(key: string, versionId: string): Promise<void>;
};

import type { Principal } from '../../../../platform/http/bind.ts';
import type { ByteRange, ObjectInfo, OpenObject } from '../../../../platform/storage/object-storage.ts';

type Address = { readonly bucket: string; readonly key: string };

/** Objects in the areas of the storage. */
export type StoredObjects = {
  /** An object that the principal may read. Throws `not_found` or `forbidden`. */
  find(address: Address, principal: Principal): Promise<ObjectInfo>;
  /** Part of one that was found; null where it is gone. */
  open(address: Address, range: () => ByteRange): Promise<OpenObject | null>;
};

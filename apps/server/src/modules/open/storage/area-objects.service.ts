import { allows } from '@kianda/contract';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ByteRange, ObjectInfo, OpenObject } from '../../../platform/storage/object-storage.ts';
import { unknownObject } from './own-objects.service.ts';
import type { StorageService } from './storage.service.ts';
import type { ObjectAddress } from './storage.types.ts';

/** Objects of areas, for modules that read them for someone. */
export type AreaObjects = {
  /** An object that the principal may read. Throws `not_found` or `forbidden`. */
  find(address: ObjectAddress, principal: Principal): Promise<ObjectInfo>;
  /** Part of an object that was found for someone; null where it is gone. */
  open(address: ObjectAddress, range: () => ByteRange): Promise<OpenObject | null>;
};

export function areaObjects(service: Pick<StorageService, 'ask' | 'readable' | 'storage'>): AreaObjects {
  const { ask, storage } = service;
  return {
    async find({ bucket, key }, principal) {
      const isScoped = principal.scopes === undefined || principal.scopes.includes('storage:read');
      if (!isScoped || !allows('storage:read', principal.role)) throw new AppError('forbidden');
      const fullKey = await service.readable(bucket, key, principal);
      const found = await ask('carregar o objeto', () => storage.stat(fullKey), 's3:GetObject');
      if (found === null) throw unknownObject();
      return found;
    },
    async open({ bucket, key }, range) {
      try {
        const fullKey = await service.readable(bucket, key, null);
        return await ask('carregar o objeto', () => storage.open(fullKey, range), 's3:GetObject');
      } catch (error) {
        if (error instanceof RangeError || (error instanceof AppError && error.code === 'not_found')) return null;
        throw error;
      }
    },
  };
}

import type { Disks } from '../process/disk.ts';
import type { ObjectStorage } from './object-storage.ts';

/** Small writes may use the reserve too: marks of the audit trail, and the probe of the health check. */
const smallBytes = 64 * 1024;

/**
 * A storage on the platform's own disk that keeps its reserve: whatever writes large objects, a job as well as a request,
 * gets `disk_full` before the disk is. A storage elsewhere stays as it is.
 */
export function maintainReserve(storage: ObjectStorage, disks: Pick<Disks, 'refusal'>): ObjectStorage {
  if (storage.kind !== 'folder') return storage;
  const refuse = async () => {
    const refusal = await disks.refusal('objects');
    if (refusal !== null) throw refusal;
  };
  return {
    ...storage,
    async put(key, bytes, ...rest) {
      if (bytes.byteLength > smallBytes) await refuse();
      await storage.put(key, bytes, ...rest);
    },
    async putStream(...object) {
      await refuse();
      return storage.putStream(...object);
    },
  };
}

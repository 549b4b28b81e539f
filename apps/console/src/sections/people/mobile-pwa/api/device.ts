import type { CachedCopies } from '../../../../client/cache.ts';

export type WorkerState = 'active' | 'installing' | 'none' | 'unsupported';

/** Storage and abilities of this browser on this device; null where it does not say. */
export type Device = {
  readonly isInstalled: boolean;
  readonly worker: WorkerState;
  /** Files of the console kept for a start without a network. */
  readonly files: number | null;
  readonly copies: CachedCopies | null;
  readonly usageBytes: number | null;
  readonly quotaBytes: number | null;
  /** Whether the browser promised not to clear what is kept when the disk runs short. */
  readonly isPersisted: boolean | null;
  readonly isOnline: boolean;
  /** `4g`, `3g`…: what the browser makes of the network, where it tells. */
  readonly networkType: string | null;
};

type Connection = { readonly effectiveType?: string };

async function workerOf({ navigator }: Window): Promise<WorkerState> {
  if (navigator.serviceWorker === undefined) return 'unsupported';
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return 'none';
  return registration.active === null ? 'installing' : 'active';
}

async function filesOf(view: Window): Promise<number | null> {
  if (!('caches' in view)) return null;
  const { caches } = view as Window & { readonly caches: CacheStorage };
  let files = 0;
  for (const name of await caches.keys()) files += (await (await caches.open(name)).keys()).length;
  return files;
}

/** Reads it all anew. Throws what the browser throws where it forbids one of it. */
export async function readDevice(view: Window, summary: () => Promise<CachedCopies | undefined>): Promise<Device> {
  const { navigator } = view;
  const storage = navigator.storage as StorageManager | undefined;
  const { connection } = navigator as Navigator & { readonly connection?: Connection };
  const [worker, files, copies, estimate, isPersisted] = await Promise.all([
    workerOf(view),
    filesOf(view),
    summary(),
    storage?.estimate?.(),
    storage?.persisted?.(),
  ]);
  return {
    isInstalled: view.matchMedia('(display-mode: standalone)').matches,
    worker,
    files,
    copies: copies ?? null,
    usageBytes: estimate?.usage ?? null,
    quotaBytes: estimate?.quota ?? null,
    isPersisted: isPersisted ?? null,
    isOnline: navigator.onLine,
    networkType: connection?.effectiveType ?? null,
  };
}

/** Middle value; of an even number, the lower of the two in the middle. Undefined of nothing. */
export function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}

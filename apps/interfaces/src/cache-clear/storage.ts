/** Data that this origin keeps in this browser. */
export type Kept = {
  /** Scopes of the service workers. */
  readonly workers: readonly string[];
  readonly caches: readonly { readonly name: string; readonly files: number }[];
  readonly databases: readonly string[];
  /** Keys of local and of session storage. */
  readonly localKeys: readonly string[];
  readonly sessionKeys: readonly string[];
  /** Bytes in use, as far as the browser says. */
  readonly bytes: number | null;
};

const keysOf = (storage: Storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');

/** Looks what is kept; a part that the browser lacks or refuses counts as empty. */
export async function findKept(): Promise<Kept> {
  const registrations = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistrations() : [];
  const names = 'caches' in window ? await caches.keys() : [];
  const counted = await Promise.all(
    names.map(async (name) => ({ name, files: (await (await caches.open(name)).keys()).length })),
  );
  const databases = 'databases' in indexedDB ? await indexedDB.databases() : [];
  const estimate = await navigator.storage?.estimate().catch(() => null);
  return {
    workers: registrations.map(({ scope }) => scope),
    caches: counted,
    databases: databases.flatMap(({ name }) => name ?? []),
    localKeys: keysOf(localStorage),
    sessionKeys: keysOf(sessionStorage),
    bytes: estimate?.usage ?? null,
  };
}

export function isEmpty(kept: Kept): boolean {
  const { workers, caches: stores, databases, localKeys, sessionKeys } = kept;
  return [workers, stores, databases, localKeys, sessionKeys].every((list) => list.length === 0);
}

/** Removes all of it; answers what was removed and what would not go. */
export async function removeAll(kept: Kept): Promise<{ readonly removed: Kept; readonly left: readonly string[] }> {
  const left: string[] = [];
  const registrations = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistrations() : [];
  for (const registration of registrations) if (!(await registration.unregister())) left.push(registration.scope);
  for (const { name } of kept.caches) if (!(await caches.delete(name))) left.push(name);
  for (const name of kept.databases) if (!(await removeDatabase(name))) left.push(name);
  localStorage.clear();
  sessionStorage.clear();
  return { removed: kept, left };
}

/** False where another open page holds it: it goes when that page is closed. */
function removeDatabase(name: string): Promise<boolean> {
  return new Promise((settle) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => settle(true);
    request.onerror = () => settle(false);
    request.onblocked = () => settle(false);
  });
}

const reportKey = 'kianda:cache-cleared';

/** Keeps what was removed over the reload that follows. */
export function keepReport(report: Awaited<ReturnType<typeof removeAll>>): void {
  sessionStorage.setItem(reportKey, JSON.stringify(report));
}

/** The report of the clearing before this load, once. */
export function takeReport(): Awaited<ReturnType<typeof removeAll>> | null {
  const text = sessionStorage.getItem(reportKey);
  sessionStorage.removeItem(reportKey);
  return text === null ? null : (JSON.parse(text) as Awaited<ReturnType<typeof removeAll>>);
}

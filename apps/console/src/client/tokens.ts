import { accessKey, refreshKey } from '../platform/token-keys.ts';

/** Beside the two of the session, the only entry of local storage that the console uses. */
const devicesKey = 'kianda.device-tokens';
/** Accounts that share a browser. */
const devicesKept = 8;

export type Tokens = { readonly accessToken: string; readonly refreshToken: string };

export type TokenStore = {
  readonly read: () => Tokens | null;
  readonly write: (tokens: Tokens) => void;
  readonly clear: () => void;
};

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Token pair in `storage`, shared by all tabs. */
export function createTokenStore(storage: Storage): TokenStore {
  return {
    read() {
      const accessToken = storage.getItem(accessKey);
      const refreshToken = storage.getItem(refreshKey);
      return accessToken === null || refreshToken === null ? null : { accessToken, refreshToken };
    },
    write({ accessToken, refreshToken }) {
      storage.setItem(refreshKey, refreshToken);
      storage.setItem(accessKey, accessToken);
    },
    clear() {
      storage.removeItem(accessKey);
      storage.removeItem(refreshKey);
    },
  };
}

export type DeviceTokens = {
  /** Of all accounts, the one that signed in last first. */
  readonly read: () => string[];
  readonly put: (accountId: string, token: string) => void;
};

/** Tokens that make this browser known at the next sign-in, by account; they outlive the session and open nothing. */
export function createDeviceTokens(storage: Storage): DeviceTokens {
  const entries = () =>
    (storage.getItem(devicesKey) ?? '')
      .split(' ')
      .map((entry) => entry.split('=', 2))
      .filter((entry): entry is [string, string] => entry.length === 2);
  return {
    read: () => entries().map(([, token]) => token),
    put(accountId, token) {
      const others = entries().filter(([id]) => id !== accountId);
      const kept = [[accountId, token], ...others].slice(0, devicesKept);
      storage.setItem(devicesKey, kept.map((entry) => entry.join('=')).join(' '));
    },
  };
}

/** Whether a storage event of another tab took the session away. */
export function endsSession(event: { readonly key: string | null; readonly newValue: string | null }): boolean {
  return event.key === null || (event.key === refreshKey && event.newValue === null);
}

/** Runs `task` while no other tab runs one of the same name. */
export type Exclusive = <T>(name: string, task: () => Promise<T>) => Promise<T>;

/** Exclusion across tabs by Web Locks; within this tab alone where the browser has none. */
export function createExclusive(locks: LockManager | undefined): Exclusive {
  if (locks !== undefined) {
    return async <T>(name: string, task: () => Promise<T>): Promise<T> => locks.request(name, task);
  }
  const tails = new Map<string, Promise<unknown>>();
  return <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const turn = (tails.get(name) ?? Promise.resolve()).then(task, task);
    tails.set(name, turn);
    return turn;
  };
}

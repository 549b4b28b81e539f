export type Notice = {
  readonly tone: 'success' | 'info' | 'warning' | 'error';
  readonly title?: string;
  readonly message: string;
  /** Link of the notice, where there is something to open. */
  readonly act?: { readonly label: string; readonly run: () => void };
  /** News of the platform, not an answer to what the person did: it waits while a dialog is open, and is shown once for many. */
  readonly isNews?: boolean;
};

let waiting: readonly Notice[] = [];
let last: Notice | null = null;
const listeners = new Set<() => void>();

/** Says something to the user in passing. What must not be missed belongs on the screen instead. */
export function notify(notice: Notice): void {
  waiting = [...waiting, notice];
  last = notice;
  for (const listener of listeners) listener();
}

/** Notices not yet shown, taken once. */
export function takeNotices(): readonly Notice[] {
  const taken = waiting;
  waiting = [];
  return taken;
}

/** Whether anything was ever said: until then nothing to say it with is loaded. */
export function areNoticesNeeded(): boolean {
  return last !== null;
}

export function lastNotice(): Notice | null {
  return last;
}

/** As if nothing had ever been said. */
export function forgetNotices(): void {
  waiting = [];
  last = null;
  for (const listener of listeners) listener();
}

export function subscribeNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

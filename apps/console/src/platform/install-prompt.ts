import { useSyncExternalStore } from 'react';

/** Event of a browser that would install the console as an application; TypeScript has no type of it yet. */
type InstallEvent = Event & {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
};

let offered: InstallEvent | null = null;
const listeners = new Set<() => void>();

function set(next: InstallEvent | null): void {
  offered = next;
  for (const listener of listeners) listener();
}

/** The offer comes once, long before anybody opens the screen that makes use of it. */
export function listenForInstall(view: Window): void {
  view.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallEvent);
  });
  view.addEventListener('appinstalled', () => set(null));
}

/** Asks the person by the browser's own dialog; null where the browser has not offered it. */
async function install(): Promise<'accepted' | 'dismissed' | null> {
  if (offered === null) return null;
  const event = offered;
  // An offer serves once.
  set(null);
  await event.prompt();
  return (await event.userChoice).outcome;
}

/** The browser's offer to install the console; undefined while it makes none. */
export function useInstallOffer(): typeof install | undefined {
  const isOffered = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered !== null,
  );
  return isOffered ? install : undefined;
}

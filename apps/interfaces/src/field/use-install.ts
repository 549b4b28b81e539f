import { useSyncExternalStore } from 'react';

type InstallOffer = Event & { readonly prompt: () => Promise<void> };
type InstallState = 'installed' | 'offered' | 'framed' | 'none';

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
// The browser offers it once, early: long before anyone looks at the button.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  offer = event as InstallOffer;
  tell();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function stateNow(): InstallState {
  if (window.parent !== window) return 'framed';
  if (matchMedia('(display-mode: standalone)').matches) return 'installed';
  return offer === null ? 'none' : 'offered';
}

async function ask(): Promise<void> {
  const asked = offer;
  offer = null;
  await asked?.prompt();
  tell();
}

/** Whether the page runs as an installed application, or can be made one; a frame cannot. */
export const useInstall = (): { readonly state: InstallState; readonly ask: () => Promise<void> } => ({
  state: useSyncExternalStore(subscribe, stateNow),
  ask,
});

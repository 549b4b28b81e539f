import { useEffect, useState } from 'react';

type InstallOffer = Event & { readonly prompt: () => Promise<void> };
type InstallState = 'installed' | 'offered' | 'framed' | 'none';

/** Whether the page runs as an installed application, or can be made one; a frame cannot. */
export function useInstall(): { readonly state: InstallState; readonly ask: () => void } {
  const [offer, setOffer] = useState<InstallOffer | null>(null);
  useEffect(() => {
    const onOffer = (event: Event) => {
      event.preventDefault();
      setOffer(event as InstallOffer);
    };
    window.addEventListener('beforeinstallprompt', onOffer);
    return () => window.removeEventListener('beforeinstallprompt', onOffer);
  }, []);
  const state =
    window.parent !== window
      ? 'framed'
      : matchMedia('(display-mode: standalone)').matches
        ? 'installed'
        : offer === null
          ? 'none'
          : 'offered';
  return { state, ask: () => void offer?.prompt().then(() => setOffer(null)) };
}

import { useSyncExternalStore } from 'react';
import { useApplication } from './context.tsx';

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

type Connection = 'connected' | 'offline' | 'unreachable';

/** Whether answers can come: by the browser's word for the network, and by the requests themselves for the server. */
export function useConnection(): Connection {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const { reachability } = useApplication();
  const isReachable = useSyncExternalStore(reachability.subscribe, reachability.isReachable, () => true);
  if (!isOnline) return 'offline';
  return isReachable ? 'connected' : 'unreachable';
}

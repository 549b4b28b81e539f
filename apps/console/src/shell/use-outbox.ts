import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAccount, useApplication } from '../client/context.tsx';
import type { QueuedWrite } from '../client/outbox.ts';
import { notify } from '../platform/notices.ts';
import { shellTexts } from './texts.pt.ts';

/** Writes of this account that wait, kept current; sends them when the network is back. */
export function useOutbox(): readonly QueuedWrite[] {
  const { outbox } = useApplication();
  const { id } = useAccount();
  const queries = useQueryClient();
  const [writes, setWrites] = useState<readonly QueuedWrite[]>([]);
  useEffect(() => {
    let isShown = true;
    const read = () => {
      outbox.list(id).then(
        (list) => {
          if (isShown) setWrites(list);
        },
        (cause: unknown) => console.warn('kianda: fila local ilegível', cause),
      );
    };
    const replay = () => {
      if (!navigator.onLine) return;
      outbox.replay(id).then(
        ({ sent }) => {
          if (sent === 0) return;
          notify({ tone: 'success', message: shellTexts.queuedSent });
          void queries.invalidateQueries();
        },
        (cause: unknown) => console.warn('kianda: fila local por enviar', cause),
      );
    };
    read();
    replay();
    const unsubscribe = outbox.subscribe(read);
    // The server may have been away while the network was there: no event tells of its return.
    const timer = setInterval(replay, 30_000);
    window.addEventListener('online', replay);
    return () => {
      isShown = false;
      unsubscribe();
      clearInterval(timer);
      window.removeEventListener('online', replay);
    };
  }, [outbox, id, queries]);
  return writes;
}

import { allows } from '@kianda/contract';
import { type Channel, channelAccess } from '@kianda/contract/operations/realtime/realtime.contract';
import { useEffect, useRef } from 'react';
import { useApplication, useMaybeAccount } from './context.tsx';
import type { ChannelHandler } from './realtime.ts';

/** Listens to a realtime channel while the component is shown, where the account may see it. */
export function useChannel(channel: Channel, handler: ChannelHandler): void {
  const { realtime } = useApplication();
  const role = useMaybeAccount()?.role ?? null;
  const allowed = allows(channelAccess[channel], role);
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => {
    if (!allowed) return undefined;
    return realtime.subscribe(channel, {
      onEvent: (event) => latest.current.onEvent(event),
      onGap: () => latest.current.onGap?.(),
    });
  }, [realtime, channel, allowed]);
}

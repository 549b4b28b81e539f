import { allows } from '@kianda/contract';
import { listAlerts, type PlatformAlert } from '@kianda/contract/health/health.contract';
import { formatCount } from '@kianda/ui';
import { useAccount } from '../client/context.tsx';
import type { QueuedWrite } from '../client/outbox.ts';
import { useChannel } from '../client/use-channel.ts';
import { useEndpoint } from '../client/use-endpoint.ts';
import { notify } from '../platform/notices.ts';
import { shellTexts } from './texts.pt.ts';
import { useOutbox } from './use-outbox.ts';

export type Notices = {
  readonly alerts: readonly PlatformAlert[];
  readonly waiting: readonly QueuedWrite[];
  readonly mayRead: boolean;
  readonly error: string | null;
  readonly count: number;
  /** Name of the header's button, with the count in words. */
  readonly label: string;
};

/** Alerts that still need a person, and writes that wait for the network. */
export function useNotices(): Notices {
  const { role } = useAccount();
  const mayRead = allows(listAlerts.access, role);
  const query = useEndpoint(listAlerts, { query: { limit: 20 } }, { refetchSeconds: 60, enabled: mayRead });
  const waiting = useOutbox();
  useChannel('alerts', { onEvent: query.refresh, onGap: query.refresh });
  useChannel('notifications', {
    onEvent: ({ payload: { title, message } }) => {
      if (typeof title === 'string' && typeof message === 'string') notify({ tone: 'success', title, message });
    },
  });
  const alerts = (query.sourced?.value.alerts ?? []).filter(
    (alert) => !alert.acknowledged && alert.resolvedAt === null,
  );
  const count = alerts.length + waiting.length;
  return {
    alerts,
    waiting,
    mayRead,
    error: query.error?.message ?? null,
    count,
    label:
      count === 0
        ? shellTexts.notifications
        : shellTexts.notificationsActive(formatCount(count, 'pendente', 'pendentes')),
  };
}

import { listNotifications, type Notice } from '@kianda/contract/people/notifications/bell.contract';
import { formatCount } from '@kianda/format';
import type { QueuedWrite } from '../client/outbox.ts';
import { useChannel } from '../client/use-channel.ts';
import { useEndpoint } from '../client/use-endpoint.ts';
import { notify } from '../platform/notices.ts';
import { shellTexts } from './texts.pt.ts';
import { useOutbox } from './use-outbox.ts';

export type Notices = {
  /** Undefined until the first answer. */
  readonly notices: readonly Notice[] | undefined;
  readonly unread: number;
  /** Open alerts of the platform; null for who may not read them, and before the first answer. */
  readonly activeAlerts: number | null;
  readonly waiting: readonly QueuedWrite[];
  readonly error: string | null;
  readonly count: number;
  /** Name of the header's button, with the count in words. */
  readonly label: string;
  /** Asks anew, before the minute is over. */
  readonly refresh: () => void;
};

/** Unread notices of this person, and writes that wait for the network. */
export function useNotices(): Notices {
  const query = useEndpoint(listNotifications, { query: { limit: 30 } }, { refetchSeconds: 60 });
  const waiting = useOutbox();
  useChannel('alerts', {
    // Alerts come by the minute on a busy sea: each would cost an answer. The others come with what is asked each minute.
    onEvent: ({ name, payload: { severity } }) => {
      if (name === 'alert.raised' && severity === 'critical') query.refresh();
    },
    onGap: query.refresh,
  });
  useChannel('notifications', {
    onEvent: ({ payload: { title, message } }) => {
      if (typeof title === 'string' && typeof message === 'string')
        notify({ tone: 'success', title, message, isNews: true });
      else query.refresh();
    },
    onGap: query.refresh,
  });
  const unread = query.sourced?.value.unread ?? 0;
  const count = unread + waiting.length;
  return {
    notices: query.sourced?.value.notices,
    unread,
    activeAlerts: query.sourced?.value.activeAlerts ?? null,
    waiting,
    error: query.error?.message ?? null,
    count,
    refresh: query.refresh,
    label:
      count === 0
        ? shellTexts.notifications
        : shellTexts.notificationsActive(formatCount(count, 'pendente', 'pendentes')),
  };
}

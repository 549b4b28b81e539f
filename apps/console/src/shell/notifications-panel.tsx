import { allows } from '@kianda/contract';
import {
  acknowledgeAlert,
  listAlerts,
  type PlatformAlert,
  systemHealth,
} from '@kianda/contract/health/health.contract';
import { EmptyState, RelativeTime, StatusMark, type StatusTone } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconBellCheck } from '@tabler/icons-react';
import { useAccount } from '../client/context.tsx';
import { useAction } from '../client/use-action.ts';
import styles from './header.module.css';
import { OutboxList } from './outbox-list.tsx';
import { shellTexts } from './texts.pt.ts';
import type { Notices } from './use-notices.ts';

const tones: Readonly<Record<PlatformAlert['type'], StatusTone>> = {
  info: 'info',
  warning: 'caution',
  error: 'bad',
  critical: 'attention',
};

const afterAcknowledge = [listAlerts, systemHealth] as const;

/** Content of the notifications panel. */
export default function NotificationsPanel({ notices }: { readonly notices: Notices }) {
  return (
    <>
      {notices.waiting.length > 0 ? <OutboxList writes={notices.waiting} /> : null}
      <h2 className={styles.dropTitle}>{shellTexts.notifications}</h2>
      <AlertList alerts={notices.alerts} mayRead={notices.mayRead} error={notices.error} />
    </>
  );
}

type ListProps = {
  readonly alerts: readonly PlatformAlert[];
  readonly mayRead: boolean;
  readonly error: string | null;
};

function AlertList({ alerts, mayRead, error }: ListProps) {
  if (!mayRead) return <EmptyState title={shellTexts.notificationsUnavailable} />;
  if (alerts.length === 0 && error !== null)
    return <EmptyState title={shellTexts.alertsUnreachable}>{error}</EmptyState>;
  if (alerts.length === 0) {
    return (
      <EmptyState icon={<IconBellCheck size={22} />} title={shellTexts.noNotifications}>
        {shellTexts.noNotificationsBody}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.alerts}>
      {alerts.map((alert) => (
        <AlertRow key={alert.id} alert={alert} />
      ))}
    </ul>
  );
}

function AlertRow({ alert }: { readonly alert: PlatformAlert }) {
  const { role } = useAccount();
  const acknowledge = useAction(acknowledgeAlert, afterAcknowledge);
  return (
    <li className={styles.alert}>
      <span className={styles.alertMark}>
        <StatusMark tone={tones[alert.type]} />
      </span>
      <div>
        <p className={styles.alertTitle}>{alert.title}</p>
        <p className={styles.alertText}>{alert.message}</p>
        <p className={styles.alertTime}>
          {alert.source} · <RelativeTime at={alert.timestamp} />
        </p>
        {acknowledge.failure === null ? null : <p role="alert">{acknowledge.failure.message}</p>}
      </div>
      {allows(acknowledgeAlert.access, role) ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={acknowledge.isRunning}
          onClick={() => void acknowledge.run({ params: { id: alert.id } })}
        >
          {shellTexts.acknowledge}
        </Button>
      ) : null}
    </li>
  );
}

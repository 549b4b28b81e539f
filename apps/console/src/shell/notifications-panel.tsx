import { allows } from '@kianda/contract';
import {
  acknowledgeAlert,
  listAlerts,
  type PlatformAlert,
  systemHealth,
} from '@kianda/contract/operations/health/health.contract';
import { listNotifications, type Notice, readNotifications } from '@kianda/contract/people/notifications/bell.contract';
import { formatCount } from '@kianda/format';
import { EmptyState, RelativeTime, SkeletonLines, StatusMark } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconBellCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useAccount } from '../client/context.tsx';
import { useAction } from '../client/use-action.ts';
import { useChannel } from '../client/use-channel.ts';
import { useEndpoint } from '../client/use-endpoint.ts';
import { openAccountView } from './account/account-view.ts';
import styles from './header.module.css';
import { noticeTexts as texts } from './notice-texts.pt.ts';
import { noticeTones } from './notice-tones.ts';
import { OutboxList } from './outbox-list.tsx';
import { shellTexts } from './texts.pt.ts';
import type { Notices } from './use-notices.ts';
import { afterRead, useOpenNotice } from './use-open-notice.ts';
import { useOpenSection } from './use-section.ts';

const afterAcknowledge = [listAlerts, systemHealth, listNotifications] as const;

type Props = { readonly notices: Notices; readonly onLeave: () => void; readonly onSettings: () => void };

/** Content of the notifications panel. */
export default function NotificationsPanel({ notices, onLeave, onSettings }: Props) {
  const { role } = useAccount();
  const open = useOpenSection();
  const read = useAction(readNotifications, afterRead);
  const { activeAlerts, unread, refresh } = notices;
  // While the panel is open it is current: the bell alone waits for the minute.
  useEffect(refresh, [refresh]);
  useChannel('alerts', { onEvent: refresh });
  const newest = notices.notices?.[0];
  return (
    <>
      {notices.waiting.length > 0 ? <OutboxList writes={notices.waiting} /> : null}
      <div className={styles.dropHead}>
        <h2 className={styles.dropTitle}>{shellTexts.notifications}</h2>
        <div className={styles.dropTools}>
          {unread > 0 && newest !== undefined ? (
            <Button
              size="compact-sm"
              variant="subtle"
              loading={read.isRunning}
              onClick={() => void read.run({ body: { upTo: newest.id } })}
            >
              {texts.readAll}
            </Button>
          ) : null}
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              onLeave();
              openAccountView('notices');
            }}
          >
            {texts.all}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={onSettings}>
            {texts.settings}
          </Button>
        </div>
      </div>
      {activeAlerts === null ? null : (
        <Button
          size="compact-sm"
          variant="default"
          fullWidth
          onClick={() => {
            open('auto-alerts');
            onLeave();
          }}
        >
          {activeAlerts === 0
            ? shellTexts.noNotifications
            : formatCount(activeAlerts, 'alerta ativo da plataforma', 'alertas ativos da plataforma')}
        </Button>
      )}
      {read.failure === null ? null : <p role="alert">{read.failure.message}</p>}
      <NoticeList notices={notices} role={role} onLeave={onLeave} />
    </>
  );
}

type ListProps = Omit<Props, 'onSettings'> & { readonly role: ReturnType<typeof useAccount>['role'] };

function NoticeList({ notices: { notices, error }, role, onLeave }: ListProps) {
  const mayRead = allows(listAlerts.access, role);
  const alerts = useEndpoint(listAlerts, { query: { limit: 200 } }, { refetchSeconds: 60, enabled: mayRead });
  const byId = new Map((alerts.sourced?.value.alerts ?? []).map((alert) => [alert.id, alert]));
  if (notices === undefined && error !== null)
    return <EmptyState title={shellTexts.alertsUnreachable}>{error}</EmptyState>;
  if (notices === undefined) return <SkeletonLines lines={4} />;
  if (notices.length === 0) {
    return (
      <EmptyState icon={<IconBellCheck size={22} />} title={texts.none}>
        {texts.noneText}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.alerts}>
      {notices.map((notice) => (
        <NoticeRow key={notice.id} notice={notice} alert={byId.get(notice.alertId)} onLeave={onLeave} />
      ))}
    </ul>
  );
}

type RowProps = { readonly notice: Notice; readonly alert: PlatformAlert | undefined; readonly onLeave: () => void };

function NoticeRow({ notice, alert, onLeave }: RowProps) {
  const { role } = useAccount();
  const acknowledge = useAction(acknowledgeAlert, afterAcknowledge);
  const { markRead, open } = useOpenNotice(onLeave);
  return (
    <li className={styles.alert} data-unread={!notice.isRead}>
      <span className={styles.alertMark}>
        <StatusMark tone={noticeTones[notice.severity]} />
      </span>
      <div>
        <button type="button" className={styles.alertLink} onClick={() => open(notice)}>
          {notice.title}
          {notice.count > 1 ? ` (${texts.times(notice.count)})` : null}
          {notice.isRead ? null : <span className="k-visually-hidden"> ({texts.unread})</span>}
        </button>
        <p className={styles.alertText}>{notice.body}</p>
        <p className={styles.alertTime}>
          {notice.simulated ? `${texts.simulated} · ` : null}
          <RelativeTime at={notice.at} />
          {alert?.acknowledged === true ? ` · ${shellTexts.acknowledged}` : null}
          {alert !== undefined && alert.resolvedAt !== null ? ` · ${texts.resolved}` : null}
        </p>
        {acknowledge.failure === null ? null : <p role="alert">{acknowledge.failure.message}</p>}
      </div>
      {alert !== undefined &&
      alert.resolvedAt === null &&
      !alert.acknowledged &&
      allows(acknowledgeAlert.access, role) ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.acknowledgeNamed(notice.title)}
          loading={acknowledge.isRunning}
          onClick={() => {
            markRead(notice);
            void acknowledge.run({ params: { id: alert.id } });
          }}
        >
          {shellTexts.acknowledge}
        </Button>
      ) : null}
    </li>
  );
}

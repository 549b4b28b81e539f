import type { LiveNotice } from '@kianda/contract/operations/health/live.contract';
import { EmptyState, Panel, RelativeTime, StatusMark, type StatusTone } from '@kianda/ui';
import { IconBellCheck } from '@tabler/icons-react';
import type { Live } from './api/use-live-metrics.ts';
import styles from './page.module.css';
import { liveTexts } from './texts.pt.ts';

const texts = liveTexts.notices;
const tones: Readonly<Record<LiveNotice['type'], StatusTone>> = {
  success: 'good',
  info: 'info',
  warning: 'caution',
  error: 'bad',
};

/** The last things that happened in the platform, newest first. */
export function NoticesPanel({ live }: { readonly live: Live }) {
  return (
    <Panel
      id="notificacoes"
      title={texts.title}
      description={texts.description}
      source={live.result}
      isEmpty={({ notifications }) => notifications.length === 0}
      empty={<EmptyState icon={<IconBellCheck size={22} />} title={texts.empty} />}
    >
      {({ notifications }) => (
        <ul className={styles.notices}>
          {notifications.map((notice) => (
            <li key={notice.id} className={styles.notice}>
              <span className={styles.mark}>
                <StatusMark tone={tones[notice.type]} />
                <span className="k-visually-hidden">{texts.types[notice.type]}:</span>
              </span>
              <div className={styles.said}>
                <p className={styles.noticeTitle}>{notice.title}</p>
                <p className={styles.message}>{notice.message}</p>
              </div>
              <span className={styles.time}>
                <RelativeTime at={notice.timestamp} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

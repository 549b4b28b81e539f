import {
  type NoticeSettings,
  notificationSettings,
  subscribePush,
  testPush,
  unsubscribePush,
} from '@kianda/contract/people/notifications/notifications.contract';
import { RelativeTime } from '@kianda/ui';
import { subscribeToPush } from '@kianda/ui/push/push-subscription.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../client/use-action.ts';
import { notify } from '../../platform/notices.ts';
import { describeAgent } from '../account/describe-agent.ts';
import { noticeTexts } from '../notice-texts.pt.ts';
import styles from './notice-settings.module.css';

const texts = noticeTexts.dialog;
const changed = [notificationSettings] as const;
type Device = NoticeSettings['devices'][number];

/** Browsers of this account that get messages, and the way to add the one at hand. */
export function Devices({ settings }: { readonly settings: NoticeSettings }) {
  const subscribe = useAction(subscribePush, changed);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const add = async () => {
    setProblem(null);
    setAsking(true);
    const asked = await subscribeToPush(window, settings.pushKey);
    setAsking(false);
    if (asked.state !== 'subscribed') return setProblem(texts[asked.state]);
    const { endpoint, keys } = asked;
    const outcome = await subscribe.run({ body: { endpoint, keys } }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'success', message: texts.subscribed });
  };
  const failure = problem ?? subscribe.failure?.message ?? null;
  return (
    <section className={styles.group} aria-label={texts.devices}>
      <h3 className={styles.title}>{texts.devices}</h3>
      {settings.devices.length === 0 ? <p className={styles.note}>{texts.noDevices}</p> : null}
      <ul className={styles.list}>
        {settings.devices.map((device) => (
          <DeviceItem key={device.id} device={device} />
        ))}
      </ul>
      <Button variant="default" size="xs" loading={isAsking || subscribe.isRunning} onClick={() => void add()}>
        {texts.subscribe}
      </Button>
      {failure === null ? null : (
        <p className={styles.warning} role="alert">
          {failure}
        </p>
      )}
    </section>
  );
}

function DeviceItem({ device }: { readonly device: Device }) {
  const name = describeAgent(device.userAgent);
  const remove = useAction(unsubscribePush, changed);
  const test = useAction(testPush, changed);
  const [said, setSaid] = useState<string | null>(null);
  const params = { id: device.id };
  const send = async () => {
    const outcome = await test.run({ params }, { offline: 'fail', timeoutSeconds: 30 });
    if (outcome.state === 'failed') setSaid(outcome.failure.message);
    if (outcome.state === 'done')
      setSaid(outcome.data.error === null ? texts.tested : texts.testFailed(outcome.data.error));
  };
  const drop = async () => {
    const outcome = await remove.run({ params }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'success', message: texts.removed });
    if (outcome.state === 'failed') setSaid(outcome.failure.message);
  };
  return (
    <li className={styles.item}>
      <span>
        <strong>{name}</strong>
        <span className={styles.note}>
          {' '}
          {texts.added} <RelativeTime at={device.createdAt} /> ·{' '}
          {device.lastSentAt === null ? (
            texts.never
          ) : (
            <>
              {texts.lastSent} <RelativeTime at={device.lastSentAt} />
            </>
          )}
        </span>
        {device.lastError === null || said !== null ? null : (
          <span className={styles.warning}> {device.lastError}</span>
        )}
        {said === null ? null : (
          <span className={styles.note} role="status">
            {' '}
            {said}
          </span>
        )}
      </span>
      <span className={styles.row}>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={texts.testOf(name)}
          loading={test.isRunning}
          onClick={() => void send()}
        >
          {texts.test}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={texts.removeOf(name)}
          loading={remove.isRunning}
          onClick={() => void drop()}
        >
          {texts.remove}
        </Button>
      </span>
    </li>
  );
}

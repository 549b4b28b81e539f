import { allows } from '@kianda/contract';
import {
  alertSources,
  createDeliveryChannel,
  type DeliveryChannel,
  deleteDeliveryChannel,
  deliverySeverities,
  digests,
  listDeliveries,
  listDeliveryChannels,
  testDeliveryChannel,
} from '@kianda/contract/people/delivery/delivery.contract';
import { EmptyState, Panel, SkeletonLines, StatusPill } from '@kianda/ui';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import styles from './auto-alerts.module.css';
import { AddButton, Entry, Facts } from './entry.tsx';
import { channelTexts as texts } from './texts.pt.ts';

const ChannelForm = lazy(() => import('./channel-form.tsx'));

const changed = [listDeliveryChannels] as const;
const logged = [listDeliveries] as const;

/** Ways by which alerts leave the console: seen by staff, kept by administrators. */
export default function ChannelsPanel() {
  const { role } = useAccount();
  const mayChange = allows(createDeliveryChannel.access, role);
  const [edited, setEdited] = useState<DeliveryChannel | 'new' | null>(null);
  const [removed, setRemoved] = useState<DeliveryChannel | null>(null);
  const channels = useEndpoint(listDeliveryChannels, {});
  const remove = useAction(deleteDeliveryChannel, changed);
  return (
    <>
      <Panel
        title={texts.title}
        description={texts.description}
        source={channels}
        skeleton={<SkeletonLines lines={5} />}
        actions={mayChange ? <AddButton label={texts.add} onClick={() => setEdited('new')} /> : undefined}
      >
        {({ channels: rows, smtp }) => (
          <div className={styles.stack}>
            <p className={smtp.configured ? styles.note : styles.warning}>
              {smtp.from === null ? texts.noSmtp : texts.smtp(smtp.from)}
            </p>
            {rows.length === 0 ? (
              <EmptyState title={texts.empty}>{mayChange ? texts.emptyText : texts.emptyReader}</EmptyState>
            ) : (
              <ul className={styles.list} aria-label={texts.list}>
                {rows.map((channel) => (
                  <ChannelItem
                    key={channel.id}
                    channel={channel}
                    mayChange={mayChange}
                    onEdit={() => setEdited(channel)}
                    onRemove={() => setRemoved(channel)}
                  />
                ))}
              </ul>
            )}
          </div>
        )}
      </Panel>
      {edited === null ? null : (
        <Suspense fallback={null}>
          <ChannelForm channel={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
      {removed === null ? null : (
        <ConfirmDialog
          title={texts.removeTitle}
          body={texts.removeBody(removed.name)}
          confirm={texts.remove}
          isDangerous
          onClose={() => setRemoved(null)}
          onConfirm={async () => {
            const outcome = await remove.run({ params: { id: removed.id } }, { offline: 'fail' });
            if (outcome.state === 'failed') return outcome.failure.message;
            notify({ tone: 'success', message: texts.removed });
            return null;
          }}
        />
      )}
    </>
  );
}

type ItemProps = {
  readonly channel: DeliveryChannel;
  readonly mayChange: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
};

function ChannelItem({ channel, mayChange, onEdit, onRemove }: ItemProps) {
  const { name, target, quietHours, problem } = channel;
  const test = useAction(testDeliveryChannel, logged);
  const [said, setSaid] = useState<string | null>(null);
  const send = async () => {
    setSaid(null);
    const outcome = await test.run({ params: { id: channel.id } }, { offline: 'fail', timeoutSeconds: 60 });
    if (outcome.state === 'failed') setSaid(outcome.failure.message);
    if (outcome.state !== 'done') return;
    const { state, lastError } = outcome.data;
    if (state === 'sent') notify({ tone: 'success', message: texts.tested(name) });
    else setSaid(texts.testFailed(lastError ?? state));
  };
  return (
    <Entry
      name={
        <>
          {name}
          <StatusPill tone={!channel.enabled ? 'unknown' : problem === null ? 'good' : 'caution'}>
            {channel.enabled ? texts.on : texts.off}
          </StatusPill>
        </>
      }
      failure={said}
      buttons={
        mayChange
          ? [
              { label: texts.test, full: texts.testOf(name), isRunning: test.isRunning, act: () => void send() },
              { label: texts.edit, full: `${texts.edit} ${name}`, act: onEdit },
              { label: texts.remove, full: `${texts.remove} ${name}`, act: onRemove },
            ]
          : []
      }
    >
      <Facts>
        <span>{texts.kinds[channel.kind]}</span>
        <span className="k-mono">{target}</span>
      </Facts>
      <Facts>
        <span>{channel.severities.map((severity) => deliverySeverities[severity]).join(', ')}</span>
        <span>{channel.sources.map((source) => alertSources[source]).join(', ')}</span>
        <span>{digests[channel.digest]}</span>
        <span>{quietHours === null ? texts.noQuiet : texts.quietOf(quietHours.from, quietHours.to)}</span>
      </Facts>
      {problem === null ? null : <p className={styles.warning}>{problem}</p>}
    </Entry>
  );
}

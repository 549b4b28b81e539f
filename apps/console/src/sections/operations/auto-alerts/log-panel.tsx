import { allows } from '@kianda/contract';
import {
  type Delivery,
  type DeliveryState,
  deliverySeverities,
  deliveryStates,
  exportDeliveries,
  listDeliveries,
  listDeliveryChannels,
  retryDelivery,
} from '@kianda/contract/people/delivery/delivery.contract';
import { deliveryKinds, deliveryResource } from '@kianda/contract/people/delivery/delivery.resource';
import { EmptyState, RelativeTime, StatusPill, type StatusTone } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import type { ListState } from '../../shared/resource/list-state.ts';
import { ResourceList } from '../../shared/resource/resource-list.tsx';
import styles from './auto-alerts.module.css';
import { logTexts as texts } from './texts.pt.ts';

const changed = [listDeliveries] as const;
const tones = {
  queued: 'info',
  sent: 'good',
  failed: 'bad',
  suppressed: 'unknown',
  digested: 'good',
} as const satisfies Record<DeliveryState, StatusTone>;

/** Notices that were sent, those that were not and why. */
export default function LogPanel({ state }: { readonly state: ListState }) {
  const { role } = useAccount();
  const mayRetry = allows(retryDelivery.access, role);
  const channels = useEndpoint(listDeliveryChannels, {}).sourced?.value.channels ?? [];
  return (
    <ResourceList
      list={deliveryResource}
      endpoint={listDeliveries}
      file={exportDeliveries}
      state={state}
      refetchSeconds={15}
      title={texts.title}
      description={() => texts.description}
      offers={{ channel: channels.map(({ id, name }) => ({ value: id, label: name })) }}
      rowId={({ id }) => id}
      draw={(deliveries) => (
        <ul className={styles.list} aria-label={texts.list}>
          {deliveries.map((delivery) => (
            <DeliveryItem key={delivery.id} delivery={delivery} mayRetry={mayRetry} />
          ))}
        </ul>
      )}
      empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
    />
  );
}

function DeliveryItem({ delivery, mayRetry }: { readonly delivery: Delivery; readonly mayRetry: boolean }) {
  const { title, state, severity, lastError } = delivery;
  const retry = useAction(retryDelivery, changed);
  const again = async () => {
    const outcome = await retry.run({ params: { id: delivery.id } }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'success', message: texts.retried });
  };
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <span className={styles.name}>
          {title}
          <StatusPill tone={tones[state]}>{deliveryStates[state]}</StatusPill>
        </span>
        <span className={styles.facts}>
          <span>{deliveryKinds[delivery.kind]}</span>
          {severity === null ? null : <span>{deliverySeverities[severity]}</span>}
          <span>{delivery.channelName}</span>
          <span className="k-mono">{delivery.target}</span>
          <span>{texts.attempts(delivery.attempts)}</span>
          <span>
            {texts.created} <RelativeTime at={delivery.createdAt} />
          </span>
          {delivery.nextAttemptAt === null ? null : (
            <span>
              {texts.next} <RelativeTime at={delivery.nextAttemptAt} />
            </span>
          )}
          {delivery.endedAt === null ? null : (
            <span>
              {texts.ended} <RelativeTime at={delivery.endedAt} />
            </span>
          )}
        </span>
        {lastError === null ? null : <p className={styles.warning}>{lastError}</p>}
        {retry.failure === null ? null : (
          <p className={styles.warning} role="alert">
            {retry.failure.message}
          </p>
        )}
      </div>
      {mayRetry && (state === 'failed' || state === 'suppressed') ? (
        <Button
          variant="default"
          size="xs"
          aria-label={texts.retryOf(title)}
          loading={retry.isRunning}
          onClick={() => void again()}
        >
          {texts.retry}
        </Button>
      ) : null}
    </li>
  );
}

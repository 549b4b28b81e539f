import { allows } from '@kianda/contract';
import {
  type Delivery,
  type DeliveryState,
  deliverySeverities,
  deliveryStates,
  listDeliveries,
  listDeliveryChannels,
  retryDelivery,
} from '@kianda/contract/people/delivery/delivery.contract';
import { formatNumber } from '@kianda/format';
import { EmptyState, Panel, RelativeTime, SkeletonLines, StatusPill, type StatusTone } from '@kianda/ui';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import styles from './auto-alerts.module.css';
import { logTexts as texts } from './texts.pt.ts';

const changed = [listDeliveries] as const;
const pageSize = 50;
const stateNames = Object.keys(deliveryStates) as DeliveryState[];
const tones = {
  queued: 'info',
  sent: 'good',
  failed: 'bad',
  suppressed: 'unknown',
  digested: 'good',
} as const satisfies Record<DeliveryState, StatusTone>;
const whole = (value: number) => formatNumber(value, { maxDecimals: 0 });

/** What went out, what did not and why, newest first. */
export default function LogPanel() {
  const { role } = useAccount();
  const mayRetry = allows(retryDelivery.access, role);
  const [state, setState] = useState<DeliveryState | ''>('');
  const [channelId, setChannelId] = useState('');
  const [page, setPage] = useState(1);
  const channels = useEndpoint(listDeliveryChannels, {});
  const log = useEndpoint(
    listDeliveries,
    {
      query: {
        page,
        pageSize,
        ...(state === '' ? {} : { state }),
        ...(channelId === '' ? {} : { channelId }),
      },
    },
    { refetchSeconds: 15 },
  );
  const pages = Math.max(1, Math.ceil((log.sourced?.value.total ?? 0) / pageSize));
  return (
    <Panel title={texts.title} description={texts.description} source={log} skeleton={<SkeletonLines lines={8} />}>
      {(value) => (
        <div className={styles.stack}>
          <div className={styles.filters}>
            <NativeSelect
              label={texts.channel}
              value={channelId}
              data={[
                { value: '', label: texts.allChannels },
                ...(channels.sourced?.value.channels ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={({ currentTarget }) => {
                setChannelId(currentTarget.value);
                setPage(1);
              }}
            />
            <NativeSelect
              label={texts.state}
              value={state}
              data={[
                { value: '', label: texts.allStates },
                ...stateNames.map((one) => ({ value: one, label: deliveryStates[one] })),
              ]}
              onChange={({ currentTarget }) => {
                setState(stateNames.find((one) => one === currentTarget.value) ?? '');
                setPage(1);
              }}
            />
          </div>
          {value.data.length === 0 ? (
            state === '' && channelId === '' ? (
              <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
            ) : (
              <EmptyState title={texts.emptyFiltered} />
            )
          ) : (
            <ul className={styles.list} aria-label={texts.list}>
              {value.data.map((delivery) => (
                <DeliveryItem key={delivery.id} delivery={delivery} mayRetry={mayRetry} />
              ))}
            </ul>
          )}
          {pages === 1 ? null : (
            <nav className={styles.buttons} aria-label={texts.pages}>
              <Button size="xs" variant="default" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                {texts.previous}
              </Button>
              <span className={styles.note} role="status">
                {texts.page(whole(page), whole(pages))}
              </span>
              <Button size="xs" variant="default" disabled={page >= pages} onClick={() => setPage(page + 1)}>
                {texts.nextPage}
              </Button>
            </nav>
          )}
        </div>
      )}
    </Panel>
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
          <span>{texts.kinds[delivery.kind]}</span>
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

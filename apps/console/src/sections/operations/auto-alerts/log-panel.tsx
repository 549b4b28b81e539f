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
import { EmptyState, Pagination, Panel, RelativeTime, SkeletonLines, StatusPill, type StatusTone } from '@kianda/ui';
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

/** Notices that were sent, those that were not and why, newest first. */
export default function LogPanel() {
  const { role } = useAccount();
  const mayRetry = allows(retryDelivery.access, role);
  const [filters, setFilters] = useState<Filters>({ state: '', channelId: '' });
  const [page, setPage] = useState(1);
  const { state, channelId } = filters;
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
  return (
    <Panel title={texts.title} description={texts.description} source={log} skeleton={<SkeletonLines lines={8} />}>
      {({ data, total }) => (
        <div className={styles.stack}>
          <LogFilters
            filters={filters}
            onChange={(next) => {
              setFilters(next);
              setPage(1);
            }}
          />
          {data.length === 0 ? (
            state === '' && channelId === '' ? (
              <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
            ) : (
              <EmptyState title={texts.emptyFiltered} />
            )
          ) : (
            <ul className={styles.list} aria-label={texts.list}>
              {data.map((delivery) => (
                <DeliveryItem key={delivery.id} delivery={delivery} mayRetry={mayRetry} />
              ))}
            </ul>
          )}
          {total <= pageSize ? null : <Pagination page={page} size={pageSize} total={total} onPage={setPage} />}
        </div>
      )}
    </Panel>
  );
}

type Filters = { readonly state: DeliveryState | ''; readonly channelId: string };
type FilterProps = { readonly filters: Filters; readonly onChange: (filters: Filters) => void };

function LogFilters({ filters, onChange }: FilterProps) {
  const channels = useEndpoint(listDeliveryChannels, {});
  return (
    <div className={styles.filters}>
      <NativeSelect
        label={texts.channel}
        value={filters.channelId}
        data={[
          { value: '', label: texts.allChannels },
          ...(channels.sourced?.value.channels ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ currentTarget }) => onChange({ ...filters, channelId: currentTarget.value })}
      />
      <NativeSelect
        label={texts.state}
        value={filters.state}
        data={[
          { value: '', label: texts.allStates },
          ...stateNames.map((name) => ({ value: name, label: deliveryStates[name] })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ ...filters, state: stateNames.find((name) => name === currentTarget.value) ?? '' })
        }
      />
    </div>
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

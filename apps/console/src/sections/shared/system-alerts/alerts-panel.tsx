import { allows, type DataOf } from '@kianda/contract';
import {
  acknowledgeAlert,
  alertHandling,
  listAlerts,
  type PlatformAlert,
  systemHealth,
} from '@kianda/contract/operations/health/health.contract';

import { EmptyState, FirstOf, Panel, RelativeTime, StatusPill, type StatusTone } from '@kianda/ui';
import { Button, SegmentedControl } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import type { EndpointResult } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { handlingTones } from '../alert-tones.ts';
import styles from './alerts-panel.module.css';
import { systemAlertTexts as texts } from './texts.pt.ts';

const tones = { info: 'info', warning: 'caution', error: 'bad', critical: 'attention' } as const satisfies Record<
  PlatformAlert['type'],
  StatusTone
>;
const refreshes = [listAlerts, systemHealth] as const;
/** Alerts shown at once. */
const firstAlerts = 8;

export type AlertFilter = 'todos' | 'ativos';

type Props = {
  readonly alerts: EndpointResult<DataOf<typeof listAlerts>>;
  readonly filter: AlertFilter;
  /** Alert that the address is about: it comes first, over or not. */
  readonly chosen?: string | undefined;
  readonly onFilter: (filter: AlertFilter) => void;
  /** Shows what became of one; absent: nothing is offered. */
  readonly onOpen?: ((id: string) => void) | undefined;
};

/** Alerts that the rules raised, with the button that takes charge of them for accounts that may. */
export function AlertsPanel({ alerts, filter, chosen, onFilter, onOpen }: Props) {
  const { role } = useAccount();
  const mayAcknowledge = allows(acknowledgeAlert.access, role);
  return (
    <Panel
      id="alertas"
      title={texts.title}
      description={texts.description}
      source={alerts}
      actions={
        <SegmentedControl<AlertFilter>
          size="xs"
          aria-label={texts.filter}
          value={filter}
          onChange={onFilter}
          data={[
            { value: 'todos', label: texts.show.all },
            { value: 'ativos', label: texts.show.active },
          ]}
        />
      }
      isEmpty={(data) => data.alerts.length === 0}
      empty={<EmptyState title={texts.none}>{texts.noneText}</EmptyState>}
    >
      {(data) => {
        const shown = data.alerts
          .filter(({ id, resolvedAt }) => id === chosen || filter === 'todos' || resolvedAt === null)
          .toSorted((a, b) => Number(b.id === chosen) - Number(a.id === chosen));
        if (shown.length === 0) return <EmptyState title={texts.noneActive} />;
        return (
          <FirstOf items={shown} first={firstAlerts} of={texts.title}>
            {(part) => (
              <ul className={styles.list}>
                {part.map((alert) => (
                  <AlertRow
                    key={alert.id}
                    alert={alert}
                    isChosen={alert.id === chosen}
                    mayAcknowledge={mayAcknowledge}
                    onOpen={onOpen}
                  />
                ))}
              </ul>
            )}
          </FirstOf>
        );
      }}
    </Panel>
  );
}

type RowProps = {
  readonly alert: PlatformAlert;
  readonly isChosen: boolean;
  readonly mayAcknowledge: boolean;
  readonly onOpen: ((id: string) => void) | undefined;
};

function AlertRow({ alert, isChosen, mayAcknowledge, onOpen }: RowProps) {
  const action = useAction(acknowledgeAlert, refreshes);
  const [failure, setFailure] = useState<string | null>(null);
  const acknowledge = async () => {
    const outcome = await action.run({ params: { id: alert.id } });
    setFailure(outcome.state === 'failed' ? outcome.failure.message : null);
    if (outcome.state === 'done') notify({ tone: 'success', message: texts.done });
    if (outcome.state === 'queued') notify({ tone: 'info', message: texts.queued });
  };
  const isOpen = alert.resolvedAt === null;
  return (
    <li className={styles.alert} data-open={isOpen} aria-current={isChosen ? 'true' : undefined}>
      <div className={styles.words}>
        <p className={styles.title}>
          <StatusPill tone={isOpen ? tones[alert.type] : 'unknown'}>{texts.types[alert.type]}</StatusPill>
          {alert.title}
        </p>
        {alert.message === alert.title ? null : <p>{alert.message}</p>}
        <p className={styles.meta}>
          <span>{texts.source(alert.source)}</span>
          <span>
            {texts.raised} <RelativeTime at={alert.timestamp} />
          </span>
          {alert.resolvedAt === null ? null : (
            <span>
              {texts.ended} <RelativeTime at={alert.resolvedAt} />
            </span>
          )}
        </p>
        {failure === null ? null : (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
      </div>
      <div className={styles.side}>
        <AlertState alert={alert} />
        {onOpen === undefined ? null : (
          <Button
            variant="subtle"
            size="compact-md"
            aria-label={texts.detailsNamed(alert.title)}
            onClick={() => onOpen(alert.id)}
          >
            {texts.details}
          </Button>
        )}
        {isOpen && !alert.acknowledged && mayAcknowledge ? (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconCheck size={15} aria-hidden="true" />}
            aria-label={texts.acknowledgeNamed(alert.title)}
            loading={action.isRunning}
            onClick={() => void acknowledge()}
          >
            {texts.acknowledge}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function AlertState({ alert: { state, assignee } }: { readonly alert: PlatformAlert }) {
  return (
    <>
      <StatusPill tone={handlingTones[state]}>{alertHandling[state]}</StatusPill>
      {assignee === null ? null : <span className={styles.meta}>{texts.assignee(assignee.name)}</span>}
    </>
  );
}

import { allows } from '@kianda/contract';
import { SkeletonLines } from '@kianda/ui';
import { ActionIcon, Button, Tabs } from '@mantine/core';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect, useRef } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useSectionSearch } from '../../../../shell/use-section.ts';
import type { Connector } from '../../../shared/connectors/fallback.ts';
import type { LiveRun } from '../../../shared/connectors/live-runs.ts';
import { RunningNow } from '../../../shared/connectors/running-now.tsx';
import { ConnectorStatus, SimulatedMark } from '../../../shared/connectors/status.tsx';
import type { Launches } from '../api/use-launch.ts';
import { RunButton } from '../components/connector-card.tsx';
import { connectorSearchSchema, type DetailView, detailViews, noItem } from '../search.ts';
import styles from './detail.module.css';
import { Overview } from './overview.tsx';
import { detailTexts } from './texts.pt.ts';
import type { ViewProps } from './view-props.ts';

const views: Readonly<Record<DetailView, ComponentType<ViewProps> | LazyExoticComponent<ComponentType<ViewProps>>>> = {
  overview: Overview,
  intake: lazy(() => import('./intake/intake.tsx')),
  runs: lazy(() => import('./runs/runs.tsx')),
  schedule: lazy(() => import('./schedule/schedule.tsx')),
  backfill: lazy(() => import('./backfill/backfill.tsx')),
  quality: lazy(() => import('./quality.tsx')),
  drift: lazy(() => import('./drift/drift.tsx')),
  rejected: lazy(() => import('./rejected/rejected.tsx')),
  lineage: lazy(() => import('./lineage/lineage.tsx')),
  connection: lazy(() => import('./connection/connection.tsx')),
};

type Props = {
  readonly connector: Connector;
  readonly runs: readonly LiveRun[];
  readonly launches: Launches;
  readonly onClose: () => void;
};

/** One connector in full; its view is in the address. */
export default function ConnectorDetail({ connector, runs, launches, onClose }: Props) {
  const { role } = useAccount();
  const mayRun = allows('connectors:run', role);
  return (
    <article className={styles.detail} aria-labelledby="conector-aberto">
      <Button
        className={styles.back ?? ''}
        variant="subtle"
        color="gray"
        leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
        onClick={onClose}
      >
        {detailTexts.back}
      </Button>
      <DetailHeader connector={connector} runs={runs} launches={launches} mayRun={mayRun} onClose={onClose} />
      {runs.length === 0 ? null : <RunningNow runs={runs} mayCancel={mayRun} />}
      <DetailViews
        connector={connector}
        runs={runs}
        mayRun={mayRun}
        mayConfigure={allows('connectors:configure', role)}
      />
    </article>
  );
}

function DetailHeader({ connector, runs, launches, mayRun, onClose }: Props & { readonly mayRun: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The card that opened the detail may now be out of sight, so that the focus moves to the title.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header className={styles.header}>
      <div className={styles.titles}>
        <h2 id="conector-aberto" ref={heading} tabIndex={-1} className={styles.title}>
          {connector.name}
        </h2>
        <ConnectorStatus connector={connector} isRunning={runs.length > 0} />
        <SimulatedMark connector={connector} />
      </div>
      <div className={styles.actions}>
        {mayRun ? (
          <RunButton
            primary
            connector={connector}
            isRunning={runs.length > 0}
            isLaunching={launches.isLaunching(connector.id)}
            onRun={() => void launches.launch(connector)}
          />
        ) : null}
        <ActionIcon
          className={styles.close ?? ''}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={detailTexts.close}
          onClick={onClose}
        >
          <IconX size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
      {connector.description === '' ? null : <p className={styles.description}>{connector.description}</p>}
      {connector.statusReason === null ? null : <p className={styles.reason}>{connector.statusReason}</p>}
    </header>
  );
}

function DetailViews(props: ViewProps) {
  const [search, change] = useSectionSearch(connectorSearchSchema);
  // Only national institutions hand over files.
  const offered = detailViews.filter((name) => name !== 'intake' || props.connector.type === 'national');
  const view = offered.find((name) => name === search.view) ?? 'overview';
  const View = views[view];
  const tabs = useRef<HTMLDivElement>(null);
  // On a narrow screen the tabs scroll sideways, and the chosen one must be in sight whenever `view` changes.
  useEffect(() => {
    const chosen = tabs.current?.querySelector(`[data-view=${view}]`);
    chosen?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [view]);
  const open = (next: string | null) =>
    change(
      {
        ...noItem,
        view: offered.find((name) => name === next),
        trace: undefined,
      },
      { replace: true },
    );
  return (
    <Tabs value={view} keepMounted={false} onChange={open}>
      <Tabs.List ref={tabs} aria-label={detailTexts.views} className={styles.tabs}>
        {offered.map((name) => (
          <Tabs.Tab key={name} value={name} data-view={name}>
            {detailTexts.view[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={view} className={styles.panel}>
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <View {...props} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}

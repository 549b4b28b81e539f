import type { IngestJob } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { StatusPill, type StatusTone } from '@kianda/ui';
import { Tooltip } from '@mantine/core';
import type { Connector } from './fallback.ts';
import styles from './status.module.css';
import { connectorStateTexts } from './texts.pt.ts';

const connectorTones: Readonly<Record<Connector['status'], StatusTone>> = {
  active: 'good',
  running: 'info',
  waiting: 'unknown',
  error: 'bad',
  inactive: 'unknown',
};

type Props = { readonly connector: Connector; readonly isRunning: boolean };

/** State of a connector, `running` as soon as a run of it is known. */
export function ConnectorStatus({ connector, isRunning }: Props) {
  const status = isRunning ? 'running' : connector.status;
  return <StatusPill tone={connectorTones[status]}>{connectorStateTexts.status[status]}</StatusPill>;
}

/** Says that a provider is the built-in simulator. */
export function SimulatedMark({ connector }: { readonly connector: Connector }) {
  if (!connector.simulated) return null;
  return (
    <Tooltip label={connectorStateTexts.simulatedWhy} w={260}>
      <span className={styles.simulated}>{connectorStateTexts.simulated}</span>
    </Tooltip>
  );
}

const runTones: Readonly<Record<IngestJob['status'], StatusTone>> = {
  queued: 'unknown',
  running: 'info',
  waiting_provider: 'info',
  succeeded: 'good',
  succeeded_with_rejects: 'caution',
  failed: 'bad',
  timed_out: 'bad',
  cancelled: 'unknown',
  skipped: 'unknown',
};

export function RunStatus({ status }: { readonly status: IngestJob['status'] }) {
  return <StatusPill tone={runTones[status]}>{connectorStateTexts.runStatus[status]}</StatusPill>;
}

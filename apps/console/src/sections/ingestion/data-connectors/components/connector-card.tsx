import { formatDuration, formatNumber, UNKNOWN } from '@kianda/format';
import { cx, named, RelativeTime, StatusMark, StatusPill } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Connector } from '../../../shared/connectors/fallback.ts';
import type { LiveRun } from '../../../shared/connectors/live-runs.ts';
import { NewestObservation } from '../../../shared/connectors/newest-observation.tsx';
import { leadingRun, RunProgress } from '../../../shared/connectors/run-progress.tsx';
import { ConnectorStatus, SimulatedMark } from '../../../shared/connectors/status.tsx';
import { connectorStateTexts } from '../../../shared/connectors/texts.pt.ts';
import { errorRateText } from '../api/error-rate.ts';
import { connectorTexts } from '../texts.pt.ts';
import styles from './connector-card.module.css';

const texts = connectorTexts.card;

type Props = {
  readonly connector: Connector;
  readonly runs: readonly LiveRun[];
  readonly isLaunching: boolean;
  /** Absent where the account may not run connectors: then nothing is offered. */
  readonly onRun?: (() => void) | undefined;
  /** Absent for stand-ins, of which there is nothing more to show. */
  readonly onOpen?: (() => void) | undefined;
  readonly isSelected: boolean;
  /** One line each, beside an open connector. */
  readonly compact: boolean;
};

/** One connector: its status, its last and next run, its records. */
export function ConnectorCard(props: Props) {
  const { connector, runs, onOpen, isSelected, compact } = props;
  const run = leadingRun(runs);
  const isStandIn = onOpen === undefined;
  return (
    <li
      className={cx(styles.card, compact && styles.compact, isSelected && styles.selected)}
      data-connector={connector.id}
    >
      <div className={styles.head}>
        <h2 className={styles.name}>
          {onOpen === undefined ? (
            connector.name
          ) : (
            <button
              type="button"
              className={styles.open}
              aria-current={isSelected ? 'true' : undefined}
              onClick={onOpen}
            >
              {connector.name}
            </button>
          )}
        </h2>
        {isStandIn ? null : <ConnectorStatus connector={connector} isRunning={run !== undefined} />}
      </div>
      {compact ? (
        <p className={styles.brief}>
          <LastRun connector={connector} />
          <span aria-hidden="true">·</span>
          <Freshness connector={connector} />
        </p>
      ) : (
        <>
          <p className={styles.provider}>
            <span>{connector.provider}</span>
            <SimulatedMark connector={connector} />
          </p>
          {connector.statusReason === null ? null : <p className={styles.reason}>{connector.statusReason}</p>}
          <CardWarnings connector={connector} />
          <CardFacts connector={connector} isStandIn={isStandIn} />
          <div className={styles.foot}>
            {props.onRun === undefined ? null : (
              <RunButton
                connector={connector}
                isRunning={run !== undefined}
                isLaunching={props.isLaunching}
                onRun={props.onRun}
              />
            )}
            {run === undefined ? null : (
              <div className={styles.progress}>
                <RunProgress run={run} name={connector.name} />
              </div>
            )}
          </div>
        </>
      )}
    </li>
  );
}

/** States that need a person's attention, though runs may still succeed. */
function CardWarnings({ connector }: { readonly connector: Connector }) {
  const isOpen = connector.streams.some(({ circuit }) => circuit !== 'closed');
  if (connector.openDrifts === 0 && !isOpen) return null;
  return (
    <p className={styles.warnings}>
      {connector.openDrifts === 0 ? null : <StatusPill tone="caution">{texts.drifts(connector.openDrifts)}</StatusPill>}
      {isOpen ? (
        <span title={texts.circuitOpenWhy}>
          <StatusPill tone="caution">{texts.circuitOpen}</StatusPill>
        </span>
      ) : null}
    </p>
  );
}

type RunProps = {
  readonly connector: Connector;
  readonly isRunning: boolean;
  readonly isLaunching: boolean;
  readonly onRun: () => void;
  readonly primary?: boolean;
};

/** Starts a run; off while one is under way or being started, yet with its name and the focus that it has. */
export function RunButton({ connector, isRunning, isLaunching, onRun, primary = false }: RunProps) {
  const isUnderWay = isRunning || connector.status === 'running';
  const busy = isUnderWay || isLaunching;
  const words = isUnderWay ? texts.running : isLaunching ? texts.launching : texts.run;
  return (
    <Button
      size="compact-md"
      variant={primary ? 'filled' : 'light'}
      leftSection={<IconPlayerPlay size={15} aria-hidden="true" />}
      disabled={connector.status === 'inactive' && !busy}
      aria-label={busy ? named(words, connector.name) : texts.runOf(connector.name)}
      {...(busy ? { 'aria-disabled': true, 'data-disabled': true } : { onClick: onRun })}
    >
      {words}
    </Button>
  );
}

/** Of a stand-in nothing but the name is known: its runs, records, dates and state are not. */
function CardFacts({ connector, isStandIn }: { readonly connector: Connector; readonly isStandIn: boolean }) {
  const { errorRate: rate, failedRuns, endedRuns } = connector;
  const unknown = (
    <span key="unknown" title={connectorStateTexts.unknownStandIn}>
      {UNKNOWN}
    </span>
  );
  const facts: readonly (readonly [string, ReactNode])[] = [
    [texts.lastRun, isStandIn ? unknown : <LastRun key="last" connector={connector} />],
    [texts.nextRun, isStandIn ? unknown : <NextRun key="next" connector={connector} />],
    [texts.records, isStandIn ? unknown : formatNumber(connector.recordsProcessed, { maxDecimals: 0 })],
    [
      texts.errorRate,
      rate === null ? (
        <span key="rate" title={connectorTexts.tiles.nothingProcessed}>
          {UNKNOWN}
        </span>
      ) : (
        errorRateText(rate)
      ),
    ],
    ...(failedRuns === 0 ? [] : [[texts.failedRuns, texts.failedOf(failedRuns, endedRuns)] as const]),
    [
      texts.newest,
      <NewestObservation
        key="newest"
        at={connector.newestObservation}
        connector={connector}
        unknown={texts.freshnessUnknown}
      />,
    ],
    [texts.freshness, isStandIn ? unknown : <Freshness key="fresh" connector={connector} />],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function LastRun({ connector }: { readonly connector: Connector }) {
  return connector.lastRun === null ? (
    <span>{connectorStateTexts.never}</span>
  ) : (
    <RelativeTime at={connector.lastRun} />
  );
}

export function NextRun({ connector }: { readonly connector: Connector }) {
  if (connector.nextRun !== null) return <RelativeTime at={connector.nextRun} />;
  return <span>{connector.paused ? texts.paused : texts.noNext}</span>;
}

export function Freshness({ connector }: { readonly connector: Connector }) {
  const limit = texts.limit(formatDuration(connector.freshnessLimitHours * 3_600));
  if (connector.fresh === null) {
    // A register is judged by its last complete run: during the first one there are data, and nothing to judge.
    const why = connector.newestObservation === null ? texts.freshnessUnknown : texts.freshnessPending;
    return <span title={limit}>{why}</span>;
  }
  return (
    <span className={styles.freshness} title={limit}>
      <StatusMark tone={connector.fresh ? 'good' : 'caution'} />
      {connector.fresh ? texts.fresh : texts.late}
    </span>
  );
}

import { allows } from '@kianda/contract';
import { checkFirstDay, type FirstDayLine, firstDay } from '@kianda/contract/ingestion/connectors/first-day.contract';
import { formatNumber, UNKNOWN } from '@kianda/format';
import {
  type Column,
  DataTable,
  PageHeader,
  PageStack,
  PanelFailure,
  ProvenanceBadge,
  RelativeTime,
  SkeletonLines,
  StatusPill,
  type StatusTone,
} from '@kianda/ui';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import touch from '../../shared/touch.module.css';
import { useSectionLink } from '../../shared/use-section-link.ts';
import styles from './first-day.module.css';
import { firstDayTexts as texts } from './texts.pt.ts';

/** While a check is under way its answers come one by one. */
const refetchSeconds = 5;

type Check = (connector: string | null) => void;

/** Section `first-day`: what reaching each provider came to, and what to do about it. */
export default function FirstDayPage() {
  const { role } = useAccount();
  const list = useEndpoint(firstDay, {}, { refetchSeconds, staleSeconds: 0 });
  const action = useAction(checkFirstDay, [firstDay]);
  const openConnectors = useSectionLink('data-connectors');
  if (list.sourced === undefined)
    return list.error === null ? (
      <SkeletonLines lines={10} />
    ) : (
      <PanelFailure error={list.error} onRetry={list.refresh} />
    );
  const { value, provenance } = list.sourced;
  const mayCheck = allows('connectors:run', role);
  const isBusy = action.isRunning || value.running !== null;
  const check: Check = (connector) => {
    void action.run({ body: { connector } }, { offline: 'fail' }).then((outcome) => {
      if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
      else notify({ tone: 'success', message: texts.started });
    });
  };
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          mark={<ProvenanceBadge provenance={provenance} />}
          actions={
            <>
              {openConnectors === undefined ? null : (
                <Button variant="subtle" onClick={openConnectors}>
                  {texts.connectors}
                </Button>
              )}
              {mayCheck ? (
                <Button loading={action.isRunning} disabled={isBusy} onClick={() => check(null)}>
                  {texts.checkAll}
                </Button>
              ) : null}
            </>
          }
        />
        <p role="status">
          {value.running === null ? texts.undelivered(value.undelivered) : texts.progress(value.running.message)}{' '}
          {mayCheck ? null : texts.notAllowed}
        </p>
        <Lines lines={value.lines} check={mayCheck ? check : null} isBusy={isBusy} />
      </PageStack>
    </div>
  );
}

type LinesProps = {
  readonly lines: readonly FirstDayLine[];
  /** Null where the account may not check. */
  readonly check: Check | null;
  readonly isBusy: boolean;
};

function Lines({ lines, check, isBusy }: LinesProps) {
  const columns = useMemo(
    () => [...first, ...(check === null ? [] : [actionColumn(check, isBusy)]), ...further],
    [check, isBusy],
  );
  return <DataTable id="primeiro-dia" label={texts.table} columns={columns} rows={lines} rowId={({ id }) => id} />;
}

function outcomeText({ outcome, hasDelivered }: FirstDayLine): string {
  if (outcome !== null) return texts.outcomes[outcome];
  return hasDelivered === true ? texts.delivered : texts.unchecked;
}

/** True where no check was asked for: the outcome is that of a run. */
const isByRun = ({ triedBy }: FirstDayLine) => triedBy === 'run';

function toneOf({ outcome, hasDelivered }: FirstDayLine): StatusTone {
  if (outcome === null) return hasDelivered === true ? 'good' : 'unknown';
  if (outcome === 'nothing_to_ask') return 'unknown';
  if (outcome === 'ok') return 'good';
  return outcome === 'rate_limited' || outcome === 'provider_down' || outcome === 'timeout' ? 'caution' : 'bad';
}

const first: readonly Column<FirstDayLine>[] = [
  {
    id: 'name',
    label: texts.columns.name,
    value: ({ name }) => name,
    render: ({ name, address }) => (
      <>
        {name}
        {address === null ? null : <span className={styles.address}>{address}</span>}
      </>
    ),
    width: '24%',
  },
  {
    id: 'outcome',
    label: texts.columns.outcome,
    value: (line) => (isByRun(line) ? `${outcomeText(line)} (${texts.byRun})` : outcomeText(line)),
    render: (line) => (
      <>
        <StatusPill tone={toneOf(line)}>{outcomeText(line)}</StatusPill>
        {isByRun(line) ? <span className={styles.address}>{texts.byRun}</span> : null}
      </>
    ),
  },
  { id: 'advice', label: texts.columns.advice, value: ({ advice }) => advice, width: '30%' },
];

const further: readonly Column<FirstDayLine>[] = [
  {
    id: 'triedAt',
    label: texts.columns.triedAt,
    value: ({ triedAt }) => triedAt,
    render: ({ triedAt }) => (triedAt === null ? texts.never : <RelativeTime at={triedAt} />),
  },
  {
    id: 'detail',
    label: texts.columns.detail,
    value: ({ detail }) => detail,
    render: ({ detail }) => (detail === null ? UNKNOWN : <span className={styles.detail}>{detail}</span>),
  },
  {
    id: 'lastSuccess',
    label: texts.columns.lastSuccess,
    value: ({ lastSuccess }) => lastSuccess,
    render: (line) => <LastSuccess line={line} />,
  },
  { id: 'status', label: texts.columns.status, value: ({ httpStatus }) => httpStatus, align: 'end', hidden: true },
  {
    id: 'latency',
    label: texts.columns.latency,
    value: ({ latencyMs }) => latencyMs,
    render: ({ latencyMs }) => (latencyMs === null ? UNKNOWN : formatNumber(latencyMs, { maxDecimals: 0 })),
    align: 'end',
    hidden: true,
  },
  { id: 'address', label: texts.columns.address, value: ({ address }) => address, hidden: true },
  { id: 'skew', label: texts.columns.skew, value: ({ skewSeconds }) => skewSeconds, align: 'end', hidden: true },
];

/** The lines of the server itself have no runs. */
function LastSuccess({ line }: { readonly line: FirstDayLine }) {
  if (line.lastSuccess !== null) return <RelativeTime at={line.lastSuccess} />;
  return line.subject === 'connector' ? texts.never : UNKNOWN;
}

function actionColumn(check: Check, isBusy: boolean): Column<FirstDayLine> {
  return {
    id: 'action',
    label: texts.columns.action,
    render: ({ id, name, subject }) =>
      subject === 'connector' ? (
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          aria-label={texts.checkOf(name)}
          onClick={() => check(id)}
        >
          {texts.check}
        </Button>
      ) : null,
  };
}

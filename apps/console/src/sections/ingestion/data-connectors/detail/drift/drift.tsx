import type { DataOf } from '@kianda/contract';
import {
  acknowledgeDrift,
  connectorDrift,
  type DriftFinding,
  driftPolicies,
  setDriftPolicy,
} from '@kianda/contract/ingestion/connectors/engine.contract';
import { dataConnectors } from '@kianda/contract/ingestion/connectors/operations.contract';
import { streamTitle } from '@kianda/contract/ingestion/connectors/stream-titles';
import { type Column, DataTable, EmptyState, Panel, PanelFrame, RelativeTime, StatusPill, useClock } from '@kianda/ui';
import { Button, SegmentedControl } from '@mantine/core';
import { useAction } from '../../../../../client/use-action.ts';
import { useEndpoint } from '../../../../../client/use-endpoint.ts';
import { notify } from '../../../../../platform/notices.ts';
import { exportNote } from '../../../../shared/connectors/export-note.ts';
import type { Connector } from '../../../../shared/connectors/fallback.ts';
import styles from '../detail.module.css';
import table from '../quality.module.css';
import type { ViewProps } from '../view-props.ts';
import { Shapes } from './shapes.tsx';
import { driftTexts as texts } from './texts.pt.ts';

const changed = [connectorDrift, dataConnectors] as const;
type Drift = DataOf<typeof connectorDrift>;
type Policy = Drift['policy'];

const columns: readonly Column<DriftFinding>[] = [
  {
    id: 'field',
    label: texts.field,
    value: (one) => one.field,
    render: (one) => <span className="k-mono">{one.field}</span>,
  },
  {
    id: 'change',
    label: texts.change,
    value: (one) => texts.changes[one.change],
    render: (one) => (
      <StatusPill tone={one.acknowledgedAt === null ? 'caution' : 'unknown'}>{texts.changes[one.change]}</StatusPill>
    ),
  },
  { id: 'types', label: texts.types, value: (one) => `${typesText(one.before)} → ${typesText(one.after)}` },
  { id: 'outcome', label: texts.outcome, value: (one) => texts.outcomes[one.outcome] },
  { id: 'runs', label: texts.runs, value: (one) => one.occurrences, align: 'end' },
  {
    id: 'last',
    label: texts.last,
    value: (one) => one.lastSeenAt,
    render: (one) => <RelativeTime at={one.lastSeenAt} />,
  },
  {
    id: 'noticed',
    label: texts.noticed,
    value: (one) => one.acknowledgedAt ?? texts.open,
    render: (one) =>
      one.acknowledgedAt === null ? (
        texts.open
      ) : (
        <>
          <RelativeTime at={one.acknowledgedAt} />
          {one.acknowledgedBy === null ? null : ` ${texts.noticedBy(one.acknowledgedBy)}`}
        </>
      ),
  },
  { id: 'stream', label: texts.stream, value: (one) => streamTitle(one.stream) },
  { id: 'resource', label: texts.resource, value: (one) => one.resource, hidden: true },
  { id: 'first', label: texts.first, value: (one) => one.firstSeenAt, hidden: true },
];

function typesText(types: readonly string[]): string {
  return types.length === 0 ? texts.nothing : types.join(', ');
}

/** Changes in the shape of a provider's answers, and the policy about them. */
export default function DriftView({ connector, mayConfigure }: ViewProps) {
  const drift = useEndpoint(connectorDrift, { params: { id: connector.id } }, { refetchSeconds: 60, staleSeconds: 60 });
  const value = drift.sourced?.value;
  return (
    <div className={styles.stack}>
      {value === undefined ? null : <PolicyChoice connector={connector} drift={value} mayConfigure={mayConfigure} />}
      <Findings connector={connector} drift={drift} mayConfigure={mayConfigure} />
      {value === undefined ? null : <Shapes connector={connector} shapes={value.shapes} />}
    </div>
  );
}

type PolicyProps = { readonly connector: Connector; readonly drift: Drift; readonly mayConfigure: boolean };

function PolicyChoice({ connector, drift, mayConfigure }: PolicyProps) {
  const save = useAction(setDriftPolicy, changed);
  const choose = async (policy: Policy) => {
    const outcome = await save.run({ params: { id: connector.id }, body: { policy } }, { offline: 'fail' });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
    else notify({ tone: 'success', message: texts.policySaved(texts.policies[policy]) });
  };
  return (
    <PanelFrame title={texts.policy}>
      <div className={styles.stack}>
        {mayConfigure ? (
          <div>
            <SegmentedControl<Policy>
              aria-label={texts.policy}
              disabled={save.isRunning}
              data={driftPolicies.map((one) => ({ value: one, label: texts.policies[one] }))}
              value={drift.policy}
              onChange={(next) => void choose(next)}
            />
          </div>
        ) : (
          <p>{texts.policies[drift.policy]}</p>
        )}
        <p className={styles.note}>{texts.policyHelp[drift.policy]}</p>
        {mayConfigure ? null : <p className={styles.note}>{texts.readOnly}</p>}
      </div>
    </PanelFrame>
  );
}

type FindingProps = {
  readonly connector: Connector;
  readonly drift: ReturnType<typeof useEndpoint<typeof connectorDrift>>;
  readonly mayConfigure: boolean;
};

function Findings({ connector, drift, mayConfigure }: FindingProps) {
  const clock = useClock();
  const note = useAction(acknowledgeDrift, changed);
  const acknowledge = async (accept: boolean) => {
    const outcome = await note.run({ params: { id: connector.id }, body: { accept } }, { offline: 'fail' });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
    if (outcome.state !== 'done') return;
    const { acknowledged, resumed } = outcome.data;
    notify({ tone: 'success', message: texts.acknowledged(acknowledged, resumed) });
  };
  return (
    <Panel
      title={texts.title}
      description={texts.description}
      source={drift}
      flush
      isEmpty={({ findings, pausedByDrift }) => findings.length === 0 && !pausedByDrift}
      empty={<EmptyState title={texts.empty}>{texts.emptyBody}</EmptyState>}
    >
      {({ findings, open, pausedByDrift }) => (
        <>
          {open === 0 && !pausedByDrift ? null : (
            <div className={table.rule}>
              {pausedByDrift ? <p className={styles.reason}>{texts.pausedBy}</p> : null}
              <div className={styles.row}>
                <span role="status">{texts.openCount(open)}</span>
                {mayConfigure ? (
                  <>
                    <Button size="compact-sm" loading={note.isRunning} onClick={() => void acknowledge(true)}>
                      {texts.acknowledge}
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="default"
                      disabled={note.isRunning}
                      onClick={() => void acknowledge(false)}
                    >
                      {texts.ignore}
                    </Button>
                  </>
                ) : null}
              </div>
            </div>
          )}
          <DataTable
            id={`${connector.id}-desvios`}
            label={texts.title}
            columns={columns}
            rows={findings}
            rowId={(one) => String(one.id)}
            initialSort="-last"
            csvNotes={() => exportNote(connector, clock())}
          />
        </>
      )}
    </Panel>
  );
}

import { allows } from '@kianda/contract';
import {
  checkModelDrift,
  type DriftCheck,
  type DriftColumn,
  getModelDrift,
  type ModelDrift,
} from '@kianda/contract/models/registry/drift.contract';
import type { Model } from '@kianda/contract/models/registry/models.contract';
import { formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, FactList, Instant, Panel, StatusPill, type StatusTone } from '@kianda/ui';
import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { driftTexts as texts } from '../texts.pt.ts';
import { DriftHistory, DriftPlot } from './drift-plots.tsx';
import styles from './registry.module.css';

const drifted = [getModelDrift] as const;
const usualSeconds = 60;
/** While a check goes on, its end is asked for this often. */
const checkingSeconds = 3;

type Props = { readonly model: Pick<Model, 'type' | 'name'> };

/** Drift of the version in use: each variable and the predictions against the training, with the way to check now. */
export function DriftPanel({ model }: Props) {
  const [isChecking, setChecking] = useState(false);
  const result = useEndpoint(
    getModelDrift,
    { params: { type: model.type } },
    { refetchSeconds: isChecking ? checkingSeconds : usualSeconds },
  );
  const isUnderWay = result.sourced?.value.isUnderWay ?? false;
  if (isUnderWay !== isChecking) setChecking(isUnderWay);
  return (
    <Panel
      id="deriva"
      title={texts.title}
      description={texts.text}
      source={result}
      actions={<CheckButton model={model} isUnderWay={isUnderWay} />}
    >
      {(found) =>
        found.check === null ? (
          <p className={styles.quiet}>{found.absence}</p>
        ) : (
          <Checked check={found.check} history={found.history} model={model.name} />
        )
      }
    </Panel>
  );
}

function CheckButton({ model, isUnderWay }: Props & { readonly isUnderWay: boolean }) {
  const { role } = useAccount();
  const { run, isRunning } = useAction(checkModelDrift, drifted);
  if (!allows(checkModelDrift.access, role)) return null;
  const check = async () => {
    const outcome = await run({ params: { type: model.type } }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'info', message: texts.asked });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
  };
  return (
    <Button size="xs" variant="default" disabled={isRunning || isUnderWay} onClick={() => void check()}>
      {isUnderWay ? texts.checking : texts.check}
    </Button>
  );
}

type CheckedProps = {
  readonly check: DriftCheck;
  readonly history: ModelDrift['history'];
  readonly model: string;
};

function Checked({ check, history, model }: CheckedProps) {
  const [side, setSide] = useState<Side>('stored');
  const { asked } = check;
  const shown = side === 'asked' && asked !== null ? asked : check;
  const version = formatNumber(check.version);
  const source = side === 'asked' ? texts.askedSource(model, version) : texts.source(model, version);
  const compared = [...shown.features, shown.prediction];
  return (
    <div className={styles.stack}>
      <Summary name={texts.sides.stored} found={check} />
      {asked === null ? (
        <p className={styles.quiet}>{texts.notAsked}</p>
      ) : (
        <Summary name={texts.sides.asked} found={asked} />
      )}
      {check.isOfNewRows ? null : <p className={styles.quiet}>{texts.allRows}</p>}
      <FactList
        items={[
          [texts.checked, <Instant key="verificada" at={check.at} />],
          [texts.version, version],
          [texts.rows, formatNumber(check.rows, { maxDecimals: 0 })],
          [
            texts.questions,
            asked === null ? (
              <abbr key="perguntas" title={texts.notAsked}>
                {UNKNOWN}
              </abbr>
            ) : (
              formatNumber(asked.rows, { maxDecimals: 0 })
            ),
          ],
        ]}
      />
      {asked === null ? null : (
        <SegmentedControl<Side>
          size="xs"
          aria-label={texts.side}
          value={side}
          data={sides.map((value) => ({ value, label: texts.sides[value] }))}
          onChange={setSide}
        />
      )}
      <DataTable id="deriva" label={texts.title} columns={columns} rows={compared} rowId={({ name }) => name} />
      <DriftPlot key={side} columns={compared} source={source} />
      <DriftHistory history={history} source={source} />
    </div>
  );
}

const sides = ['stored', 'asked'] as const;
type Side = (typeof sides)[number];
type Found = Pick<DriftCheck, 'share' | 'hasDrifted' | 'reason'>;

/** Whether what is stored, or what is asked, has drifted, and how much of it. */
function Summary({ name, found: { share, hasDrifted, reason } }: { readonly name: string; readonly found: Found }) {
  return (
    <div className={styles.marks}>
      <strong>{name}</strong>
      <Verdict hasDrifted={share === null ? null : hasDrifted} />
      {share === null ? null : <span>{texts.share(formatQuantity(100 * share, '%', { maxDecimals: 0 }))}</span>}
      {reason === null ? null : <span className={styles.quiet}>{reason}</span>}
    </div>
  );
}

const tones = { true: 'bad', false: 'good' } as const satisfies Record<string, StatusTone>;

/** Whether something has drifted, in words; null: it could not be compared. */
function Verdict({ hasDrifted }: { readonly hasDrifted: boolean | null }) {
  if (hasDrifted === null) return <StatusPill tone="unknown">{texts.unknown}</StatusPill>;
  return <StatusPill tone={tones[`${hasDrifted}`]}>{hasDrifted ? texts.drifted : texts.still}</StatusPill>;
}

const figure = (id: keyof typeof texts.columns, read: (drift: NonNullable<DriftColumn['drift']>) => number | null) =>
  ({
    ...{ id, label: texts.columns[id], align: 'end' },
    value: ({ drift }) => (drift === null ? null : read(drift)),
    render: ({ drift, reason }) => {
      const value = drift === null ? null : read(drift);
      const why = reason ?? texts.byDistance;
      return value === null ? <abbr title={why}>{UNKNOWN}</abbr> : formatNumber(value, { maxDecimals: 4 });
    },
  }) as const satisfies Column<DriftColumn>;

const columns: readonly Column<DriftColumn>[] = [
  {
    id: 'name',
    label: texts.columns.name,
    value: ({ label }) => label,
    render: ({ label, unit }) => (unit === null ? label : `${label} (${unit})`),
  },
  {
    id: 'verdict',
    label: texts.columns.verdict,
    value: ({ drift }) => (drift === null ? null : drift.hasDrifted ? texts.drifted : texts.still),
    render: ({ drift, reason }) => (
      <span className={styles.marks}>
        <Verdict hasDrifted={drift?.hasDrifted ?? null} />
        {reason === null ? null : <span className={styles.quiet}>{reason}</span>}
      </span>
    ),
  },
  {
    id: 'test',
    label: texts.columns.test,
    value: ({ drift }) => (drift === null ? null : texts.tests[drift.test]),
    render: ({ drift, reason }) =>
      drift === null ? <abbr title={reason ?? ''}>{UNKNOWN}</abbr> : texts.tests[drift.test],
  },
  figure('statistic', ({ statistic }) => statistic),
  figure('chance', ({ chance }) => chance),
  figure('threshold', ({ threshold }) => threshold),
  figure('stability', ({ stability }) => stability),
  figure('stabilityBound', ({ stabilityBound }) => stabilityBound),
  {
    id: 'rows',
    label: texts.columns.rows,
    value: ({ rows }) => rows,
    render: ({ rows }) => formatNumber(rows, { maxDecimals: 0 }),
    align: 'end',
  },
  {
    id: 'missing',
    label: texts.columns.missing,
    value: ({ missing }) => missing,
    render: ({ missing }) => formatNumber(missing, { maxDecimals: 0 }),
    align: 'end',
  },
];

import { allows } from '@kianda/contract';
import {
  cancelVersionProof,
  getVersionEvidence,
  type ModelEvidence,
  type ModelProof,
  nullModelCounts,
  proveVersion,
} from '@kianda/contract/models/registry/evidence.contract';
import { type Model, metricNames } from '@kianda/contract/models/registry/models.contract';
import { formatNumber, UNKNOWN } from '@kianda/format';
import { FactList, Instant, Panel, StatusPill } from '@kianda/ui';
import { barsOption } from '@kianda/viz/charts/figure/options.ts';
import { Alert, Button, Group, NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { RunProgress } from '../../../shared/connectors/run-progress.tsx';
import { FigureChart } from '../../../shared/figure-chart.tsx';
import { proofTexts as texts } from '../texts.pt.ts';
import styles from './registry.module.css';

const usualSeconds = 60;
/** While a proof goes on, its end is asked for this often. */
const provingSeconds = 3;
/** Chance of as much without any relation, from which on a model is like chance. */
const likeChance = 0.05;
const unknown = (reason: string) => <abbr title={reason}>{UNKNOWN}</abbr>;
const fine = (value: number) => formatNumber(value, { maxDecimals: 3 });

type Props = { readonly model: Pick<Model, 'type' | 'name'>; readonly version: number };

/** Jackknife of the variables of a version, and its measure beside null models, with the way to measure them. */
export function ProofPanel({ model, version }: Props) {
  const [isProving, setProving] = useState(false);
  const result = useEndpoint(
    getVersionEvidence,
    { params: { type: model.type, version } },
    { refetchSeconds: isProving ? provingSeconds : usualSeconds },
  );
  const proof = result.sourced?.value;
  const isUnderWay = proof?.run?.state === 'queued' || proof?.run?.state === 'running';
  if (isUnderWay !== isProving) setProving(isUnderWay);
  return (
    <Panel id="prova" title={texts.title} description={texts.text} source={result}>
      {(found) => (
        <div className={styles.stack}>
          {found.obstacle === null ? (
            <Measuring type={model.type} version={version} proof={found} isUnderWay={isUnderWay} />
          ) : (
            <p className={styles.quiet}>{found.obstacle}</p>
          )}
          {found.evidence === null ? null : (
            <Evidence evidence={found.evidence} source={texts.source(model.name, formatNumber(version))} />
          )}
        </div>
      )}
    </Panel>
  );
}

type MeasuringProps = {
  readonly type: Model['type'];
  readonly version: number;
  readonly proof: ModelProof;
  readonly isUnderWay: boolean;
};

/** The proof that goes on, why the last one made nothing, and the button that asks for one. */
function Measuring({ type, version, proof: { run: last, evidence }, isUnderWay }: MeasuringProps) {
  const { role } = useAccount();
  const [models, setModels] = useState<(typeof nullModelCounts)[number]>(nullModelCounts[0]);
  const { run, isRunning } = useAction(proveVersion, [getVersionEvidence]);
  const stop = useAction(cancelVersionProof, [getVersionEvidence]);
  const cancel = async () => {
    const outcome = await stop.run({ params: { type, version } }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'info', message: texts.cancelled });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
  };
  const prove = async () => {
    const outcome = await run({ params: { type, version }, body: { nullModels: models } }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'info', message: texts.asked });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
  };
  return (
    <>
      {evidence === null && !isUnderWay ? <p className={styles.quiet}>{texts.none}</p> : null}
      {last?.error == null ? null : <Alert color="yellow">{last.error}</Alert>}
      {last?.state === 'queued' || last?.state === 'running' ? (
        <RunProgress run={{ ...last, state: last.state }} name={texts.name(formatNumber(version))} />
      ) : null}
      {allows(proveVersion.access, role) ? (
        <Group gap="xs" align="flex-end">
          <NativeSelect
            size="xs"
            label={texts.models}
            value={String(models)}
            data={nullModelCounts.map(String)}
            onChange={({ currentTarget: { value } }) =>
              setModels(nullModelCounts.find((one) => String(one) === value) ?? nullModelCounts[0])
            }
          />
          <Button size="xs" variant="default" disabled={isUnderWay} loading={isRunning} onClick={() => void prove()}>
            {isUnderWay ? texts.proving : evidence === null ? texts.prove : texts.again}
          </Button>
          {isUnderWay ? (
            <Button size="xs" variant="default" loading={stop.isRunning} onClick={() => void cancel()}>
              {texts.cancel}
            </Button>
          ) : null}
        </Group>
      ) : null}
    </>
  );
}

type EvidenceProps = { readonly evidence: ModelEvidence; readonly source: string };

function Evidence({ evidence, source }: EvidenceProps) {
  const { nullModels, rows, allRows, trees } = evidence;
  const effect = nullModels.effect === null ? null : formatNumber(nullModels.effect, { maxDecimals: 1 });
  const isMore = nullModels.p <= likeChance;
  const { facts } = texts;
  return (
    <>
      <JackknifeChart evidence={evidence} source={source} />
      <NullChart evidence={evidence} source={source} />
      <div className={styles.marks}>
        <StatusPill tone={isMore ? 'good' : 'bad'}>{texts.told[`${isMore}`]}</StatusPill>
        <span>{texts.beats({ models: formatNumber(nullModels.models), p: fine(nullModels.p), effect })}</span>
      </div>
      <FactList
        items={[
          [facts.made, <Instant key="medido" at={evidence.madeAt} />],
          [facts.by, evidence.requestedBy],
          [facts.rows, facts.of(formatNumber(rows), formatNumber(allRows))],
          [facts.trees, trees === null ? unknown(texts.noTrees) : formatNumber(trees)],
          [facts.data, texts.data[`${evidence.isSameData}`]],
        ]}
      />
    </>
  );
}

/** The measure with all variables, with each alone, and without each. */
function JackknifeChart({ evidence: { jackknife, metric }, source }: EvidenceProps) {
  const name = metricNames[metric];
  const chart = useMemo(() => {
    const bars = [
      { label: texts.all, value: jackknife.all },
      ...jackknife.variables.flatMap(({ label, alone, without }) => [
        ...(alone === null ? [] : [{ label: texts.alone(label), value: alone }]),
        ...(without === null ? [] : [{ label: texts.without(label), value: without }]),
      ]),
    ];
    return chartOf(bars, texts.axis(name));
  }, [jackknife, name]);
  return <FigureChart title={texts.jackknife(name)} source={source} {...chart} />;
}

/** The measure of the method beside the mean of those that learned from shuffled answers. */
function NullChart({ evidence: { jackknife, nullModels, metric }, source }: EvidenceProps) {
  const name = metricNames[metric];
  const chart = useMemo(() => {
    const bars = [
      { label: texts.observed, value: jackknife.all },
      { label: texts.mean, value: nullModels.mean },
    ];
    return chartOf(bars, texts.axis(name));
  }, [jackknife, nullModels, name]);
  return <FigureChart title={texts.nulls} source={source} {...chart} />;
}

type Bar = { readonly label: string; readonly value: number };

const chartOf = (bars: readonly Bar[], axis: string) => ({
  marks: bars.map(({ label, value }) => ({ label, value: fine(value) })),
  columns: [texts.variable, axis],
  rows: bars.map(({ label, value }) => [label, value]),
  option: barsOption(bars, axis),
  height: 80 + 28 * bars.length,
});

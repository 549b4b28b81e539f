import type { DataOf } from '@kianda/contract';
import {
  getModelVersion,
  listModels,
  type ModelFeature,
  type ModelType,
  type ModelVersion,
  modelStats,
  predictionNames,
} from '@kianda/contract/models/registry/models.contract';
import { predictModel } from '@kianda/contract/models/registry/predictions.contract';
import { formatNumber } from '@kianda/format';
import { DayInput, EmptyState, Panel, PanelFrame } from '@kianda/ui';
import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { emptyDraft, itemOf, type PredictionDraft } from '../prediction-item.ts';
import { predictTexts as texts } from '../texts.pt.ts';
import { rangeOf } from '../version-values.ts';
import { PredictionResult } from './prediction-result.tsx';
import styles from './registry.module.css';

/** Answers that count predictions. */
const counted = [listModels, modelStats] as const;

type Props = {
  readonly type: ModelType;
  /** The version in use; undefined where none is. */
  readonly version: ModelVersion['version'] | undefined;
};

/** Asks the version in use about a place and a day, or about values, and shows what it answers and why. */
export default function PredictionConsole({ type, version }: Props) {
  if (version === undefined) {
    return (
      <PanelFrame id="previsao" title={texts.title}>
        <EmptyState title={texts.none}>{texts.noneText}</EmptyState>
      </PanelFrame>
    );
  }
  return <VersionConsole type={type} version={version} />;
}

function VersionConsole({ type, version }: Required<Props> & { readonly version: number }) {
  const detail = useEndpoint(getModelVersion, { params: { type, version } }, { refetchSeconds: 0 });
  const { run, isRunning } = useAction(predictModel, counted);
  const [draft, setDraft] = useState<PredictionDraft>(emptyDraft);
  const [problem, setProblem] = useState<string | null>(null);
  const [answer, setAnswer] = useState<DataOf<typeof predictModel> | null>(null);
  const ask = async () => {
    const item = itemOf(draft);
    if ('problem' in item) {
      setProblem(item.problem);
      return;
    }
    setProblem(null);
    const outcome = await run(
      { params: { name: predictionNames[type] }, body: { items: [item] } },
      { offline: 'fail' },
    );
    if (outcome.state === 'done') setAnswer(outcome.data);
    else setProblem(outcome.state === 'failed' ? outcome.failure.message : texts.offline);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRunning) void ask();
  };
  return (
    <Panel id="previsao" title={texts.title} description={texts.text(formatNumber(version))} source={detail}>
      {({ features }) => (
        <div className={styles.stack}>
          <form className={styles.stack} onSubmit={submit}>
            <PlaceFields draft={draft} onChange={setDraft} />
            <InputFields features={features} draft={draft} onChange={setDraft} />
            {problem === null ? null : (
              <p role="alert" style={{ color: 'var(--k-error)' }}>
                {problem}
              </p>
            )}
            <div>
              <Button type="submit" loading={isRunning}>
                {texts.ask}
              </Button>
            </div>
          </form>
          {answer === null ? null : <PredictionResult answer={answer} />}
        </div>
      )}
    </Panel>
  );
}

type FieldProps = { readonly draft: PredictionDraft; readonly onChange: (draft: PredictionDraft) => void };

/** A number as a field gives it; '' where nothing was written. */
const numberOf = (value: number | string): number | '' => (value === '' ? '' : Number(value));

function PlaceFields({ draft, onChange }: FieldProps) {
  return (
    <fieldset className={styles.fields}>
      <legend>{texts.place}</legend>
      <NumberInput
        label={texts.longitude}
        value={draft.longitude}
        min={-180}
        max={180}
        decimalSeparator=","
        onChange={(value) => onChange({ ...draft, longitude: numberOf(value) })}
      />
      <NumberInput
        label={texts.latitude}
        value={draft.latitude}
        min={-90}
        max={90}
        decimalSeparator=","
        onChange={(value) => onChange({ ...draft, latitude: numberOf(value) })}
      />
      <DayInput label={texts.date} value={draft.date} onChange={(date) => onChange({ ...draft, date })} />
    </fieldset>
  );
}

function InputFields({ features, draft, onChange }: FieldProps & { readonly features: readonly ModelFeature[] }) {
  const change = (name: string, value: number | string) =>
    onChange({ ...draft, inputs: { ...draft.inputs, [name]: value } });
  return (
    <fieldset className={styles.fields}>
      <legend>{texts.inputs}</legend>
      {features.map((feature) => {
        const { name, label, unit, categories } = feature;
        const shown = unit === null ? label : `${label} (${unit})`;
        const value = draft.inputs[name] ?? '';
        if (categories !== null) {
          return (
            <NativeSelect
              key={name}
              label={shown}
              data={[{ value: '', label: texts.anyCategory }, ...categories]}
              value={value}
              onChange={({ currentTarget }) => change(name, currentTarget.value)}
            />
          );
        }
        const range = rangeOf(feature);
        return (
          <NumberInput
            key={name}
            label={shown}
            description={range === null ? undefined : texts.range(range)}
            value={value}
            decimalSeparator=","
            onChange={(next) => change(name, numberOf(next))}
          />
        );
      })}
      <p className={styles.quiet}>{texts.inputsText}</p>
    </fieldset>
  );
}

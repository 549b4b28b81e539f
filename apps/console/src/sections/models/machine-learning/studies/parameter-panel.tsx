import { changeStudy } from '@kianda/contract/models/studies/studies.contract';
import { featureSets, type StudyParameters } from '@kianda/contract/models/studies/study-parameters';
import { PanelFrame } from '@kianda/ui';
import { Button, MultiSelect, NativeSelect, NumberInput, TagsInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import styles from '../components/registry.module.css';
import { studyPageTexts } from './texts.pt.ts';
import { type StepProps, studyAnswers } from './use-study.ts';

const texts = studyPageTexts.parameters;
type Draft = StudyParameters;
type FieldProps = { readonly draft: Draft; readonly onChange: (draft: Draft) => void };

/** The parameters of the steps; what is saved is one state that can be undone. */
export function ParameterPanel({ study, mayChange }: StepProps) {
  const [draft, setDraft] = useState<Draft>(study.parameters);
  const { run, isRunning, failure } = useAction(changeStudy, studyAnswers);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(
      { params: { id: study.id }, body: { ...draft, variables: study.parameters.variables } },
      { offline: 'fail' },
    );
  };
  return (
    <PanelFrame id="parametros" title={texts.title} description={texts.text}>
      <form className={styles.stack} onSubmit={submit}>
        <CleaningFields draft={draft} onChange={setDraft} />
        <AreaFields draft={draft} onChange={setDraft} />
        <TuningFields draft={draft} onChange={setDraft} />
        {failure === null ? null : <p role="alert">{failure.message}</p>}
        {mayChange ? (
          <div>
            <Button type="submit" loading={isRunning}>
              {texts.save}
            </Button>
          </div>
        ) : null}
      </form>
    </PanelFrame>
  );
}

type NumberProps = {
  readonly label: string;
  readonly value: number;
  readonly range: readonly [min: number, max: number];
  readonly onValue: (value: number) => void;
};

function NumberField({ label, value, range: [min, max], onValue }: NumberProps) {
  return (
    <NumberInput
      label={label}
      value={value}
      min={min}
      max={max}
      decimalSeparator=","
      onChange={(next) => {
        if (next !== '') onValue(Number(next));
      }}
    />
  );
}

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

function CleaningFields({ draft, onChange }: FieldProps) {
  const { cleaning } = draft;
  const change = (part: Partial<Draft['cleaning']>) => onChange({ ...draft, cleaning: { ...cleaning, ...part } });
  return (
    <div className={styles.fields}>
      <NumberField
        label={texts.decimals}
        value={cleaning.leastDecimals}
        range={[0, 4]}
        onValue={(leastDecimals) => change({ leastDecimals })}
      />
      <NumberField
        label={texts.centroid}
        value={cleaning.centroidKilometres}
        range={[0, 50]}
        onValue={(centroidKilometres) => change({ centroidKilometres })}
      />
      <NumberField
        label={texts.outliers}
        value={cleaning.outlierRanges}
        range={[0, 10]}
        onValue={(outlierRanges) => change({ outlierRanges })}
      />
      <NativeSelect
        label={texts.thinning}
        value={cleaning.thinning}
        data={optionsOf(texts.thinnings)}
        onChange={({ currentTarget }) => change({ thinning: currentTarget.value as Draft['cleaning']['thinning'] })}
      />
      <NumberField
        label={texts.cell}
        value={cleaning.thinningCellDegrees}
        range={[0.01, 2]}
        onValue={(thinningCellDegrees) => change({ thinningCellDegrees })}
      />
      <NumberField
        label={texts.distance}
        value={cleaning.thinningKilometres}
        range={[0.5, 200]}
        onValue={(thinningKilometres) => change({ thinningKilometres })}
      />
    </div>
  );
}

function AreaFields({ draft, onChange }: FieldProps) {
  const { background, partition } = draft;
  const changeArea = (part: Partial<Draft['background']>) =>
    onChange({ ...draft, background: { ...background, ...part } });
  const changePartition = (part: Partial<Draft['partition']>) =>
    onChange({ ...draft, partition: { ...partition, ...part } });
  return (
    <div className={styles.fields}>
      <NativeSelect
        label={texts.background}
        value={background.kind}
        data={optionsOf(texts.backgrounds)}
        onChange={({ currentTarget }) => changeArea({ kind: currentTarget.value as Draft['background']['kind'] })}
      />
      <NumberField
        label={texts.points}
        value={background.points}
        range={[100, 10_000]}
        onValue={(points) => changeArea({ points })}
      />
      <NumberField
        label={texts.buffer}
        value={background.bufferKilometres}
        range={[10, 1_000]}
        onValue={(bufferKilometres) => changeArea({ bufferKilometres })}
      />
      <NativeSelect
        label={texts.partition}
        value={partition.kind}
        data={optionsOf(texts.partitions)}
        onChange={({ currentTarget }) => changePartition({ kind: currentTarget.value as Draft['partition']['kind'] })}
      />
      <NumberField
        label={texts.folds}
        value={partition.folds}
        range={[2, 10]}
        onValue={(folds) => changePartition({ folds })}
      />
      <NumberField
        label={texts.block}
        value={partition.blockKilometres}
        range={[10, 1_000]}
        onValue={(blockKilometres) => changePartition({ blockKilometres })}
      />
      <NumberField
        label={texts.board}
        value={partition.cellDegrees}
        range={[0.05, 5]}
        onValue={(cellDegrees) => changePartition({ cellDegrees })}
      />
    </div>
  );
}

function TuningFields({ draft, onChange }: FieldProps) {
  const { tuning } = draft;
  const betas = (texted: readonly string[]) =>
    texted.map((beta) => Number(beta.replace(',', '.'))).filter((beta) => beta >= 0.1 && beta <= 20);
  return (
    <div className={styles.fields}>
      <MultiSelect
        label={texts.features}
        data={[...featureSets]}
        value={[...tuning.features]}
        onChange={(features) =>
          onChange({ ...draft, tuning: { ...tuning, features: features as Draft['tuning']['features'] } })
        }
      />
      <TagsInput
        label={texts.betas}
        value={tuning.betas.map(String)}
        onChange={(texted) => onChange({ ...draft, tuning: { ...tuning, betas: betas(texted) } })}
      />
      <NumberField
        label={texts.seed}
        value={draft.seed}
        range={[0, 2_147_483_647]}
        onValue={(seed) => onChange({ ...draft, seed })}
      />
    </div>
  );
}

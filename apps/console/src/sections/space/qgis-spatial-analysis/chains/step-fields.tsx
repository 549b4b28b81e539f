import { type AnalysisType, analysisTypeNames, analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import { fittingLayers, stepRoles } from '@kianda/contract/space/spatial/chain-steps';
import { formatNumber } from '@kianda/format';
import { named } from '@kianda/ui';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import shared from '../../../shared/spatial/analysis.module.css';
import { draftOf, InputField } from '../../../shared/spatial/input-field.tsx';
import { parameterFields, parameterProblems } from '../../../shared/spatial/parameter-fields.ts';
import { ParameterInputs } from '../../../shared/spatial/parameter-inputs.tsx';
import { newStep, type StepDraft, type StepInputDraft, stepOf } from './chain-draft.ts';
import { chainFormTexts as texts } from './texts.pt.ts';

type Sources = Parameters<typeof InputField>[0]['sources'];
type Role = ReturnType<typeof stepRoles>[string];

type Props = {
  readonly step: StepDraft;
  readonly place: number;
  /** Steps that it may take from. */
  readonly earlier: readonly StepDraft[];
  readonly sources: Sources;
  readonly onChange: (step: StepDraft) => void;
  readonly onTake: () => void;
};

/** One step of a chain: what it is called and does, where its inputs come from, and its parameters. */
export function StepFields({ step, place, earlier, sources, onChange, onTake }: Props) {
  const { name, type, parameters, inputs } = step;
  const fields = useMemo(() => parameterFields(type), [type]);
  const problems = useMemo(() => parameterProblems(type, parameters), [type, parameters]);
  const roles = useMemo(() => stepRoles({ type, parameters: { ...parameters } }), [type, parameters]);
  const title = texts.step(formatNumber(place), name.trim() === '' ? analysisTypes[type] : name);
  return (
    <fieldset className={shared.part}>
      <legend>{title}</legend>
      <div className={shared.fields}>
        <TextInput
          label={texts.stepName}
          maxLength={80}
          value={name}
          onChange={({ currentTarget }) => onChange({ ...step, name: currentTarget.value })}
        />
        <NativeSelect
          label={texts.type}
          value={type}
          data={analysisTypeNames.map((value) => ({ value, label: analysisTypes[value] }))}
          onChange={({ currentTarget: { value } }) => onChange(retyped(step, value))}
        />
      </div>
      {Object.entries(roles).map(([id, role]) => (
        <StepInput
          key={`${type} ${id}`}
          role={role}
          input={inputs[id] ?? { link: null, own: draftOf(role.isOptional ? null : role.usual) }}
          earlier={earlier}
          sources={sources}
          onChange={(input) => onChange({ ...step, inputs: { ...inputs, [id]: input } })}
        />
      ))}
      <details open={Object.keys(problems).length > 0}>
        <summary>{texts.parameters}</summary>
        <ParameterInputs
          fields={fields}
          values={parameters}
          problems={problems}
          onChange={(next) => onChange({ ...step, parameters: next })}
        />
      </details>
      <div>
        <Button size="compact-sm" variant="subtle" aria-label={named(texts.take, title)} onClick={onTake}>
          {texts.take}
        </Button>
      </div>
    </fieldset>
  );
}

/** Another kind, with its usual parameters and inputs; a name that a person gave stays. */
function retyped(step: StepDraft, value: string): StepDraft {
  const type: AnalysisType = analysisTypeNames.find((one) => one === value) ?? step.type;
  const fresh = newStep(type, step.id);
  return step.name === analysisTypes[step.type] ? fresh : { ...fresh, name: step.name };
}

type InputProps = {
  readonly role: Role;
  readonly input: StepInputDraft;
  readonly earlier: readonly StepDraft[];
  readonly sources: Sources;
  readonly onChange: (input: StepInputDraft) => void;
};

/** Where an input comes from: a layer of an earlier step that fits, or data. */
function StepInput({ role, input: { link, own }, earlier, sources, onChange }: InputProps) {
  const offered = earlier.flatMap((draft) =>
    fittingLayers(stepOf(draft), role).map(([layer, { title }]) => ({
      ...{ step: draft.id, layer, value: `${draft.id}/${layer}` },
      label: texts.fromStep(stepOf(draft).name, title),
    })),
  );
  // An input of an imported chain may name a step without its layer: the first layer that fits is shown.
  const chosen = offered.find(({ step, layer }) => step === link?.step && layer === (link.layer ?? layer));
  return (
    <div className={shared.stack}>
      {offered.length === 0 ? null : (
        <NativeSelect
          label={texts.from(role.label)}
          value={chosen?.value ?? ''}
          data={[{ value: '', label: texts.data }, ...offered.map(({ value, label }) => ({ value, label }))]}
          onChange={({ currentTarget: { value } }) => {
            const next = offered.find((one) => one.value === value);
            const reference = next === undefined ? null : { kind: 'step' as const, step: next.step, layer: next.layer };
            onChange({ link: reference, own });
          }}
        />
      )}
      {chosen === undefined ? (
        <InputField
          role={role}
          draft={own}
          sources={sources}
          onChange={(next) => onChange({ link: null, own: next })}
        />
      ) : null}
    </div>
  );
}

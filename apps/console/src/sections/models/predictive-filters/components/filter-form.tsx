import {
  type FilterType,
  filterTypeNames,
  filterTypes,
  type HabitatType,
  habitatTypes,
  type RiskFactor,
  riskFactors,
  type ThresholdKind,
  thresholdKinds,
  usualRule,
} from '@kianda/contract/models/filters/filter-types';
import { createFilter, type PredictiveFilter, updateFilter } from '@kianda/contract/models/filters/filters.contract';
import { DialogForm, type Draft, useDraft } from '@kianda/ui';
import { Checkbox, Group, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { filterAnswers } from '../api/use-filters.ts';
import styles from '../page.module.css';
import { formTexts as texts } from '../texts.pt.ts';
import { boxOf, fieldsOf, type RuleFields, ruleFields, ruleOf, thresholdsOf } from './rule-fields.ts';

type Props = {
  /** The filter whose rule is changed; absent for a new one. */
  readonly filter?: PredictiveFilter;
  readonly onClose: () => void;
  readonly onDone: (id: string) => void;
};

/** Creates a filter, or changes the rule of one. */
export default function FilterForm({ filter, onClose, onDone }: Props) {
  const create = useAction(createFilter, filterAnswers);
  const update = useAction(updateFilter, filterAnswers);
  const draft = useDraft<RuleFields>(fieldsOf(filter), create.failure ?? update.failure, {});
  const { values } = draft;
  const rule = ruleOf(values, filter?.rule ?? usualRule(values.type));
  const submit = async () => {
    if (rule === null) return;
    const written = { name: values.name.trim(), description: values.description.trim(), rule };
    const outcome =
      filter === undefined
        ? await create.run({ body: { ...written, type: values.type } }, { offline: 'fail' })
        : await update.run({ params: { id: filter.id }, body: written }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({
      tone: 'success',
      message: filter === undefined ? texts.created(written.name) : texts.saved(written.name),
    });
    onClose();
    onDone(outcome.data.id);
  };
  return (
    <DialogForm
      title={filter === undefined ? texts.createTitle : texts.editTitle(filter.name)}
      onClose={onClose}
      onSubmit={submit}
      action={[create, update]}
      draft={draft}
      problem={boxOf(values.bbox) === undefined ? texts.bboxWrong : null}
      confirm={filter === undefined ? texts.create : texts.save}
      isReady={values.name.trim().length >= 3 && rule !== null}
    >
      <TextInput label={texts.name} required maxLength={80} {...draft.text('name')} />
      {filter === undefined ? (
        <NativeSelect
          label={texts.type}
          value={values.type}
          data={filterTypeNames.map((value) => ({ value, label: filterTypes[value] }))}
          onChange={(event) => {
            const type = event.currentTarget.value as FilterType;
            draft.set({ type, ...ruleFields(usualRule(type)) });
          }}
        />
      ) : null}
      <Textarea label={texts.description} maxLength={500} autosize {...draft.text('description')} />
      <ThresholdFields draft={draft} />
      <CommonFields draft={draft} />
      <OwnFields draft={draft} />
    </DialogForm>
  );
}

type FieldProps = { readonly draft: Draft<RuleFields> };
type NumberFields = Parameters<Draft<RuleFields>['number']>[0];
type NumberProps = FieldProps & {
  readonly name: NumberFields;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly help?: string;
};

function NumberField({ draft, name, label, min, max, step = 1, help }: NumberProps) {
  return (
    <NumberInput
      label={label}
      description={help}
      decimalSeparator=","
      min={min}
      max={max}
      step={step}
      {...draft.number(name)}
    />
  );
}

function ThresholdFields({ draft }: FieldProps) {
  const { thresholdKind, type } = draft.values;
  return (
    <div className={styles.fields}>
      <NativeSelect
        label={texts.threshold}
        description={texts.thresholdHelp[thresholdKind]}
        value={thresholdKind}
        data={thresholdsOf(type).map((value) => ({ value, label: thresholdKinds[value] }))}
        onChange={(event) => draft.set({ thresholdKind: event.currentTarget.value as ThresholdKind })}
      />
      {thresholdKind === 'value' ? (
        <NumberField
          draft={draft}
          name="thresholdValue"
          label={texts.thresholdValue}
          min={-1e6}
          max={1e6}
          step={0.05}
        />
      ) : null}
      {thresholdKind === 'percentile' ? (
        <NumberField draft={draft} name="thresholdPercent" label={texts.thresholdShare} min={0} max={99.9} />
      ) : null}
    </div>
  );
}

function CommonFields({ draft }: FieldProps) {
  return (
    <div className={styles.fields}>
      <NumberField draft={draft} name="cellDegrees" label={texts.cellDegrees} min={0.05} max={1} step={0.05} />
      <NativeSelect
        label={texts.month}
        value={draft.values.month}
        data={[
          { value: '', label: texts.anyMonth },
          ...texts.months.map((label, month) => ({ value: String(month + 1), label })),
        ]}
        onChange={(event) => draft.set({ month: event.currentTarget.value })}
      />
      <TextInput label={texts.bbox} description={texts.bboxHelp} {...draft.text('bbox')} />
      <NumberField draft={draft} name="minConfidencePercent" label={texts.minConfidence} min={0} max={100} />
      <NumberField draft={draft} name="maxAgeHours" label={texts.maxAgeHours} min={1} max={87_600} />
      <NumberField
        draft={draft}
        name="modelVersion"
        label={texts.modelVersion}
        help={texts.modelVersionHelp}
        min={1}
        max={1_000_000}
      />
    </div>
  );
}

/** Fields that one kind of filter alone uses. */
function OwnFields({ draft }: FieldProps) {
  const { type } = draft.values;
  switch (type) {
    case 'biodiversity_hotspots':
      return <NumberField draft={draft} name="speciesCountMin" label={texts.speciesCountMin} min={0} max={10_000} />;
    case 'species_presence':
    case 'fishing_zones':
      return <TextInput label={texts.species} description={texts.speciesHelp} {...draft.text('species')} />;
    case 'habitat_suitability':
      return (
        <Checkbox.Group
          label={texts.habitatTypes}
          value={draft.values.habitatTypes}
          onChange={(chosen) => draft.set({ habitatTypes: chosen as HabitatType[] })}
        >
          <Choices of={habitatTypes} />
        </Checkbox.Group>
      );
    case 'conservation_priority':
      return <NumberField draft={draft} name="targetPercent" label={texts.targetShare} min={1} max={99} />;
    case 'monitoring_points':
      return (
        <div className={styles.fields}>
          <NumberField draft={draft} name="coverageRadiusKm" label={texts.coverageRadiusKm} min={5} max={500} />
          <NumberField draft={draft} name="qualityPercent" label={texts.dataQualityMin} min={5} max={99} />
        </div>
      );
    case 'environmental_risk':
      return (
        <Checkbox.Group
          label={texts.riskFactors}
          value={draft.values.riskFactors}
          onChange={(chosen) => draft.set({ riskFactors: chosen as RiskFactor[] })}
        >
          <Choices of={riskFactors} />
        </Checkbox.Group>
      );
  }
}

function Choices({ of }: { readonly of: Readonly<Record<string, string>> }) {
  return (
    <Group gap="md">
      {Object.entries(of).map(([value, label]) => (
        <Checkbox key={value} value={value} label={label} />
      ))}
    </Group>
  );
}

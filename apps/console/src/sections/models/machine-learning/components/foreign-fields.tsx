import type { ForeignFile } from '@kianda/contract/models/registry/foreign.contract';
import { formatNumber } from '@kianda/format';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { foreignTexts as texts } from '../foreign.texts.pt.ts';
import type { ForeignDraft } from '../foreign-draft.ts';
import styles from './registry.module.css';

type Props = {
  readonly file: ForeignFile;
  readonly draft: ForeignDraft;
  readonly onChange: (draft: ForeignDraft) => void;
};
const measured = { maxDecimals: 2 } as const;

/** A person's words on a file: whose it is, what its variables are, and what it gives. */
export function ForeignFields({ file, draft, onChange }: Props) {
  const text = (field: 'name' | 'origin' | 'licence') => (value: string) => onChange({ ...draft, [field]: value });
  return (
    <>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        required
        maxLength={80}
        value={draft.name}
        onChange={({ currentTarget }) => text('name')(currentTarget.value)}
      />
      <TextInput
        label={texts.origin}
        description={texts.originHint}
        required
        maxLength={500}
        value={draft.origin}
        onChange={({ currentTarget }) => text('origin')(currentTarget.value)}
      />
      <TextInput
        label={texts.licence}
        maxLength={200}
        value={draft.licence}
        onChange={({ currentTarget }) => text('licence')(currentTarget.value)}
      />
      <fieldset className={styles.fields}>
        <legend>{texts.variables}</legend>
        <p className={styles.quiet}>{texts.variablesText}</p>
        {file.variables.map((variable, place) => (
          <VariableFields key={variable.name} {...{ file, draft, onChange, variable, place }} />
        ))}
      </fieldset>
      <OutputFields file={file} draft={draft} onChange={onChange} />
    </>
  );
}

type VariableProps = Props & { readonly variable: ForeignFile['variables'][number]; readonly place: number };

function VariableFields({ file, draft, onChange, variable, place }: VariableProps) {
  const { name, min, max } = variable;
  const { columns } = file.platform;
  const given = draft.variables[place];
  const column = columns.find((one) => one.name === given?.column);
  const change = (part: { readonly column?: string; readonly unit?: string }) =>
    onChange({ ...draft, variables: draft.variables.map((one, at) => (at === place ? { ...one, ...part } : one)) });
  const label =
    min === null || max === null
      ? texts.column(name)
      : texts.columnIn(name, formatNumber(min, measured), formatNumber(max, measured));
  return (
    <>
      <NativeSelect
        label={label}
        required
        value={given?.column ?? ''}
        data={[{ value: '', label: texts.choose }, ...columns.map((one) => ({ value: one.name, label: one.label }))]}
        onChange={({ currentTarget: { value } }) =>
          change({ column: value, unit: columns.find((one) => one.name === value)?.units[0] ?? '' })
        }
      />
      {column === undefined || column.units.length < 2 ? null : (
        <NativeSelect
          label={texts.unit(name)}
          value={given?.unit ?? ''}
          data={[...column.units]}
          onChange={({ currentTarget: { value } }) => change({ unit: value })}
        />
      )}
      {column === undefined || column.categories === null ? null : (
        <p className={styles.quiet}>{texts.codes(column.label, formatNumber(column.categories.length))}</p>
      )}
    </>
  );
}

function OutputFields({ file, draft, onChange }: Props) {
  const { target } = file.platform;
  if (file.format === 'lambdas') {
    return (
      <NativeSelect
        label={texts.scale}
        value={draft.scale}
        data={Object.entries(texts.scales).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...draft, scale: value === 'logistic' ? 'logistic' : 'cloglog' })
        }
      />
    );
  }
  return (
    <>
      <NativeSelect
        label={texts.output}
        description={target.kind === 'number' ? texts.unitOfOutput(target.unit ?? '') : undefined}
        value={draft.output}
        data={file.outputs.map(({ name, columns }) => ({
          value: name,
          label: texts.outputs(name, columns === null ? null : formatNumber(columns)),
        }))}
        onChange={({ currentTarget: { value } }) => onChange({ ...draft, output: value })}
      />
      {target.kind === 'number' ? (
        <Checkbox
          label={texts.isLogged}
          checked={draft.isLogged}
          onChange={({ currentTarget }) => onChange({ ...draft, isLogged: currentTarget.checked })}
        />
      ) : null}
      {target.kind === 'classes' ? (
        <Textarea
          label={texts.classes}
          description={texts.classesHint}
          required
          autosize
          minRows={3}
          maxRows={8}
          value={draft.classes}
          onChange={({ currentTarget }) => onChange({ ...draft, classes: currentTarget.value })}
        />
      ) : null}
    </>
  );
}

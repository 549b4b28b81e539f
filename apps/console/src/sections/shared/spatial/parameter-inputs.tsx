import { formatQuantity } from '@kianda/format';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import styles from './analysis.module.css';
import { NumberField } from './number-field.tsx';
import { numbersOf, type ParameterField, type Parameters } from './parameter-fields.ts';
import { formTexts as texts, unitTexts } from './texts.pt.ts';

/** An attribute of an input, by its name and its words. */
export type Attribute = { readonly name: string; readonly title: string; readonly kind: 'number' | 'other' };

type Props = {
  readonly fields: readonly ParameterField[];
  readonly values: Parameters;
  readonly problems: Readonly<Record<string, string>>;
  /** Attributes of the inputs, offered where a parameter names one. */
  readonly attributes?: readonly Attribute[];
  readonly onChange: (values: Parameters) => void;
};

/** The parameters of an analysis, each with its words, bounds and usual value. */
export function ParameterInputs({ fields, values, problems, attributes = [], onChange }: Props) {
  return (
    <div className={styles.fields}>
      {fields.map((field) => (
        <ParameterInput
          key={field.name}
          field={field}
          value={values[field.name]}
          problem={problems[field.name]}
          attributes={attributes}
          onChange={(value) => onChange({ ...values, [field.name]: value })}
        />
      ))}
    </div>
  );
}

type InputProps = {
  readonly field: ParameterField;
  readonly value: unknown;
  readonly problem: string | undefined;
  readonly attributes: readonly Attribute[];
  readonly onChange: (value: unknown) => void;
};

const metresPerKm = 1000;
const isInMetres = (label: string) => /em metros/.test(label);

const choiceText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function ParameterInput({ field, value, problem, attributes, onChange }: InputProps) {
  const { label, kind, choices, isOptional } = field;
  const common = { label, error: problem } as const;
  if (kind === 'boolean') {
    return (
      <Checkbox
        {...common}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  }
  if (kind === 'choice') {
    return (
      <NativeSelect
        {...common}
        value={choiceText(value)}
        data={[...choices]}
        onChange={({ currentTarget }) =>
          onChange(typeof field.usual === 'number' ? Number(currentTarget.value) : currentTarget.value)
        }
      />
    );
  }
  if (kind === 'number') {
    const metres = isInMetres(label) && typeof value === 'number' && Math.abs(value) >= metresPerKm ? value : null;
    return (
      <NumberField
        {...common}
        description={
          metres === null ? undefined : unitTexts.metres(formatQuantity(metres / metresPerKm, 'km', { maxDecimals: 3 }))
        }
        value={typeof value === 'number' ? value : null}
        {...(isOptional ? { placeholder: texts.automatic } : {})}
        onValue={(next) => onChange(next === null && !isOptional ? undefined : next)}
      />
    );
  }
  if (kind === 'numbers') return <NumbersInput {...common} value={value} onChange={onChange} />;
  const text = typeof value === 'string' ? value : '';
  const set = (next: string) => onChange(next === '' && isOptional ? null : next);
  return kind === 'attribute' ? (
    <AttributeInput {...common} value={text} attributes={attributes.filter(fitting(field))} onChange={set} />
  ) : (
    <TextInput {...common} value={text} onChange={({ currentTarget }) => set(currentTarget.value)} />
  );
}

/** Zones are named by any attribute; what is computed with is a number. */
const fitting =
  ({ name }: ParameterField) =>
  ({ kind }: Attribute): boolean =>
    kind === 'number' || name === 'zone_attribute';

type AttributeProps = {
  readonly label: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly attributes: readonly Attribute[];
  readonly onChange: (name: string) => void;
};

/** An attribute by its name; those of the inputs are offered, and a file or a drawing may have others. */
function AttributeInput({ attributes, onChange, ...input }: AttributeProps) {
  const id = useId();
  return (
    <>
      <TextInput {...input} list={id} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
      <datalist id={id}>
        {attributes.map(({ name, title }) => (
          <option key={name} value={name} label={title} />
        ))}
      </datalist>
    </>
  );
}

type NumbersProps = Pick<InputProps, 'value' | 'onChange'> & {
  readonly label: string;
  readonly error: string | undefined;
};

/** A list of numbers as a person writes it. */
function NumbersInput({ label, error, value, onChange }: NumbersProps) {
  const [text, setText] = useState(() => (Array.isArray(value) ? value.join(' ').replaceAll('.', ',') : ''));
  const isBad = numbersOf(text) === null;
  return (
    <TextInput
      label={label}
      description={texts.list}
      error={isBad ? texts.badList : error}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(numbersOf(currentTarget.value) ?? currentTarget.value);
      }}
    />
  );
}

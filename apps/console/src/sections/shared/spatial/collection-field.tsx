import type { DataOf } from '@kianda/contract';
import type { spatialSources } from '@kianda/contract/space/spatial/analyses.contract';
import type { InputReference, InputRole } from '@kianda/contract/space/spatial/analysis-inputs';
import { dayMs } from '@kianda/geo';
import { DayInput } from '@kianda/ui';
import { NativeSelect, TextInput } from '@mantine/core';
import styles from './analysis.module.css';
import { formTexts as texts } from './texts.pt.ts';

type Collections = DataOf<typeof spatialSources>['collections'];
type Reference = Extract<InputReference, { kind: 'collection' }>;

type Props = {
  readonly role: InputRole;
  readonly reference: Reference | null;
  readonly collections: Collections;
  readonly onChange: (reference: Reference | null) => void;
};

/** A collection that fits the input, and the part of it that is taken. */
export function CollectionField({ role, reference, collections, onChange }: Props) {
  const fitting = collections.filter(
    ({ geometryType }) => role.geometry === 'any' || geometryType === 'any' || geometryType === role.geometry,
  );
  const chosen = fitting.find(({ id }) => id === reference?.collection);
  return (
    <>
      <NativeSelect
        label={texts.collection}
        value={reference?.collection ?? ''}
        data={[{ value: '', label: texts.choose }, ...fitting.map(({ id, title }) => ({ value: id, label: title }))]}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === '' ? null : { kind: 'collection', collection: value })
        }
      />
      {reference === null || chosen === undefined ? null : (
        <PartFields key={chosen.id} reference={reference} collection={chosen} onChange={onChange} />
      )}
    </>
  );
}

type PartProps = {
  readonly reference: Reference;
  readonly collection: Collections[number];
  readonly onChange: (reference: Reference) => void;
};

/** Filter of a collection by its attributes, and its period in whole UTC days where it has time. */
function PartFields({ reference, collection: { attributes, hasTime }, onChange }: PartProps) {
  const { filter, from, to } = reference;
  const names = attributes.map(({ name, title }) => texts.attribute(name, title)).join(', ');
  return (
    <details open={filter !== undefined || from !== undefined || to !== undefined}>
      <summary>{texts.part}</summary>
      <div className={styles.fields}>
        <TextInput
          label={texts.filter}
          description={names === '' ? undefined : texts.filterHelp(names)}
          placeholder={texts.filterExample(attributes[0]?.name ?? '')}
          maxLength={4000}
          spellCheck={false}
          value={filter ?? ''}
          onChange={({ currentTarget: { value } }) => onChange(withPart(reference, 'filter', value))}
        />
        {hasTime ? (
          <>
            <DayInput
              label={texts.from}
              description={texts.wholeDays}
              value={from?.slice(0, 10) ?? ''}
              onChange={(day) => onChange(withPart(reference, 'from', day === '' ? '' : `${day}T00:00:00.000Z`))}
            />
            <DayInput
              label={texts.to}
              description={texts.wholeDays}
              value={to?.slice(0, 10) ?? ''}
              onChange={(day) => onChange(withPart(reference, 'to', day === '' ? '' : endOf(day)))}
            />
          </>
        ) : null}
      </div>
    </details>
  );
}

/** Last millisecond of a UTC day. */
const endOf = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + dayMs - 1).toISOString();

/** The reference with one part of it set; an empty one is left out. */
function withPart(reference: Reference, part: 'filter' | 'from' | 'to', value: string): Reference {
  const { [part]: _before, ...rest } = reference;
  return value === '' ? rest : { ...rest, [part]: value };
}

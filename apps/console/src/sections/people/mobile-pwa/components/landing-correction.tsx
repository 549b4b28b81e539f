import { fieldReference } from '@kianda/contract/ingestion/field/field.contract';
import { fleetSegments, type Landing } from '@kianda/contract/ingestion/field/field.schemas';
import { DayInput } from '@kianda/ui';
import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import styles from './field-dialog.module.css';
import { fieldTexts as texts } from './field-texts.pt.ts';
import { ShipFields } from './ship-fields.tsx';

type Props = { readonly draft: Landing; readonly onChange: (draft: Landing) => void };
type Line = Landing['lines'][number];
const numberOf = (value: string | number): number | null => (value === '' ? null : Number(value));
const segments = Object.keys(fleetSegments) as Landing['segment'][];

/** Fields of a landing that a reviewer corrects, with the areas that a phone may name. */
export function LandingCorrection({ draft, onChange }: Props) {
  const setLine = (at: number, line: Partial<Line>) =>
    onChange({ ...draft, lines: draft.lines.map((one, index) => (index === at ? { ...one, ...line } : one)) });
  return (
    <>
      <div className={styles.pair}>
        <ShipFields ship={draft} onChange={(ship) => onChange({ ...draft, ...ship })} />
        <NativeSelect
          label={texts.segment}
          value={draft.segment}
          data={segments.map((value) => ({ value, label: fleetSegments[value] }))}
          onChange={({ currentTarget }) =>
            onChange({ ...draft, segment: segments.find((one) => one === currentTarget.value) ?? draft.segment })
          }
        />
        <TextInput
          label={texts.gear}
          value={draft.gear}
          maxLength={60}
          onChange={(event) => onChange({ ...draft, gear: event.currentTarget.value })}
        />
        <AreaField draft={draft} onChange={onChange} />
      </div>
      <DayFields draft={draft} onChange={onChange} />
      {draft.lines.map((line, index) => (
        <div key={line.speciesCode} className={styles.pair}>
          <NumberInput
            label={texts.weight(line.speciesCode)}
            value={line.weightKg}
            min={0}
            decimalSeparator=","
            onChange={(weight) => setLine(index, { weightKg: numberOf(weight) ?? 0 })}
          />
          <NumberInput
            label={texts.price(line.speciesCode)}
            value={line.pricePerKg ?? ''}
            min={0}
            decimalSeparator=","
            onChange={(price) => setLine(index, { pricePerKg: numberOf(price) })}
          />
        </div>
      ))}
    </>
  );
}

/** The same areas as on the phone; the one that the record names stays among them. */
function AreaField({ draft, onChange }: Props) {
  const reference = useEndpoint(fieldReference, {}, { refetchSeconds: 0 });
  const { area: _, ...without } = draft;
  const known = (reference.sourced?.value.areas ?? []).map(({ id, name }) => [id, name] as const);
  const names = new Map([...(draft.area === undefined ? [] : [[draft.area.id, draft.area.name] as const]), ...known]);
  return (
    <NativeSelect
      label={texts.area}
      value={draft.area?.id ?? ''}
      error={reference.error?.message}
      data={[{ value: '', label: texts.noArea }, ...[...names].map(([value, label]) => ({ value, label }))]}
      onChange={({ currentTarget: { value } }) =>
        onChange(value === '' ? without : { ...without, area: { id: value, name: names.get(value) ?? value } })
      }
    />
  );
}

function DayFields({ draft, onChange }: Props) {
  const { landedOn, fished, ...without } = draft;
  const set = (landed: string, from: string, to: string) =>
    onChange({
      ...without,
      ...(landed === '' ? {} : { landedOn: landed }),
      // One day alone is both the first and the last.
      ...(from === '' && to === '' ? {} : { fished: { from: from || to, to: to || from } }),
    });
  const [landed, from, to] = [landedOn ?? '', fished?.from ?? '', fished?.to ?? ''];
  return (
    <div className={styles.pair}>
      <DayInput label={texts.landedOn} value={landed} onChange={(day) => set(day, from, to)} />
      <DayInput label={texts.fishedFrom} value={from} onChange={(day) => set(landed, day, to)} />
      <DayInput label={texts.fishedTo} value={to} onChange={(day) => set(landed, from, day)} />
    </div>
  );
}

import {
  type InfrastructureFields,
  infrastructureFieldsSchema,
  infrastructureKinds,
} from '@kianda/contract/sea/infrastructure/infrastructure.contract';
import { Button, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import styles from './infrastructure.module.css';
import type { Places } from './place-files.ts';
import { kindIds } from './state.ts';
import { infrastructureTexts as texts } from './texts.pt.ts';
import type { Proposals, Proposed } from './use-proposals.ts';

export type Act = 'create' | 'change' | 'retire';
type Written = Record<'kind' | 'name' | 'note' | 'source', string> &
  Record<'lon' | 'lat' | 'population', string | number>;

type Props = {
  readonly act: Act;
  /** The place that is changed or retired. */
  readonly place: Places[number] | undefined;
  /** Where the map was last touched. */
  readonly picked: readonly [lon: number, lat: number] | null;
  readonly proposals: Proposals;
  readonly onClose: () => void;
};

function startOf(place: Props['place']): Written {
  if (place === undefined) return { kind: 'village', name: '', lon: '', lat: '', population: '', note: '', source: '' };
  const { kind, name, population, note, source } = place.properties;
  const [lon, lat] = place.geometry.coordinates;
  return { kind, name, lon, lat, population: population ?? '', note, source };
}

/** A proposal about one place. */
export function PlaceForm({ act, place, picked, proposals, onClose }: Props) {
  const [written, setWritten] = useState(() => startOf(act === 'create' ? undefined : place));
  const [reason, setReason] = useState('');
  const [isWrong, setWrong] = useState(false);
  const set = (part: Partial<Written>) => setWritten((before) => ({ ...before, ...part }));
  useEffect(() => {
    if (picked === null) return;
    const [lon, lat] = picked.map((degrees) => Number(degrees.toFixed(5)));
    setWritten((before) => ({ ...before, lon: lon ?? '', lat: lat ?? '' }));
  }, [picked]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const proposed = proposedOf(act, place, written);
    setWrong(proposed === null || reason.trim().length < 3);
    if (proposed === null || reason.trim().length < 3) return;
    if (await proposals.propose(reason, [proposed])) onClose();
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} aria-label={texts.form[act]}>
      <h3>{texts.form[act]}</h3>
      {act === 'retire' ? (
        <p>{texts.retireNote(place?.properties.name ?? '')}</p>
      ) : (
        <PlaceInputs written={written} set={set} />
      )}
      <TextInput
        label={texts.fields.reason}
        value={reason}
        maxLength={500}
        required
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {isWrong ? (
        <p role="alert" className={styles.fault}>
          {texts.wrong}
        </p>
      ) : null}
      <div className={styles.buttons}>
        <Button type="submit" loading={proposals.isBusy}>
          {texts.send}
        </Button>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}

/** The proposal that a form holds; null while it is not one. */
function proposedOf(act: Act, place: Props['place'], written: Written): Proposed | null {
  const placeId = String(place?.id ?? '');
  const version = place?.properties.version ?? 0;
  if (act === 'retire') return place === undefined ? null : { act, placeId, version };
  const fields = readFields(written);
  if (fields === null) return null;
  if (act === 'create') return { act, fields };
  return place === undefined ? null : { act, placeId, version, fields };
}

function readFields(written: Written): InfrastructureFields | null {
  const number = (value: string | number) => (value === '' ? null : Number(value));
  const { lon, lat, population, ...texts } = written;
  const read = infrastructureFieldsSchema.safeParse({
    ...texts,
    ...{ lon: number(lon), lat: number(lat), population: number(population) },
  });
  return read.success ? read.data : null;
}

type InputProps = { readonly written: Written; readonly set: (part: Partial<Written>) => void };

function PlaceInputs({ written, set }: InputProps) {
  const { fields } = texts;
  return (
    <>
      <NativeSelect
        label={fields.kind}
        value={written.kind}
        onChange={({ currentTarget }) => set({ kind: currentTarget.value })}
        data={kindIds.map((value) => ({ value, label: infrastructureKinds[value] }))}
      />
      <TextInput
        label={fields.name}
        value={written.name}
        maxLength={120}
        required
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <NumberInput
        label={fields.lon}
        value={written.lon}
        decimalSeparator=","
        min={-180}
        max={180}
        hideControls
        required
        onChange={(lon) => set({ lon })}
      />
      <NumberInput
        label={fields.lat}
        value={written.lat}
        decimalSeparator=","
        min={-90}
        max={90}
        hideControls
        required
        onChange={(lat) => set({ lat })}
      />
      <NumberInput
        label={fields.population}
        value={written.population}
        allowDecimal={false}
        min={0}
        max={20_000_000}
        hideControls
        onChange={(population) => set({ population })}
      />
      <TextInput
        label={fields.source}
        value={written.source}
        maxLength={300}
        required
        onChange={({ currentTarget }) => set({ source: currentTarget.value })}
      />
      <Textarea
        label={fields.note}
        value={written.note}
        maxLength={1_000}
        rows={2}
        onChange={({ currentTarget }) => set({ note: currentTarget.value })}
      />
    </>
  );
}

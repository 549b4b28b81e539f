import {
  type FieldPayload,
  fieldPayloadSchema,
  type Landing,
  type Observation,
} from '@kianda/contract/ingestion/field/field.schemas';
import { Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import styles from './field-dialog.module.css';
import { fieldTexts as texts } from './field-texts.pt.ts';

type Props = {
  readonly payload: FieldPayload;
  readonly isBusy: boolean;
  readonly onSave: (corrected: FieldPayload) => void;
};
const numberOf = (value: string | number): number | null => (value === '' ? null : Number(value));

/** Fields that a reviewer corrects; the record as it was sent stays beside it. */
export function FieldCorrection({ payload, isBusy, onSave }: Props) {
  const [draft, setDraft] = useState<FieldPayload>(payload);
  const [isWrong, setWrong] = useState(false);
  const save = () => {
    const read = fieldPayloadSchema.safeParse(draft);
    setWrong(!read.success);
    if (read.success) onSave(read.data);
  };
  return (
    <div className={styles.stack}>
      {draft.kind === 'observation' ? <OfObservation draft={draft} onChange={setDraft} /> : null}
      {draft.kind === 'landing' ? <OfLanding draft={draft} onChange={setDraft} /> : null}
      <Textarea
        label={texts.notes}
        rows={2}
        maxLength={2000}
        value={draft.notes}
        error={isWrong ? texts.wrong : undefined}
        onChange={(event) => setDraft({ ...draft, notes: event.currentTarget.value })}
      />
      <div>
        <Button loading={isBusy} onClick={save}>
          {texts.saveCorrection}
        </Button>
      </div>
    </div>
  );
}

type PartProps<P> = { readonly draft: P; readonly onChange: (draft: P) => void };

function OfObservation({ draft, onChange }: PartProps<Observation>) {
  return (
    <div className={styles.pair}>
      <TextInput
        label={texts.species}
        value={draft.scientificName}
        maxLength={160}
        // Another name is another taxon: the number of the first one is not its.
        onChange={(event) =>
          onChange({ ...draft, scientificName: event.currentTarget.value, commonName: null, aphiaId: null })
        }
      />
      <NumberInput
        label={texts.count}
        value={draft.count}
        min={1}
        decimalSeparator=","
        onChange={(count) => onChange({ ...draft, count: numberOf(count) ?? 0 })}
      />
      <NumberInput
        label={texts.depth}
        value={draft.depthMeters ?? ''}
        min={0}
        decimalSeparator=","
        onChange={(depth) => onChange({ ...draft, depthMeters: numberOf(depth) })}
      />
    </div>
  );
}

function OfLanding({ draft, onChange }: PartProps<Landing>) {
  return (
    <div className={styles.pair}>
      <TextInput
        label={texts.port}
        value={draft.port}
        maxLength={80}
        onChange={(event) => onChange({ ...draft, port: event.currentTarget.value })}
      />
      <TextInput
        label={texts.gear}
        value={draft.gear}
        maxLength={60}
        onChange={(event) => onChange({ ...draft, gear: event.currentTarget.value })}
      />
      {draft.lines.map((line, index) => (
        <NumberInput
          key={line.speciesCode}
          label={texts.weight(line.speciesCode)}
          value={line.weightKg}
          min={0}
          decimalSeparator=","
          onChange={(weight) =>
            onChange({
              ...draft,
              lines: draft.lines.map((one, at) => (at === index ? { ...one, weightKg: numberOf(weight) ?? 0 } : one)),
            })
          }
        />
      ))}
    </div>
  );
}

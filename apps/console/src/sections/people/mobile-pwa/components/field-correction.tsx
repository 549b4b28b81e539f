import {
  type FieldPayload,
  fieldPayloadSchema,
  type Inspection,
  type Observation,
} from '@kianda/contract/ingestion/field/field.schemas';
import { Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import styles from './field-dialog.module.css';
import { fieldTexts as texts } from './field-texts.pt.ts';
import { LandingCorrection } from './landing-correction.tsx';
import { ShipFields } from './ship-fields.tsx';

type Props = {
  readonly payload: FieldPayload;
  readonly isBusy: boolean;
  /** False while the reviewer has not said why: the person who sent it reads it. */
  readonly hasReason: boolean;
  readonly onSave: (corrected: FieldPayload) => void;
};
const numberOf = (value: string | number): number | null => (value === '' ? null : Number(value));

/** Fields that a reviewer corrects; the record as it was sent stays beside it. */
export function FieldCorrection({ payload, isBusy, hasReason, onSave }: Props) {
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
      {draft.kind === 'landing' ? <LandingCorrection draft={draft} onChange={setDraft} /> : null}
      {draft.kind === 'inspection' ? <OfInspection draft={draft} onChange={setDraft} /> : null}
      <Textarea
        label={texts.notes}
        rows={2}
        maxLength={2000}
        value={draft.notes}
        error={isWrong ? texts.wrong : undefined}
        onChange={(event) => setDraft({ ...draft, notes: event.currentTarget.value })}
      />
      <div>
        <Button loading={isBusy} disabled={!hasReason} onClick={save}>
          {texts.saveCorrection}
        </Button>
        {hasReason ? null : <p className={styles.note}>{texts.needsReason}</p>}
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

function OfInspection({ draft, onChange }: PartProps<Inspection>) {
  return (
    <div className={styles.pair}>
      <ShipFields
        ship={draft}
        onChange={(ship) => onChange({ ...draft, ...ship, port: ship.port === '' ? null : ship.port })}
      />
    </div>
  );
}

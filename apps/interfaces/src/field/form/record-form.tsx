import type { FieldFinding, FieldKind, FieldPayload, SentRecord } from '@kianda/contract/ingestion/field/field.schemas';
import { fieldFindings } from '@kianda/contract/ingestion/field/field-rules';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { browserClock } from '../../platform/clock.ts';
import styles from '../field.module.css';
import type { QueuedPhoto } from '../queue/queue.ts';
import { fieldTexts } from '../texts.pt.ts';
import type { Field } from '../use-field.ts';
import { InspectionPart, LandingPart, ObservationPart } from './kind-parts.tsx';
import { knowledgeOf } from './knowledge.ts';
import { NotesField } from './parts.tsx';
import { PhotoPart } from './photo-part.tsx';
import { PlacePart } from './place-part.tsx';
import { emptyForm, type FormValues, payloadOf, valuesOf } from './to-payload.ts';

const { form: texts } = fieldTexts;

type Props = {
  readonly field: Field;
  readonly kind: FieldKind;
  readonly saves: boolean;
  /** A record that was sent, and is changed. */
  readonly changed: { readonly record: SentRecord; readonly photos: readonly QueuedPhoto[] } | null;
  readonly onDone: () => void;
};

type Draft = { readonly values: FormValues; readonly photos: readonly QueuedPhoto[] };

/** The form as it was left, kept with every change; null while it is read. */
function useKeptForm({ field: { phone, reference }, changed }: Props, name: string) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const names = useRef(reference);
  names.current = reference;
  useEffect(() => {
    let isOver = false;
    void phone.draft(name).then((kept) => {
      if (isOver) return;
      const codeName = (code: string) => names.current?.taxa.find((one) => one.code === code)?.commonName ?? code;
      const begun = changed === null ? emptyForm : valuesOf(changed.record.payload, codeName);
      setDraft({
        values: kept === undefined ? begun : { ...emptyForm, ...(kept.values as Partial<FormValues>) },
        photos: kept?.photos ?? changed?.photos ?? [],
      });
    });
    return () => {
      isOver = true;
    };
  }, [phone, name, changed]);
  const keep = (next: Draft) => {
    setDraft(next);
    void phone.saveDraft(name, next);
  };
  const clear = async () => {
    await phone.clearDraft(name);
    setDraft({ values: emptyForm, photos: [] });
  };
  return { draft, keep, clear };
}

/** One form of the field. What is typed is kept at once: a reload, or an update, loses nothing. */
export function RecordForm(props: Props) {
  const { field, kind, saves, changed, onDone } = props;
  const { draft, keep, clear } = useKeptForm(props, changed === null ? kind : changed.record.id);
  const [message, setMessage] = useState<{ readonly tone: 'note' | 'wrong'; readonly text: string } | null>(null);
  const known = useMemo(() => knowledgeOf(field.reference), [field.reference]);
  if (draft === null) return null;

  const { values, photos } = draft;
  const set = (change: Partial<FormValues>) => {
    setMessage(null);
    keep({ values: { ...values, ...change }, photos });
  };
  const read = payloadOf(kind, values);
  const nowMs = browserClock();
  const capturedMs = changed === null ? nowMs : Date.parse(changed.record.capturedAt);
  const findings =
    'payload' in read && field.reference !== null ? fieldFindings(read.payload, { ...known, nowMs, capturedMs }) : [];

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A day that is not one counts as none: it must not be left out without a word.
    if (!event.currentTarget.checkValidity()) return setMessage({ tone: 'wrong', text: texts.wrong(texts.days) });
    if (!('payload' in read)) {
      const wrong = read.wrong.map((name) => texts.fields[name] ?? name).join(', ');
      return setMessage({ tone: 'wrong', text: texts.wrong(wrong) });
    }
    const placed = photosAt(photos, values.keepsPlace ? read.payload.place : null);
    if (changed === null) await field.add(read.payload, placed);
    else await field.change({ ...changed.record, payload: read.payload }, placed);
    await clear();
    setMessage({ tone: 'note', text: texts.saved });
    if (changed !== null) onDone();
  };
  const part = { values, set, reference: field.reference };
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      {changed === null ? null : <ChangeLine onCancel={() => void clear().then(onDone)} />}
      {kind === 'observation' ? <ObservationPart {...part} /> : null}
      {kind === 'landing' ? <LandingPart {...part} /> : null}
      {kind === 'inspection' ? <InspectionPart {...part} /> : null}
      <PlacePart place={values.place} phone={field.phone} onChange={(place) => set({ place })} />
      <PhotoPart
        photos={photos}
        onChange={(next) => keep({ values, photos: next })}
        saves={saves}
        keepsPlace={values.keepsPlace}
        onKeepPlace={(keepsPlace) => set({ keepsPlace })}
      />
      <NotesField label={texts.notes} value={values.notes} onChange={(notes) => set({ notes })} />
      <Findings findings={findings} />
      <button type="submit" className={`${styles.button} ${styles.main}`}>
        {texts.save}
      </button>
      <p role="status" className={message?.tone === 'wrong' ? styles.wrong : styles.note}>
        {message?.text ?? ''}
      </p>
    </form>
  );
}

const photosAt = (photos: readonly QueuedPhoto[], place: FieldPayload['place']): readonly QueuedPhoto[] =>
  photos.map((photo) => ({ ...photo, place: place === null ? null : { lon: place.lon, lat: place.lat } }));

function ChangeLine({ onCancel }: { readonly onCancel: () => void }) {
  return (
    <div className={styles.line} data-tone="caution">
      {texts.changing}
      <button type="button" className={styles.button} onClick={onCancel}>
        {texts.cancelChange}
      </button>
    </div>
  );
}

/** Faults and doubts of a record, before it is kept and after it was sent. */
export function Findings({ findings }: { readonly findings: readonly FieldFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <div className={styles.group} role="status">
      <ul className={styles.findings}>
        {findings.map(({ rule, severity, message }) => (
          <li key={`${rule} ${message}`} data-severity={severity}>
            <strong>{severity === 'error' ? texts.errorMark : texts.warningMark}</strong>
            {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

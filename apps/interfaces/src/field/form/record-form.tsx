import type { FieldFinding, FieldKind, SentRecord } from '@kianda/contract/ingestion/field/field.schemas';
import { type FieldKnowledge, fieldFindings, plainWords } from '@kianda/contract/ingestion/field/field-rules';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { browserClock } from '../../platform/clock.ts';
import styles from '../field.module.css';
import type { Reference } from '../queue/phone-store.ts';
import type { QueuedPhoto } from '../queue/queue.ts';
import { fieldTexts } from '../texts.pt.ts';
import type { Field } from '../use-field.ts';
import { InspectionPart, LandingPart, ObservationPart } from './kind-parts.tsx';
import { NotesField } from './parts.tsx';
import { PhotoPart } from './photo-part.tsx';
import { PlacePart } from './place-part.tsx';
import { emptyForm, type FormValues, payloadOf, valuesOf } from './to-payload.ts';

const { form: texts } = fieldTexts;

/** What the rules know on the phone. */
function knowledgeOf(reference: Reference | null): Omit<FieldKnowledge, 'capturedMs' | 'nowMs'> {
  const species = new Map(
    (reference?.taxa ?? []).flatMap(({ code, commonName, scientificName }) =>
      code === null ? [] : [[code, { name: commonName ?? scientificName, scientificName }] as const],
    ),
  );
  const ports = (reference?.ports ?? []).flatMap(({ name }) => [name, ...name.split(/[()]/)]);
  return {
    species,
    licences: reference?.licences ?? [],
    seasons: reference?.seasons ?? [],
    ports: new Set(ports.map((name) => plainWords(name))),
  };
}

type Props = {
  readonly field: Field;
  readonly kind: FieldKind;
  readonly saves: boolean;
  /** A record that was sent, and is changed. */
  readonly changed: { readonly record: SentRecord; readonly photos: readonly QueuedPhoto[] } | null;
  readonly onDone: () => void;
};

/** One form of the field. What is typed is kept at once: a reload, or an update, loses nothing. */
export function RecordForm({ field, kind, saves, changed, onDone }: Props) {
  const { phone, reference } = field;
  const [values, setValues] = useState<FormValues>(emptyForm);
  const [photos, setPhotos] = useState<readonly QueuedPhoto[]>([]);
  const [isRead, setRead] = useState(false);
  const [message, setMessage] = useState<{ readonly tone: 'note' | 'wrong'; readonly text: string } | null>(null);
  const draftName = changed === null ? kind : changed.record.id;
  const names = useRef(reference);
  names.current = reference;

  useEffect(() => {
    let isOver = false;
    void phone.draft(draftName).then((draft) => {
      if (isOver) return;
      const codeName = (code: string) => names.current?.taxa.find((one) => one.code === code)?.commonName ?? code;
      if (draft !== undefined) setValues({ ...emptyForm, ...(draft.values as Partial<FormValues>) });
      else if (changed !== null) setValues(valuesOf(changed.record.payload, codeName));
      setPhotos(draft?.photos ?? changed?.photos ?? []);
      setRead(true);
    });
    return () => {
      isOver = true;
    };
  }, [phone, draftName, changed]);

  const keep = (nextValues: FormValues, nextPhotos: readonly QueuedPhoto[]) => {
    setValues(nextValues);
    setPhotos(nextPhotos);
    setMessage(null);
    void phone.saveDraft(draftName, { values: nextValues, photos: nextPhotos });
  };
  const set = (change: Partial<FormValues>) => keep({ ...values, ...change }, photos);

  const known = useMemo(() => knowledgeOf(reference), [reference]);
  const read = useMemo(() => payloadOf(kind, values), [kind, values]);
  const findings = useMemo(() => {
    if (!('payload' in read) || reference === null) return [];
    const nowMs = browserClock();
    const capturedMs = changed === null ? nowMs : Date.parse(changed.record.capturedAt);
    return fieldFindings(read.payload, { ...known, nowMs, capturedMs });
  }, [read, known, reference, changed]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!('payload' in read)) {
      const wrong = read.wrong.map((name) => texts.fields[name] ?? name).join(', ');
      return setMessage({ tone: 'wrong', text: texts.wrong(wrong) });
    }
    const { place } = read.payload;
    const placed = photos.map((photo) => ({
      ...photo,
      place: values.keepsPlace && place !== null ? { lon: place.lon, lat: place.lat } : null,
    }));
    if (changed === null) await field.add(read.payload, placed);
    else await field.change({ ...changed.record, payload: read.payload }, placed);
    await phone.clearDraft(draftName);
    setValues(emptyForm);
    setPhotos([]);
    setMessage({ tone: 'note', text: changed === null ? texts.saved : texts.changed });
    if (changed !== null) onDone();
  };

  if (!isRead) return null;
  const part = { values, set, reference };
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      {changed === null ? null : (
        <div className={styles.line} data-tone="caution">
          {texts.changing}
          <button type="button" className={styles.button} onClick={() => void phone.clearDraft(draftName).then(onDone)}>
            {texts.cancelChange}
          </button>
        </div>
      )}
      {kind === 'observation' ? <ObservationPart {...part} /> : null}
      {kind === 'landing' ? <LandingPart {...part} /> : null}
      {kind === 'inspection' ? <InspectionPart {...part} /> : null}
      <PlacePart place={values.place} onChange={(place) => set({ place })} />
      <PhotoPart
        photos={photos}
        onChange={(next) => keep(values, next)}
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

/** What the rules say of a record, before it is kept and after it was sent. */
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

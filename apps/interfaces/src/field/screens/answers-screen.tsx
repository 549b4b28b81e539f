import { fieldStates, type OwnRecord } from '@kianda/contract/ingestion/field/field.schemas';
import { fieldSummary } from '@kianda/contract/ingestion/field/field-rules';
import { EmptyState, RelativeTime, StatusPill, type StatusTone } from '@kianda/ui';
import styles from '../field.module.css';
import { Findings } from '../form/record-form.tsx';
import { fieldTexts } from '../texts.pt.ts';
import type { Field } from '../use-field.ts';

const { answers: texts } = fieldTexts;
const tones: Readonly<Record<OwnRecord['state'], StatusTone>> = {
  received: 'unknown',
  asked: 'caution',
  accepted: 'good',
  rejected: 'bad',
};

/** Fate of the records that were sent; questions come first. */
export default function AnswersScreen({
  field,
  onAnswer,
}: {
  readonly field: Field;
  readonly onAnswer: (record: OwnRecord) => void;
}) {
  const { own } = field;
  if (own === null || own.value.length === 0) return <EmptyState title={texts.none}>{texts.noneText}</EmptyState>;
  const waiting = new Set(field.entries.map(({ record }) => record.id));
  const ordered = own.value.toSorted((a, b) => Number(b.state === 'asked') - Number(a.state === 'asked'));
  return (
    <div className={styles.form}>
      <p className={styles.note}>
        {texts.readAt}
        <RelativeTime at={new Date(own.at).toISOString()} />
      </p>
      <ul className={styles.list}>
        {ordered.map((record) => (
          <li key={record.id} className={styles.card}>
            <div className={styles.headLine}>
              <h3>{fieldSummary(record.payload)}</h3>
              <StatusPill tone={tones[record.state]}>{fieldStates[record.state]}</StatusPill>
            </div>
            <p className={styles.note}>
              <RelativeTime at={record.capturedAt} />
            </p>
            {record.question === null ? null : (
              <p>
                <strong>{texts.question}:</strong> {record.question}
              </p>
            )}
            {record.reviewNote === null ? null : (
              <p className={styles.note}>
                {texts.note}: {record.reviewNote}
              </p>
            )}
            {record.corrected === null ? null : <Corrections changes={record.changes} />}
            <Findings findings={record.findings} />
            {record.state === 'asked' && !waiting.has(record.id) ? (
              <button type="button" className={styles.button} onClick={() => onAnswer(record)}>
                {texts.answer}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Fields that a reviewer changed; an answer that was kept from an earlier release does not say. */
function Corrections({ changes = [] }: { readonly changes: OwnRecord['changes'] | undefined }) {
  return (
    <>
      <p className={styles.note}>{texts.corrected}</p>
      <ul className={styles.findings}>
        {changes.map(({ label, from, to }) => (
          <li key={label}>{texts.change(label, from, to)}</li>
        ))}
      </ul>
    </>
  );
}

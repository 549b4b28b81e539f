import { fieldKinds, fieldStates, type SentRecord } from '@kianda/contract/ingestion/field/field.schemas';
import { fieldSummary } from '@kianda/contract/ingestion/field/field-rules';
import { EmptyState, RelativeTime } from '@kianda/ui';
import { lazy, Suspense, useState } from 'react';
import styles from '../field.module.css';
import type { QueuedRecord } from '../queue/queue.ts';
import { fieldTexts } from '../texts.pt.ts';
import type { Field } from '../use-field.ts';

const { queue: texts, handover } = fieldTexts;
const ShowFrames = lazy(() => import('../handover/handover.tsx').then(({ ShowFrames }) => ({ default: ShowFrames })));
const ScanFrames = lazy(() => import('../handover/handover.tsx').then(({ ScanFrames }) => ({ default: ScanFrames })));

type Props = { readonly field: Field; readonly onChange: (entry: QueuedRecord) => void };

/** Records that wait on the phone, in their order; those in conflict, for its author to decide. */
export default function QueueScreen({ field, onChange }: Props) {
  const [pane, setPane] = useState<'show' | 'scan' | null>(null);
  const [taken, setTaken] = useState<number | null>(null);
  const { entries } = field;
  const waiting = entries.filter(({ state }) => state === 'waiting');
  const take = (records: readonly SentRecord[]) => {
    void field.take(records);
    setTaken(records.length);
    setPane(null);
  };
  return (
    <div className={styles.form}>
      {entries.length === 0 ? <EmptyState title={texts.none}>{texts.noneText}</EmptyState> : null}
      <ol className={styles.list}>
        {entries.map((entry) => (
          <Entry key={entry.record.id} entry={entry} field={field} onChange={() => onChange(entry)} />
        ))}
      </ol>
      <div className={styles.buttons}>
        <button
          type="button"
          className={styles.button}
          disabled={waiting.length === 0}
          onClick={() => setPane(pane === 'show' ? null : 'show')}
        >
          {pane === 'show' ? handover.close : texts.handOver}
        </button>
        <button type="button" className={styles.button} onClick={() => setPane(pane === 'scan' ? null : 'scan')}>
          {pane === 'scan' ? handover.close : texts.take}
        </button>
      </div>
      <p role="status" className={styles.note}>
        {taken === null ? '' : handover.taken(taken)}
      </p>
      <Suspense fallback={null}>
        {pane === 'show' ? <Shown waiting={waiting} /> : null}
        {pane === 'scan' ? <ScanFrames onRecords={take} /> : null}
      </Suspense>
    </div>
  );
}

function Shown({ waiting }: { readonly waiting: readonly QueuedRecord[] }) {
  // The set that is shown stays the same while it is read.
  const [records] = useState(() => waiting.map(({ record }) => record));
  return <ShowFrames records={records} hasPhotos={waiting.some(({ photos }) => photos.length > 0)} />;
}

function Entry({
  entry,
  field,
  onChange,
}: {
  readonly entry: QueuedRecord;
  readonly field: Field;
  readonly onChange: () => void;
}) {
  const [isSure, setSure] = useState(false);
  const { record, state, reason, theirs } = entry;
  const { id, sequence, payload, capturedAt } = record;
  return (
    <li className={styles.card}>
      <div className={styles.headLine}>
        <h3>{fieldSummary(payload)}</h3>
        <span className={styles.note}>{texts.states[state]}</span>
      </div>
      <p className={styles.note}>
        {fieldKinds[payload.kind]} {texts.number(sequence)} · <RelativeTime at={capturedAt} />
      </p>
      {reason === null ? null : <p className={styles.wrong}>{reason}</p>}
      {state === 'conflict' && theirs !== null ? (
        <>
          <dl className={styles.findings}>
            <dt>{texts.mine}</dt>
            <dd>{[fieldSummary(payload), payload.notes].filter(Boolean).join('. ')}</dd>
            <dt>{texts.theirs(fieldStates[theirs.state])}</dt>
            <dd>
              {[fieldSummary(theirs.corrected ?? theirs.payload), (theirs.corrected ?? theirs.payload).notes]
                .filter(Boolean)
                .join('. ')}
            </dd>
          </dl>
          <div className={styles.buttons}>
            <button type="button" className={styles.button} onClick={() => void field.resolve(id, 'mine')}>
              {texts.keepMine}
            </button>
            <button type="button" className={styles.button} onClick={() => void field.resolve(id, 'theirs')}>
              {texts.keepTheirs}
            </button>
          </div>
        </>
      ) : (
        <div className={styles.buttons}>
          {state === 'photos' ? null : (
            <button
              type="button"
              className={styles.button}
              aria-label={`${texts.change}: ${fieldSummary(payload)} ${texts.number(sequence)}`}
              onClick={onChange}
            >
              {texts.change}
            </button>
          )}
          <button
            type="button"
            className={styles.button}
            onClick={() => (isSure ? void field.discard(id) : setSure(true))}
            onBlur={() => setSure(false)}
            aria-label={`${isSure ? texts.discardSure : texts.discard} ${fieldSummary(payload)} ${texts.number(sequence)}`}
          >
            {isSure ? texts.discardSure : texts.discard}
          </button>
        </div>
      )}
    </li>
  );
}

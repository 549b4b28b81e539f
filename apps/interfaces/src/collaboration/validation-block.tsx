import { type AnnotationValidation, reviewAnnotation } from '@kianda/contract/people/collaboration/casework.contract';
import { type Verdict, validationStates, verdicts } from '@kianda/contract/people/collaboration/validation';
import { RelativeTime, StatusPill } from '@kianda/ui';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../client/use-read.ts';
import { validationTones } from './annotation-types.ts';
import styles from './collaboration.module.css';
import type { Noted } from './room/annotations.ts';
import { Trouble } from './rooms-page.tsx';
import { collaborationTexts } from './texts.pt.ts';
import { useAct } from './use-act.ts';

const texts = collaborationTexts.validation;

type Props = {
  readonly room: string;
  readonly annotation: Noted;
  readonly isOwn: boolean;
  /** The server has all of it: a verdict is on what it has. */
  readonly isStored: boolean;
  readonly validation: AnnotationValidation | null;
  readonly onReviewed: () => void;
};

/** State of the validation by peers, the verdict of who may give one, and all verdicts there were. */
export function ValidationBlock({ room, annotation, isOwn, isStored, validation, onReviewed }: Props) {
  const client = useClient();
  const { isBusy, error, run } = useAct();
  const [note, setNote] = useState('');
  const state = validation?.state ?? 'unreviewed';
  const judge = (verdict: Verdict) =>
    run(async () => {
      const params = { id: room, annotation: annotation.id };
      await client.call(reviewAnnotation, { params, body: { verdict, note } });
      setNote('');
      onReviewed();
    });
  return (
    <section className={styles.block} aria-label={texts.title}>
      <div className={styles.row}>
        <h3 className={styles.blockTitle}>{texts.title}</h3>
        <StatusPill tone={validationTones[state]}>{validationStates[state]}</StatusPill>
      </div>
      <p className={styles.note}>{isOwn ? texts.own : texts.rule}</p>
      {isOwn ? null : (
        <>
          <Textarea
            label={texts.note}
            value={note}
            maxLength={1_000}
            autosize
            minRows={1}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <div className={styles.row}>
            <Button size="compact-md" loading={isBusy} disabled={!isStored} onClick={() => void judge('approved')}>
              {texts.approve}
            </Button>
            <Button
              size="compact-md"
              variant="default"
              loading={isBusy}
              disabled={!isStored || note.trim() === ''}
              onClick={() => void judge('rejected')}
            >
              {texts.reject}
            </Button>
          </div>
          <Trouble text={error} />
        </>
      )}
      {validation === null ? null : (
        <details>
          <summary>{`${texts.history} (${validation.reviews.length})`}</summary>
          <ul className={styles.history}>
            {validation.reviews.map((review) => (
              <li key={review.id} data-standing={review.standing}>
                <strong>{verdicts[review.verdict]}</strong>
                {` · ${review.reviewerName} · `}
                <RelativeTime at={review.at} />
                {review.standing === 'current' ? null : ` · ${texts[review.standing]}`}
                {review.note === '' ? null : <p>{review.note}</p>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

import { RelativeTime } from '@kianda/ui';
import { Button, Checkbox } from '@mantine/core';
import { CodeBox } from '../../../../shared/code-box.tsx';
import styles from '../detail.module.css';
import table from '../quality.module.css';
import { rejectedTexts as texts } from './texts.pt.ts';
import type { Letter } from './use-letters.ts';

type Props = {
  readonly letter: Letter;
  /** Absent where the account may only read. */
  readonly actions?:
    | {
        readonly isChosen: boolean;
        readonly isBusy: boolean;
        readonly onChoose: (isChosen: boolean) => void;
        readonly onEdit: () => void;
        readonly onReplay: () => void;
        readonly onDiscard: () => void;
      }
    | undefined;
  readonly onRun: () => void;
};

/** One rejected row: why, what it said, what was done about it. */
export function LetterRow({ letter, actions, onRun }: Props) {
  const offered = letter.state === 'open' ? actions : undefined;
  const raw = letter.edited ? texts.editedRaw : texts.raw;
  const act = (label: string, name: string, run: () => void) => (
    <Button size="compact-sm" variant="default" disabled={offered?.isBusy === true} aria-label={name} onClick={run}>
      {label}
    </Button>
  );
  return (
    <li className={table.rule}>
      <div className={styles.between}>
        <div className={styles.row}>
          {offered === undefined ? null : (
            <Checkbox
              aria-label={texts.select(letter.id)}
              checked={offered.isChosen}
              onChange={(event) => offered.onChoose(event.currentTarget.checked)}
            />
          )}
          <p className={styles.breakable}>{letter.reason}</p>
        </div>
        <div className={styles.row}>
          <Button size="compact-sm" variant="subtle" onClick={onRun}>
            {texts.run}
          </Button>
          {offered === undefined ? null : (
            <>
              {letter.replayable ? (
                <>
                  {act(texts.edit, texts.editOf(letter.id), offered.onEdit)}
                  {act(texts.replay, texts.replayOf(letter.id), offered.onReplay)}
                </>
              ) : null}
              {act(texts.discard, texts.discardOf(letter.id), offered.onDiscard)}
            </>
          )}
        </div>
      </div>
      <p className={styles.note}>
        {letter.stream} · <RelativeTime at={letter.createdAt} />
        {letter.attempts > 0 ? ` · ${texts.attempts(letter.attempts)}` : null}
        {letter.resolvedAt === null ? null : (
          <>
            {` · ${texts.resolved} `}
            <RelativeTime at={letter.resolvedAt} />
            {letter.resolvedBy === null ? null : ` ${texts.resolvedBy(letter.resolvedBy)}`}
          </>
        )}
        {letter.resolution === null ? null : ` · ${letter.resolution}`}
      </p>
      {offered !== undefined && !letter.replayable ? <p className={styles.note}>{texts.notReplayable}</p> : null}
      <details className={styles.details}>
        <summary>{raw}</summary>
        <CodeBox label={raw} text={JSON.stringify(letter.raw, null, 2)} />
      </details>
    </li>
  );
}

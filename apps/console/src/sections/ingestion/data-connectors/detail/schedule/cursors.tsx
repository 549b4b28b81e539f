import { dataConnectors, setCursor } from '@kianda/contract/ingestion/connectors/operations.contract';
import { streamTitle } from '@kianda/contract/ingestion/connectors/stream-titles';
import { PanelFrame } from '@kianda/ui';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../../client/use-action.ts';
import { notify } from '../../../../../platform/notices.ts';
import { CodeBox } from '../../../../shared/code-box.tsx';
import { ConfirmDialog } from '../../../../shared/confirm-dialog.tsx';
import type { Connector } from '../../../../shared/connectors/fallback.ts';
import type { LiveRun } from '../../../../shared/connectors/live-runs.ts';
import styles from '../detail.module.css';
import { detailTexts } from '../texts.pt.ts';
import cursorStyles from './cursors.module.css';

const texts = detailTexts.cursors;
const changed = [dataConnectors] as const;
const reasonLength = 5;

type Stream = Connector['streams'][number];
type Props = { readonly connector: Connector; readonly runs: readonly LiveRun[]; readonly mayConfigure: boolean };

/** Where each stream goes on, and the way to correct it, with a reason. */
export function Cursors({ connector, runs, mayConfigure }: Props) {
  const [open, setOpen] = useState<{ stream: Stream; isReset: boolean } | null>(null);
  return (
    <PanelFrame title={texts.title} description={texts.description}>
      <ul className={cursorStyles.list}>
        {connector.streams.map((stream) => {
          const isBusy = runs.some((run) => run.streamId === stream.id);
          return (
            <li key={stream.id} className={cursorStyles.item}>
              <div className={styles.between}>
                <h3 className={styles.subtitle}>{streamTitle(stream.id)}</h3>
                {mayConfigure ? (
                  <div className={styles.row}>
                    {isBusy ? <span className={styles.note}>{texts.running}</span> : null}
                    <Button
                      size="compact-sm"
                      variant="default"
                      disabled={isBusy}
                      aria-label={texts.editOf(streamTitle(stream.id))}
                      onClick={() => setOpen({ stream, isReset: false })}
                    >
                      {texts.edit}
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="default"
                      disabled={isBusy || stream.cursor === null}
                      aria-label={texts.resetOf(streamTitle(stream.id))}
                      onClick={() => setOpen({ stream, isReset: true })}
                    >
                      {texts.reset}
                    </Button>
                  </div>
                ) : null}
              </div>
              {stream.cursor === null || stream.cursor === undefined ? (
                <p className={styles.note}>{texts.none}</p>
              ) : (
                <CodeBox label={texts.of(streamTitle(stream.id))} text={JSON.stringify(stream.cursor, null, 2)} />
              )}
            </li>
          );
        })}
      </ul>
      {open === null ? null : (
        <CursorDialog connector={connector} stream={open.stream} isReset={open.isReset} onClose={() => setOpen(null)} />
      )}
    </PanelFrame>
  );
}

/** A JSON text as its value, or undefined where it is not JSON. */
function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

type DialogProps = {
  readonly connector: Connector;
  readonly stream: Stream;
  readonly isReset: boolean;
  readonly onClose: () => void;
};

function CursorDialog({ connector, stream, isReset, onClose }: DialogProps) {
  const save = useAction(setCursor, changed);
  const [text, setText] = useState(JSON.stringify(stream.cursor, null, 2));
  const cursor = parsed(text);
  const confirm = async (reason: string) => {
    const outcome = await save.run(
      {
        params: { id: connector.id, stream: stream.id },
        body: { cursor: isReset ? null : cursor?.value, reason },
      },
      { offline: 'fail' },
    );
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'success', message: texts.saved });
    return null;
  };
  return (
    <ConfirmDialog
      title={isReset ? texts.resetTitle(streamTitle(stream.id)) : texts.editTitle(streamTitle(stream.id))}
      body={isReset ? texts.resetBody : texts.editBody}
      confirm={isReset ? texts.confirmReset : texts.confirmEdit}
      onConfirm={confirm}
      onClose={onClose}
      reasonLength={reasonLength}
      isDangerous={isReset}
      isFit={isReset || cursor !== undefined}
    >
      {isReset ? null : (
        <Textarea
          label={texts.value}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={cursor === undefined ? texts.invalid : undefined}
          styles={{ input: { fontFamily: 'var(--k-font-mono)' } }}
          rows={8}
          spellCheck={false}
        />
      )}
    </ConfirmDialog>
  );
}

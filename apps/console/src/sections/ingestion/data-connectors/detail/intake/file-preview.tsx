import {
  intakeConfirm,
  intakeDiscard,
  intakePreview,
  intakeReport,
} from '@kianda/contract/ingestion/connectors/intake.contract';
import { formatNumber } from '@kianda/format';
import { FactList, PanelFrame, SkeletonLines } from '@kianda/ui';
import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAction } from '../../../../../client/use-action.ts';
import { notify } from '../../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../../shared/confirm-dialog.tsx';
import { Mapping } from '../../../../shared/intake/mapping.tsx';
import type { Preview } from '../../../../shared/intake/preview.ts';
import { PreviewRows } from '../../../../shared/intake/preview-rows.tsx';
import { useFileDownload } from '../../../../shared/intake/use-file-download.ts';
import detail from '../detail.module.css';
import styles from './intake.module.css';
import { intakeTexts } from './texts.pt.ts';
import { type Format, fileAnswers, type IntakeFile, storedAnswers } from './use-upload.ts';

const texts = intakeTexts.preview;
const confirmTexts = intakeTexts.confirm;
const noAnswers = [] as const;
const rowCount = 50;

/** How a file is read: what a person may correct before confirming. */
type Reading = {
  readonly stream?: string;
  readonly columns?: (string | null)[];
  readonly decimal?: 'comma' | 'point';
};

type Props = {
  readonly file: IntakeFile;
  readonly formats: readonly Format[];
  /** What the server said when it received the file; asked for when absent. */
  readonly initial: Preview | null;
  readonly mayRun: boolean;
  readonly onClose: () => void;
  readonly onConfirmed: (runId: string | null) => void;
};

/** A received file before anything of it is stored: how it is read, what is wrong in it, and the decision. */
export function FilePreview({ file, formats, initial, mayRun, onClose, onConfirmed }: Props) {
  const check = useAction(intakePreview, noAnswers);
  const confirm = useAction(intakeConfirm, storedAnswers);
  const download = useFileDownload();
  const [preview, setPreview] = useState(initial);
  const [reading, setReading] = useState<Reading>({});
  const [isDiscarding, setDiscarding] = useState(false);
  const { run: runCheck } = check;
  // Answers that arrive out of order must not undo a later choice.
  const latest = useRef(0);
  const ask = useCallback(
    async (next: Reading) => {
      latest.current += 1;
      const mine = latest.current;
      setReading(next);
      const outcome = await runCheck(
        { params: { fileId: file.id }, body: { ...next, rows: rowCount } },
        { offline: 'fail', timeoutSeconds: 60 },
      );
      if (outcome.state === 'done' && mine === latest.current) setPreview(outcome.data.preview);
    },
    [runCheck, file.id],
  );
  useEffect(() => {
    if (initial === null && mayRun) void ask({});
  }, [initial, mayRun, ask]);
  const accept = async () => {
    const outcome = await confirm.run(
      { params: { fileId: file.id }, body: reading },
      { offline: 'fail', timeoutSeconds: 60 },
    );
    if (outcome.state !== 'done') return;
    const { runId } = outcome.data;
    notify({ tone: 'success', message: runId === null ? confirmTexts.waits : confirmTexts.started });
    onConfirmed(runId);
  };
  const failure = check.failure ?? confirm.failure;
  return (
    <PanelFrame
      title={texts.title(file.name)}
      description={texts.description}
      actions={
        <ActionIcon variant="subtle" color="gray" aria-label={intakeTexts.file.close} onClick={onClose}>
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      }
    >
      <div className={detail.stack}>
        {failure === null ? null : (
          <p className={detail.failure} role="alert">
            {failure.message}
          </p>
        )}
        {preview === null ? (
          check.failure === null ? (
            <SkeletonLines lines={8} />
          ) : null
        ) : (
          <>
            <Facts preview={preview} />
            {preview.warnings.length === 0 ? null : (
              <ul className={styles.warnings} aria-label={texts.warnings}>
                {preview.warnings.map((warning) => (
                  <li key={warning}>{warning}</li>
                ))}
              </ul>
            )}
            {preview.missing.length === 0 ? null : (
              <p className={detail.failure} role="note">
                {texts.missing(preview.missing.map((name) => labelOf(preview, name)).join(', '))}
              </p>
            )}
            {mayRun ? (
              <Corrections
                preview={preview}
                formats={formats}
                reading={reading}
                isBusy={check.isRunning}
                onChange={(next) => void ask(next)}
              />
            ) : null}
            {preview.columns.length === 0 ? null : (
              <Mapping
                preview={preview}
                isBusy={check.isRunning}
                onChange={mayRun ? (columns) => void ask({ ...reading, columns: [...columns] }) : undefined}
              />
            )}
            {preview.remembered ? <p className={detail.note}>{texts.remembered}</p> : null}
            <PreviewRows
              name={file.name}
              preview={preview}
              onReport={() => download(intakeReport, { params: { fileId: file.id } }, `${file.name}-erros.csv`)}
            />
          </>
        )}
        {mayRun ? (
          <div className={styles.decide}>
            <p className={styles.effect} role="status">
              {check.isRunning
                ? texts.refreshing
                : preview === null || preview.missing.length > 0
                  ? null
                  : preview.valid + preview.rejected === 0
                    ? confirmTexts.none
                    : confirmTexts.effect(preview.valid, preview.rejected)}
            </p>
            <Button variant="default" onClick={() => setDiscarding(true)}>
              {confirmTexts.discard}
            </Button>
            <Button
              disabled={preview === null || preview.missing.length > 0 || preview.valid === 0 || check.isRunning}
              loading={confirm.isRunning}
              onClick={() => void accept()}
            >
              {confirmTexts.all(preview?.valid ?? 0)}
            </Button>
          </div>
        ) : null}
      </div>
      {isDiscarding ? <Discard file={file} onDone={onClose} onClose={() => setDiscarding(false)} /> : null}
    </PanelFrame>
  );
}

function Facts({ preview }: { readonly preview: Preview }) {
  const { dialect } = preview;
  const count = (value: number) => formatNumber(value, { maxDecimals: 0 });
  const delimiters: Readonly<Record<string, string>> = texts.delimiters;
  return (
    <FactList
      items={[
        [texts.total, count(preview.total)],
        [texts.valid, count(preview.valid)],
        [texts.bad, count(preview.rejected)],
        [texts.dialect, texts.formats[dialect.format]],
        [texts.encoding, dialect.encoding],
        ...(dialect.delimiter === null
          ? []
          : ([[texts.delimiter, delimiters[dialect.delimiter] ?? dialect.delimiter]] as const)),
        ...(dialect.format === 'lines' ? [] : ([[texts.headerLine, count(dialect.headerLine)]] as const)),
      ]}
    />
  );
}

type CorrectionProps = {
  readonly preview: Preview;
  readonly formats: readonly Format[];
  readonly reading: Reading;
  readonly isBusy: boolean;
  readonly onChange: (next: Reading) => void;
};

function Corrections({ preview, formats, reading, isBusy, onChange }: CorrectionProps) {
  return (
    <div className={detail.form}>
      {formats.length > 1 ? (
        <NativeSelect
          label={texts.format}
          data={formats.map(({ stream, label }) => ({ value: stream, label }))}
          value={preview.stream}
          disabled={isBusy}
          // Columns of one format mean nothing in another.
          onChange={(event) => onChange({ stream: event.currentTarget.value })}
        />
      ) : null}
      {preview.dialect.format === 'lines' ? null : (
        <NativeSelect
          label={texts.decimal}
          data={(['comma', 'point'] as const).map((value) => ({ value, label: texts.decimals[value] }))}
          value={preview.dialect.decimal}
          disabled={isBusy}
          onChange={(event) =>
            onChange({ ...reading, decimal: event.currentTarget.value === 'point' ? 'point' : 'comma' })
          }
        />
      )}
    </div>
  );
}

function labelOf(preview: Preview, name: string): string {
  return preview.fields.find((field) => field.name === name)?.label ?? name;
}

type DiscardProps = { readonly file: IntakeFile; readonly onDone: () => void; readonly onClose: () => void };

function Discard({ file, onDone, onClose }: DiscardProps) {
  const discard = useAction(intakeDiscard, fileAnswers);
  const submit = async () => {
    const outcome = await discard.run({ params: { fileId: file.id } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'info', message: confirmTexts.discarded });
    onDone();
    return null;
  };
  return (
    <ConfirmDialog
      title={confirmTexts.discardTitle}
      body={confirmTexts.discardBody}
      confirm={confirmTexts.discard}
      onConfirm={submit}
      onClose={onClose}
      isDangerous
    />
  );
}

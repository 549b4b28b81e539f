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

/** Choices about a file that a person may correct before confirming. */
type Reading = {
  readonly stream?: string;
  readonly columns?: (string | null)[];
  readonly decimal?: 'comma' | 'point';
};

type Props = {
  readonly file: IntakeFile;
  readonly formats: readonly Format[];
  /** Preview of the upload's answer; asked for when absent. */
  readonly initial: Preview | null;
  readonly mayRun: boolean;
  readonly onClose: () => void;
  readonly onConfirmed: (runId: string | null) => void;
};

/** A received file before anything of it is stored: its format, its faults, and the decision about it. */
export function FilePreview({ file, formats, initial, mayRun, onClose, onConfirmed }: Props) {
  const { preview, reading, check, read } = useReading(file, initial, mayRun);
  const confirm = useAction(intakeConfirm, storedAnswers);
  const [isDiscarding, setDiscarding] = useState(false);
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
          <PreviewBody
            file={file}
            preview={preview}
            formats={formats}
            reading={reading}
            isBusy={check.isRunning}
            onChange={mayRun ? (next) => void read(next) : undefined}
          />
        )}
        {mayRun ? (
          <Decision
            preview={preview}
            isChecking={check.isRunning}
            isConfirming={confirm.isRunning}
            onDiscard={() => setDiscarding(true)}
            onAccept={() => void accept()}
          />
        ) : null}
      </div>
      {isDiscarding ? <Discard file={file} onDone={onClose} onClose={() => setDiscarding(false)} /> : null}
    </PanelFrame>
  );
}

/** The preview of a file, checked anew by the server after each correction. */
function useReading(file: IntakeFile, initial: Preview | null, mayRun: boolean) {
  const check = useAction(intakePreview, noAnswers);
  const [preview, setPreview] = useState(initial);
  const [reading, setReading] = useState<Reading>({});
  const { run: runCheck } = check;
  // Answers that arrive out of order must not undo a later choice.
  const latest = useRef(0);
  const read = useCallback(
    async (next: Reading) => {
      latest.current += 1;
      const number = latest.current;
      setReading(next);
      const outcome = await runCheck(
        { params: { fileId: file.id }, body: { ...next, rows: rowCount } },
        { offline: 'fail', timeoutSeconds: 60 },
      );
      if (outcome.state === 'done' && number === latest.current) setPreview(outcome.data.preview);
    },
    [runCheck, file.id],
  );
  useEffect(() => {
    if (initial === null && mayRun) void read({});
  }, [initial, mayRun, read]);
  return { preview, reading, check, read };
}

type BodyProps = {
  readonly file: IntakeFile;
  readonly preview: Preview;
  readonly formats: readonly Format[];
  readonly reading: Reading;
  readonly isBusy: boolean;
  /** Absent where the account may only read. */
  readonly onChange: ((next: Reading) => void) | undefined;
};

function PreviewBody({ file, preview, formats, reading, isBusy, onChange }: BodyProps) {
  const download = useFileDownload();
  return (
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
      {onChange === undefined ? null : (
        <Corrections preview={preview} formats={formats} reading={reading} isBusy={isBusy} onChange={onChange} />
      )}
      {preview.columns.length === 0 ? null : (
        <Mapping
          preview={preview}
          isBusy={isBusy}
          onChange={onChange === undefined ? undefined : (columns) => onChange({ ...reading, columns: [...columns] })}
        />
      )}
      {preview.remembered ? <p className={detail.note}>{texts.remembered}</p> : null}
      <PreviewRows
        name={file.name}
        preview={preview}
        onReport={() => download(intakeReport, { params: { fileId: file.id } }, `${file.name}-erros.csv`)}
      />
    </>
  );
}

type DecisionProps = {
  readonly preview: Preview | null;
  readonly isChecking: boolean;
  readonly isConfirming: boolean;
  readonly onDiscard: () => void;
  readonly onAccept: () => void;
};

function Decision({ preview, isChecking, isConfirming, onDiscard, onAccept }: DecisionProps) {
  const isMapped = preview !== null && preview.missing.length === 0;
  return (
    <div className={styles.decide}>
      <p className={styles.effect} role="status">
        {isChecking
          ? texts.refreshing
          : !isMapped
            ? null
            : preview.valid + preview.rejected === 0
              ? confirmTexts.none
              : confirmTexts.effect(preview.valid, preview.rejected)}
      </p>
      <Button variant="default" onClick={onDiscard}>
        {confirmTexts.discard}
      </Button>
      <Button disabled={!isMapped || preview.valid === 0 || isChecking} loading={isConfirming} onClick={onAccept}>
        {confirmTexts.all(preview?.valid ?? 0)}
      </Button>
    </div>
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

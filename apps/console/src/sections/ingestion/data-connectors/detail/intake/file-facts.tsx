import { intakeStateNames, intakeWayNames } from '@kianda/contract/ingestion/connectors/files.resource';
import { intakeReport } from '@kianda/contract/ingestion/connectors/intake.contract';
import { formatBytes, formatNumber } from '@kianda/format';
import { FactList, PanelFrame, RelativeTime, StatusPill, type StatusTone } from '@kianda/ui';
import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { filePreviewTexts } from '../../../../shared/intake/texts.pt.ts';
import { useFileDownload } from '../../../../shared/intake/use-file-download.ts';
import detail from '../detail.module.css';
import { intakeTexts } from './texts.pt.ts';
import type { IntakeFile } from './use-upload.ts';

const texts = intakeTexts.file;

const tones: Readonly<Record<IntakeFile['state'], StatusTone>> = {
  awaiting_mapping: 'caution',
  awaiting_confirmation: 'caution',
  accepted: 'info',
  stored: 'good',
  rejected: 'bad',
  discarded: 'unknown',
};

export function FileState({ state }: { readonly state: IntakeFile['state'] }) {
  return <StatusPill tone={tones[state]}>{intakeStateNames[state]}</StatusPill>;
}

/** Rows of a file, or that it was not checked yet. */
export function rowsText(rows: number | null): string {
  return rows === null ? texts.notChecked : formatNumber(rows, { maxDecimals: 0 });
}

type Props = {
  readonly file: IntakeFile;
  readonly onClose: () => void;
  readonly onRun: (runId: string) => void;
  readonly onRejected: () => void;
};

/** A file that was decided upon: its origin and its outcome. */
export function FileFacts({ file, onClose, onRun, onRejected }: Props) {
  const download = useFileDownload();
  const { runId } = file;
  return (
    <PanelFrame
      title={file.name}
      actions={
        <>
          {runId === null ? null : (
            <Button size="compact-sm" variant="default" onClick={() => onRun(runId)}>
              {texts.run}
            </Button>
          )}
          {(file.rowsRejected ?? 0) === 0 ? null : (
            <>
              {file.state === 'stored' ? (
                <Button size="compact-sm" variant="default" onClick={onRejected}>
                  {texts.rejected}
                </Button>
              ) : null}
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconDownload size={14} aria-hidden="true" />}
                onClick={() => download(intakeReport, { params: { fileId: file.id } }, `${file.name}-erros.csv`)}
              >
                {filePreviewTexts.rows.report}
              </Button>
            </>
          )}
          <ActionIcon variant="subtle" color="gray" aria-label={texts.close} onClick={onClose}>
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        </>
      }
    >
      <FactList
        items={[
          [texts.state, <FileState key="state" state={file.state} />],
          ...(file.reason === null ? [] : ([[texts.reason, file.reason]] as const)),
          [texts.way, intakeWayNames[file.way]],
          [texts.from, file.receivedFrom],
          [texts.received, <RelativeTime key="received" at={file.receivedAt} />],
          ...(file.acceptedAt === null
            ? []
            : ([[texts.accepted, <RelativeTime key="accepted" at={file.acceptedAt} />]] as const)),
          [texts.size, formatBytes(file.sizeBytes)],
          [texts.rows, rowsText(file.rowsTotal)],
          [texts.rejectedRows, rowsText(file.rowsRejected)],
          [
            texts.sha256,
            <span key="hash" className={`k-mono ${detail.breakable}`}>
              {file.sha256}
            </span>,
          ],
        ]}
      />
    </PanelFrame>
  );
}

import type { DataOf } from '@kianda/contract';
import {
  type ForeignFile,
  foreignFormats,
  takeForeignModel,
  uploadForeignModel,
} from '@kianda/contract/models/registry/foreign.contract';
import type { getModel } from '@kianda/contract/models/registry/models.contract';
import { formatBytes, formatNumber } from '@kianda/format';
import { DialogForm } from '@kianda/ui';
import { Alert, Button, FileButton, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { RunProgress } from '../../../shared/connectors/run-progress.tsx';
import { isUnderWay, modelAnswers } from '../../../shared/models/use-models.ts';
import { foreignTexts as texts } from '../foreign.texts.pt.ts';
import { bodyOf, draftOf, type ForeignDraft } from '../foreign-draft.ts';
import { ForeignFields } from './foreign-fields.tsx';
import styles from './registry.module.css';

const accepted = '.onnx,.lambdas';

type Props = {
  readonly detail: DataOf<typeof getModel>;
  readonly onOpen: (version: number) => void;
  readonly onClose: () => void;
};

/** Brings a model from elsewhere: its file, what it is, how its measuring goes, and why it was refused. */
export default function ForeignDialog({ detail, onOpen, onClose }: Props) {
  const { model, trainings } = detail;
  const sending = useForeignFile(model.type);
  const { file, draft, setDraft } = sending;
  const action = useAction(takeForeignModel, modelAnswers);
  const [runId, setRunId] = useState<string | null>(null);
  const run = trainings.find(({ id }) => id === runId) ?? null;
  const version = run?.version ?? null;
  useEffect(() => {
    if (version === null) return;
    notify({ tone: 'success', message: texts.done(formatNumber(version)) });
    onClose();
    onOpen(version);
  }, [version, onClose, onOpen]);
  const body = file === null || draft === null ? null : bodyOf(file, draft);
  const isMeasuring = runId !== null && (run === null || isUnderWay(run));
  const submit = async () => {
    if (body === null) return;
    const outcome = await action.run({ params: { type: model.type }, body }, { offline: 'fail' });
    if (outcome.state === 'done') setRunId(outcome.data.id);
  };
  return (
    <DialogForm
      title={texts.title(model.name)}
      confirm={isMeasuring ? texts.measuring : texts.take}
      action={{ ...action, isRunning: action.isRunning || isMeasuring }}
      problem={sending.problem}
      isReady={body !== null && !isMeasuring}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.quiet}>{texts.text}</p>
      <Group gap="sm">
        <FileButton accept={accepted} onChange={(one) => void sending.send(one)}>
          {(props) => (
            <Button {...props} variant="default" loading={sending.isSending} disabled={isMeasuring}>
              {texts.file}
            </Button>
          )}
        </FileButton>
        <span role="status">{statusOf(file, sending.isSending)}</span>
      </Group>
      {file === null || file.producer === null ? null : (
        <p className={styles.quiet}>{texts.madeBy(file.producer, formatNumber(file.opset ?? 0, { maxDecimals: 0 }))}</p>
      )}
      {run?.state === 'failed' || run?.state === 'cancelled' ? (
        <Alert color="red" title={texts.refused}>
          {run.error ?? texts.failed}
        </Alert>
      ) : null}
      {run !== null && isUnderWay(run) ? <RunProgress run={run} name={model.name} /> : null}
      {file === null || draft === null ? null : <ForeignFields file={file} draft={draft} onChange={setDraft} />}
    </DialogForm>
  );
}

function statusOf(file: ForeignFile | null, isSending: boolean): string {
  if (isSending) return texts.sending;
  if (file === null) return texts.none;
  return texts.read(file.fileName, formatBytes(file.sizeBytes), foreignFormats[file.format]);
}

/** A file that is sent, checked by the server, and described. */
function useForeignFile(type: Props['detail']['model']['type']) {
  const { client } = useApplication();
  const [file, setFile] = useState<ForeignFile | null>(null);
  const [draft, setDraft] = useState<ForeignDraft | null>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (chosen: File | null) => {
    if (chosen === null) return;
    setSending(true);
    setProblem(null);
    setFile(null);
    try {
      const query = { fileName: chosen.name };
      const { data } = await client.upload(uploadForeignModel, { params: { type }, query }, chosen);
      setFile(data);
      setDraft(draftOf(data));
    } catch (thrown) {
      const failure = toFailure(thrown);
      setProblem(failure.issues?.[0]?.message ?? failure.message);
    } finally {
      setSending(false);
    }
  };
  return { file, draft, setDraft, isSending, problem, send };
}

import { allows, type DataOf } from '@kianda/contract';
import { retryTask, taskFailures } from '@kianda/contract/operations/tasks/monitor.contract';
import { cancelJob, getJob } from '@kianda/contract/operations/tasks/tasks.contract';
import { Dialog } from '@kianda/ui';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { DialogFoot } from '../../../shared/dialog-foot.tsx';
import { taskAnswers } from '../../../shared/tasks/use-tasks.ts';
import { monitorTexts } from './texts.pt.ts';

const texts = monitorTexts.act;
const refreshed = [getJob, taskFailures, ...taskAnswers] as const;

type Job = DataOf<typeof getJob>;
type Props = { readonly job: Job; readonly onOpen: (task: string) => void };

/** Actions on a task: run again, run with another request, cancel. */
export function TaskActions({ job, onOpen }: Props) {
  const { role } = useAccount();
  const [asked, setAsked] = useState<'retry' | 'other' | 'cancel' | null>(null);
  const close = () => setAsked(null);
  const mayRetry = job.endedAt !== null && allows(retryTask.access, role);
  const mayCancel = job.endedAt === null && !job.cancelRequested && allows(cancelJob.access, role);
  return (
    <Group gap="xs">
      {mayRetry ? (
        <>
          <Button size="compact-sm" variant="default" onClick={() => setAsked('retry')}>
            {texts.retry}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setAsked('other')}>
            {texts.retryOther}
          </Button>
        </>
      ) : null}
      {mayCancel ? (
        <Button size="compact-sm" variant="default" onClick={() => setAsked('cancel')}>
          {texts.cancel}
        </Button>
      ) : null}
      {asked === 'retry' ? <Retry job={job} onOpen={onOpen} onClose={close} /> : null}
      {asked === 'other' ? <RetryOther job={job} onOpen={onOpen} onClose={close} /> : null}
      {asked === 'cancel' ? <Cancel job={job} onClose={close} /> : null}
    </Group>
  );
}

type DialogProps = Props & { readonly onClose: () => void };

function Retry({ job, onOpen, onClose }: DialogProps) {
  const { run } = useAction(retryTask, refreshed);
  const retry = async () => {
    const outcome = await run({ params: { id: job.id }, body: {} }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    if (outcome.state === 'done') {
      notify({ tone: 'info', message: texts.retried });
      onOpen(outcome.data.id);
    }
    return null;
  };
  return (
    <ConfirmDialog
      title={texts.retryTitle}
      body={texts.retryBody(job.label)}
      confirm={texts.retry}
      onConfirm={retry}
      onClose={onClose}
    />
  );
}

function RetryOther({ job, onOpen, onClose }: DialogProps) {
  const { run, isRunning, failure } = useAction(retryTask, refreshed);
  const [text, setText] = useState(() => JSON.stringify(job.input, null, 2));
  const input = parsed(text);
  const send = async () => {
    const outcome = await run({ params: { id: job.id }, body: { input: input?.value } }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'info', message: texts.retried });
    onClose();
    onOpen(outcome.data.id);
  };
  const issues = failure?.issues?.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)) ?? [];
  return (
    <Dialog onClose={onClose} title={texts.otherTitle(job.label)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (input !== null && !isRunning) void send();
        }}
      >
        <Stack gap="sm">
          <p>{texts.otherNote}</p>
          <Textarea
            label={texts.request}
            value={text}
            rows={10}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--k-font-mono)' } }}
            error={input === null ? texts.badJson : issues.length === 0 ? null : issues.join(' · ')}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <DialogFoot
            failure={failure === null || issues.length > 0 ? null : failure.message}
            confirm={texts.send}
            isRunning={isRunning}
            isReady={input !== null}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Null for what is no JSON. */
function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function Cancel({ job, onClose }: Omit<DialogProps, 'onOpen'>) {
  const { run } = useAction(cancelJob, refreshed);
  const cancel = async () => {
    const outcome = await run({ params: { id: job.id } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'info', message: texts.cancelled });
    return null;
  };
  return (
    <ConfirmDialog
      title={texts.cancelTitle}
      body={texts.cancelBody(job.label)}
      confirm={texts.cancel}
      isDangerous
      onConfirm={cancel}
      onClose={onClose}
    />
  );
}

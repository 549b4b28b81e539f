import { getJob } from '@kianda/contract/operations/tasks/tasks.contract';
import { FactList, Panel, RelativeTime } from '@kianda/ui';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { CodeBox } from '../../../shared/code-box.tsx';
import { triggerWord } from '../../../shared/connectors/run-texts.pt.ts';
import { TaskState } from '../../../shared/tasks/task-state.tsx';
import { TaskActions } from '../monitor/task-actions.tsx';
import { monitorTexts } from '../monitor/texts.pt.ts';
import { taskTexts } from '../texts.pt.ts';

const texts = taskTexts.detail;

type Props = {
  readonly id: string;
  /** Opens another task: the one that repeats this. */
  readonly onOpen: (task: string) => void;
  readonly onClose: () => void;
};

/** One task: what it received, what it returned, why it failed. */
export default function TaskDetail({ id, onOpen, onClose }: Props) {
  const task = useEndpoint(getJob, { params: { id } }, { refetchSeconds: 10, staleSeconds: 60 });
  return (
    <Panel
      title={task.sourced?.value.label ?? '…'}
      source={task}
      actions={
        <>
          {task.sourced === undefined ? null : <TaskActions job={task.sourced.value} onOpen={onOpen} />}
          <ActionIcon variant="subtle" color="gray" aria-label={texts.close} onClick={onClose}>
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        </>
      }
    >
      {(job) => (
        <>
          <FactList
            items={[
              [taskTexts.list.state, <TaskState key="state" state={job.state} />],
              ...(job.error === null ? [] : ([[texts.error, job.error]] as const)),
              ...(job.message === null ? [] : ([[taskTexts.list.message, job.message]] as const)),
              [
                monitorTexts.act.id,
                <span key="id" className="k-mono">
                  {job.id}
                </span>,
              ],
              [
                monitorTexts.act.key,
                <span key="key" className="k-mono">
                  {job.key}
                </span>,
              ],
              [taskTexts.list.trigger, triggerWord(job.trigger)],
              [taskTexts.list.attempt, String(job.attempt)],
              [taskTexts.list.asked, <RelativeTime key="asked" at={job.createdAt} />],
              [texts.started, job.startedAt === null ? texts.notYet : <RelativeTime key="start" at={job.startedAt} />],
              [texts.ended, job.endedAt === null ? texts.notYet : <RelativeTime key="end" at={job.endedAt} />],
            ]}
          />
          {job.traceback === null || job.traceback === undefined ? null : (
            <section aria-label={monitorTexts.act.traceback}>
              <h3>{monitorTexts.act.traceback}</h3>
              <CodeBox label={monitorTexts.act.traceback} text={job.traceback} />
            </section>
          )}
          <Part label={texts.input} value={job.input} />
          <Part label={texts.result} value={job.result} />
        </>
      )}
    </Panel>
  );
}

function Part({ label, value }: { readonly label: string; readonly value: unknown }) {
  const isNothing = value === null || value === undefined;
  return (
    <section aria-label={label}>
      <h3>{label}</h3>
      {isNothing ? <p>{texts.nothing}</p> : <CodeBox label={label} text={JSON.stringify(value, null, 2)} />}
    </section>
  );
}

import { getJob } from '@kianda/contract/tasks/tasks.contract';
import { FactList, Panel, RelativeTime } from '@kianda/ui';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { CodeBox } from '../../data-connectors/components/code-box.tsx';
import { taskTexts } from '../texts.pt.ts';
import { TaskState } from './task-state.tsx';
import { taskTrigger } from './task-table.tsx';

const texts = taskTexts.detail;

type Props = { readonly id: string; readonly onClose: () => void };

/** One task: what it received, what it returned, why it failed. */
export default function TaskDetail({ id, onClose }: Props) {
  const task = useEndpoint(getJob, { params: { id } }, { refetchSeconds: 10, staleSeconds: 60 });
  return (
    <Panel
      title={task.sourced?.value.label ?? '…'}
      source={task}
      actions={
        <ActionIcon variant="subtle" color="gray" aria-label={texts.close} onClick={onClose}>
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      }
    >
      {(job) => (
        <>
          <FactList
            items={[
              [taskTexts.list.state, <TaskState key="state" state={job.state} />],
              ...(job.error === null ? [] : ([[texts.error, job.error]] as const)),
              ...(job.message === null ? [] : ([[taskTexts.list.message, job.message]] as const)),
              [taskTexts.list.trigger, taskTrigger(job.trigger)],
              [taskTexts.list.attempt, String(job.attempt)],
              [taskTexts.list.asked, <RelativeTime key="asked" at={job.createdAt} />],
              [texts.started, job.startedAt === null ? texts.notYet : <RelativeTime key="start" at={job.startedAt} />],
              [texts.ended, job.endedAt === null ? texts.notYet : <RelativeTime key="end" at={job.endedAt} />],
            ]}
          />
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

import type { JobRunView } from '@kianda/contract/operations/tasks/tasks.contract';
import { formatDuration } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel, RelativeTime, useClock } from '@kianda/ui';
import { triggerWord } from '../../../shared/connectors/run-texts.pt.ts';
import { secondsBetween } from '../../../shared/tasks/summary.ts';
import { ownNote, TaskState } from '../../../shared/tasks/task-state.tsx';
import { taskStateTexts } from '../../../shared/tasks/texts.pt.ts';
import type { Tasks } from '../../../shared/tasks/use-tasks.ts';
import { taskTexts } from '../texts.pt.ts';

const texts = taskTexts.list;
const duration = (job: JobRunView) => secondsBetween(job.startedAt, job.endedAt)[0] ?? null;
const wait = (job: JobRunView) => secondsBetween(job.createdAt, job.startedAt)[0] ?? null;

const columns: readonly Column<JobRunView>[] = [
  { id: 'label', label: texts.task, value: (job) => job.label },
  {
    id: 'state',
    label: texts.state,
    value: (job) => taskStateTexts.states[job.state],
    render: (job) => <TaskState state={job.state} />,
  },
  {
    id: 'asked',
    label: texts.asked,
    value: (job) => job.createdAt,
    render: (job) => <RelativeTime at={job.createdAt} />,
  },
  { id: 'wait', label: texts.wait, value: wait, render: (job) => formatDuration(wait(job)), align: 'end' },
  {
    id: 'duration',
    label: texts.duration,
    value: duration,
    render: (job) => formatDuration(duration(job)),
    align: 'end',
  },
  { id: 'attempt', label: texts.attempt, value: (job) => job.attempt, align: 'end' },
  { id: 'trigger', label: texts.trigger, value: (job) => triggerWord(job.trigger) },
  { id: 'message', label: texts.message, value: (job) => job.error ?? job.message },
  { id: 'key', label: texts.key, value: (job) => job.key, hidden: true },
  { id: 'name', label: texts.name, value: (job) => job.name, hidden: true },
];

type Props = { readonly tasks: Tasks; readonly onOpen: (id: string) => void };

/** Tasks with how each ended, newest first. */
export function TaskTable({ tasks, onOpen }: Props) {
  const clock = useClock();
  return (
    <Panel
      title={texts.title}
      description={texts.description}
      source={tasks}
      flush
      isEmpty={({ jobs }) => jobs.length === 0}
      empty={<EmptyState title={texts.empty}>{texts.emptyBody}</EmptyState>}
    >
      {({ jobs }) => (
        <DataTable
          id="tarefas"
          label={texts.title}
          columns={columns}
          rows={jobs}
          rowId={(job) => job.id}
          onOpenRow={(job) => onOpen(job.id)}
          csvNotes={() => ownNote(clock())}
          height="560px"
        />
      )}
    </Panel>
  );
}

import { formatDuration, formatQuantity } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel, RelativeTime, useClock, useNow } from '@kianda/ui';
import { type Pipeline, pipelinesOf, taskSpan } from '../../shared/tasks/summary.ts';
import { ownNote, TaskState } from '../../shared/tasks/task-state.tsx';
import { taskStateTexts } from '../../shared/tasks/texts.pt.ts';
import { type Tasks, taskLimit } from '../../shared/tasks/use-tasks.ts';
import { pipelineTexts as texts } from './texts.pt.ts';

const columns: readonly Column<Pipeline>[] = [
  { id: 'label', label: texts.process, value: ({ label }) => label },
  {
    id: 'state',
    label: texts.state,
    value: ({ latest }) => taskStateTexts.states[latest.state],
    render: ({ latest }) => <TaskState state={latest.state} />,
  },
  {
    id: 'latest',
    label: texts.latest,
    value: ({ latest }) => latest.createdAt,
    render: ({ latest }) => <RelativeTime at={latest.createdAt} />,
  },
  { id: 'tasks', label: texts.tasksCount, value: ({ summary }) => summary.begun, align: 'end' },
  { id: 'failed', label: texts.failed, value: ({ summary }) => summary.failed, align: 'end' },
  {
    id: 'success',
    label: texts.success,
    value: ({ summary }) => summary.percentSucceeded,
    render: ({ summary }) => formatQuantity(summary.percentSucceeded, '%', { decimals: 1 }),
    align: 'end',
  },
  {
    id: 'duration',
    label: texts.duration,
    value: ({ summary }) => summary.medianSeconds,
    render: ({ summary }) => formatDuration(summary.medianSeconds),
    align: 'end',
  },
  { id: 'name', label: taskStateTexts.name, value: ({ name }) => name, hidden: true },
];

type Props = { readonly tasks: Tasks; readonly onOpen: (taskId: string) => void };

/** Processes of the platform, each with the outcomes of its tasks of the last day. */
export function PipelineTable({ tasks, onOpen }: Props) {
  const clock = useClock();
  const now = useNow(60);
  return (
    <Panel
      title={texts.title}
      description={texts.hint}
      source={tasks}
      flush
      isEmpty={({ jobs }) => jobs.length === 0}
      empty={<EmptyState title={texts.empty}>{taskStateTexts.emptyBody}</EmptyState>}
    >
      {({ jobs }) => (
        <DataTable
          id="processos"
          label={texts.title}
          columns={columns}
          rows={pipelinesOf(jobs, taskSpan(jobs, taskLimit, now))}
          rowId={({ name }) => name}
          onOpenRow={({ latest }) => onOpen(latest.id)}
          csvNotes={() => ownNote(clock())}
        />
      )}
    </Panel>
  );
}

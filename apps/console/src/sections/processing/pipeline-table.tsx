import {
  type Column,
  DataTable,
  EmptyState,
  formatDuration,
  formatQuantity,
  Panel,
  RelativeTime,
  useClock,
  useNow,
} from '@kianda/ui';
import { type Pipeline, pipelinesOf, taskSpan } from '../async-processing/api/summary.ts';
import { type Tasks, taskLimit } from '../async-processing/api/use-tasks.ts';
import { ownNote, TaskState } from '../async-processing/components/task-state.tsx';
import { taskTexts } from '../async-processing/texts.pt.ts';

const texts = taskTexts.pipelines;

const columns: readonly Column<Pipeline>[] = [
  { id: 'label', label: texts.process, value: ({ label }) => label },
  {
    id: 'state',
    label: texts.state,
    value: ({ latest }) => taskTexts.states[latest.state],
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
  { id: 'name', label: taskTexts.list.name, value: ({ name }) => name, hidden: true },
];

type Props = { readonly tasks: Tasks; readonly onOpen: (taskId: string) => void };

/** Processes of the platform, each with what its tasks of the last day came to. */
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
      empty={<EmptyState title={texts.empty}>{taskTexts.list.emptyBody}</EmptyState>}
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

import { exportJobRuns, listJobRuns } from '@kianda/contract/operations/tasks/tasks.contract';
import { jobRunResource } from '@kianda/contract/operations/tasks/tasks.resource';
import { formatInstant } from '@kianda/format';
import { EmptyState, named, usePreferences } from '@kianda/ui';
import { useListState } from '../../../shared/resource/list-state.ts';
import { ResourceList } from '../../../shared/resource/resource-list.tsx';
import { TaskState } from '../../../shared/tasks/task-state.tsx';
import { taskTexts } from '../texts.pt.ts';

const texts = taskTexts.list;

/** Every stored task with how each ended, newest first. */
export function TaskTable({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const list = useListState();
  const { timeZone } = usePreferences();
  return (
    <ResourceList
      list={jobRunResource}
      endpoint={listJobRuns}
      file={exportJobRuns}
      state={list}
      title={texts.title}
      description={() => texts.description}
      rowId={({ id }) => id}
      cells={{ state: ({ state }) => <TaskState state={state} /> }}
      onOpenRow={({ id }) => onOpen(id)}
      rowName={({ label, createdAt }) => named(label, formatInstant(createdAt, timeZone, true))}
      empty={<EmptyState title={texts.empty}>{texts.emptyBody}</EmptyState>}
    />
  );
}

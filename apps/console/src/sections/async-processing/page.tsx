import { allows } from '@kianda/contract';
import { PageHeader, PageStack, ProvenanceBadge, SkeletonLines } from '@kianda/ui';
import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { z } from 'zod';
import { useAccount } from '../../client/context.tsx';
import { useOpenSection, useSectionSearch } from '../../shell/use-section.ts';
import touch from '../shared/touch.module.css';
import { useTasks } from './api/use-tasks.ts';
import { TaskTable } from './components/task-table.tsx';
import { TaskTiles } from './components/task-tiles.tsx';
import { TasksNow } from './components/tasks-now.tsx';
import { taskTexts } from './texts.pt.ts';

const TaskDetail = lazy(() => import('./components/task-detail.tsx'));
const searchSchema = z.object({ task: z.uuid().optional().catch(undefined) });

/** Section `async-processing`: background tasks, as the queue has them. */
export default function AsyncProcessingPage() {
  const { role } = useAccount();
  const open = useOpenSection();
  const [search, change] = useSectionSearch(searchSchema);
  const tasks = useTasks();
  const provenance = tasks.sourced?.provenance;
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={taskTexts.description}
          mark={provenance === undefined ? null : <ProvenanceBadge provenance={provenance} />}
          actions={
            <Button variant="default" onClick={() => open('processing')}>
              {taskTexts.processing}
            </Button>
          }
        />
        <TaskTiles tasks={tasks} />
        <TasksNow tasks={tasks} mayCancel={allows('jobs:cancel', role)} />
        {search.task === undefined ? null : (
          <Suspense fallback={<SkeletonLines lines={6} />}>
            <TaskDetail key={search.task} id={search.task} onClose={() => change({ task: undefined })} />
          </Suspense>
        )}
        <TaskTable tasks={tasks} onOpen={(task) => change({ task })} />
      </PageStack>
    </div>
  );
}

import { allows } from '@kianda/contract';
import { PageHeader, PageStack, ProvenanceBadge, SkeletonLines } from '@kianda/ui';
import { Button, Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useOpenSection, useSectionSearch } from '../../../shell/use-section.ts';
import tabbed from '../../shared/tabbed.module.css';
import { TasksNow } from '../../shared/tasks/tasks-now.tsx';
import { useTasks } from '../../shared/tasks/use-tasks.ts';
import touch from '../../shared/touch.module.css';
import { TaskTable } from './components/task-table.tsx';
import { TaskTiles } from './components/task-tiles.tsx';
import { monitorSearch, monitorViews } from './monitor/search-query.ts';
import { monitorTexts } from './monitor/texts.pt.ts';
import { taskTexts } from './texts.pt.ts';

const TaskDetail = lazy(() => import('./components/task-detail.tsx'));
const MonitorView = lazy(() => import('./monitor/monitor-view.tsx'));

/** Section `async-processing`: background tasks, as the queue has them: now, all that are kept, failures, workers. */
export default function AsyncProcessingPage() {
  const { role } = useAccount();
  const open = useOpenSection();
  const [search, change] = useSectionSearch(monitorSearch);
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
        <Tabs
          value={search.view}
          onChange={(next) => change({ view: monitorViews.find((view) => view === next) ?? 'now', task: undefined })}
          keepMounted={false}
        >
          <Tabs.List aria-label={monitorTexts.viewsLabel} className={tabbed.tabs ?? ''}>
            {monitorViews.map((view) => (
              <Tabs.Tab key={view} value={view}>
                {monitorTexts.views[view]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={search.view} className={tabbed.panel ?? ''}>
            <PageStack>
              {search.task === undefined ? null : (
                <Suspense fallback={<SkeletonLines lines={6} />}>
                  <TaskDetail
                    key={search.task}
                    id={search.task}
                    onOpen={(task) => change({ task })}
                    onClose={() => change({ task: undefined })}
                  />
                </Suspense>
              )}
              {search.view === 'now' ? (
                <>
                  <TaskTiles tasks={tasks} />
                  <TasksNow tasks={tasks} mayCancel={allows('jobs:cancel', role)} />
                  <TaskTable onOpen={(task) => change({ task })} />
                </>
              ) : (
                <Suspense fallback={<SkeletonLines lines={8} />}>
                  <MonitorView search={search} onChange={change} />
                </Suspense>
              )}
            </PageStack>
          </Tabs.Panel>
        </Tabs>
      </PageStack>
    </div>
  );
}

import { allows } from '@kianda/contract';
import { PageHeader, PageStack, ProvenanceBadge } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useAccount } from '../../../client/context.tsx';
import { useOpenSection } from '../../../shell/use-section.ts';
import { useJobs } from '../../shared/connectors/use-connectors.ts';
import { TasksNow } from '../../shared/tasks/tasks-now.tsx';
import { useTasks } from '../../shared/tasks/use-tasks.ts';
import touch from '../../shared/touch.module.css';
import { PipelineTable } from './pipeline-table.tsx';
import { ProcessingTiles } from './processing-tiles.tsx';
import { pipelineTexts as texts } from './texts.pt.ts';

/** Most runs the server lists at once. */
const runLimit = 500;

/** Section `processing`: every process of the platform, how often it works, how long and how well. */
export default function ProcessingPage() {
  const { role } = useAccount();
  const open = useOpenSection();
  const tasks = useTasks();
  const runs = useJobs(runLimit);
  const provenance = tasks.sourced?.provenance;
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          mark={provenance === undefined ? null : <ProvenanceBadge provenance={provenance} />}
          actions={
            <Button variant="default" onClick={() => open('async-processing')}>
              {texts.tasks}
            </Button>
          }
        />
        <ProcessingTiles tasks={tasks} runs={runs} runLimit={runLimit} />
        <TasksNow tasks={tasks} mayCancel={allows('jobs:cancel', role)} />
        <PipelineTable tasks={tasks} onOpen={(task) => open('async-processing', { task })} />
      </PageStack>
    </div>
  );
}

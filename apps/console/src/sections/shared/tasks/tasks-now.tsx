import { cancelJob, type JobRunView } from '@kianda/contract/operations/tasks/tasks.contract';
import { EmptyState, Panel } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useAction } from '../../../client/use-action.ts';
import { notify } from '../../../platform/notices.ts';
import { RunProgress } from '../connectors/run-progress.tsx';
import list from '../run-list.module.css';
import { taskStateTexts } from './texts.pt.ts';
import { type Tasks, taskAnswers } from './use-tasks.ts';

const texts = taskStateTexts.now;

type Props = { readonly tasks: Tasks; readonly mayCancel: boolean };

/** Tasks under way and waiting, with the way to stop each. */
export function TasksNow({ tasks, mayCancel }: Props) {
  return (
    <Panel
      title={texts.title}
      description={texts.description}
      source={tasks}
      isEmpty={({ jobs }) => !jobs.some(isOpen)}
      empty={<EmptyState title={texts.empty}>{texts.emptyBody}</EmptyState>}
    >
      {({ jobs }) => (
        <ul className={list.runs}>
          {jobs.filter(isOpen).map((job) => (
            <li key={job.id} className={list.run}>
              <div className={list.runHead}>
                <span className={list.runName}>{job.label}</span>
                {mayCancel ? <Cancel job={job} /> : null}
              </div>
              <RunProgress
                name={job.label}
                run={{
                  state: job.state === 'queued' ? 'queued' : 'running',
                  progress: job.progress,
                  message: job.message,
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function isOpen({ state }: JobRunView): boolean {
  return state === 'running' || state === 'queued';
}

function Cancel({ job }: { readonly job: JobRunView }) {
  const cancel = useAction(cancelJob, taskAnswers);
  const stop = async () => {
    const outcome = await cancel.run({ params: { id: job.id } }, { offline: 'fail' });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
    else notify({ tone: 'info', message: texts.cancelled });
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={job.cancelRequested}
      loading={cancel.isRunning}
      aria-label={texts.cancelOf(job.label)}
      onClick={() => void stop()}
    >
      {job.cancelRequested ? texts.cancelling : texts.cancel}
    </Button>
  );
}

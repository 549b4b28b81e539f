import { jobOutcomes } from '@kianda/contract/operations/tasks/tasks.contract';
import { Instant, Tile, TileGrid, useNow } from '@kianda/ui';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { pickOrReason, withReason } from '../../../shared/sourced.ts';
import { summarise, type TaskSummary, taskSpan } from '../../../shared/tasks/summary.ts';
import { taskStateTexts } from '../../../shared/tasks/texts.pt.ts';
import { type Tasks, taskLimit } from '../../../shared/tasks/use-tasks.ts';
import { taskTexts } from '../texts.pt.ts';

const texts = taskTexts.tiles;

/** Figures of the queue over the last day. */
export function TaskTiles({ tasks }: { readonly tasks: Tasks }) {
  const outcomes = useEndpoint(jobOutcomes, {}, { refetchSeconds: 60 });
  const counted = outcomes.sourced?.value;
  const now = useNow(60);
  const jobs = tasks.sourced?.value.jobs;
  const span = jobs === undefined ? undefined : taskSpan(jobs, taskLimit, now);
  const summary = jobs === undefined || span === undefined ? undefined : summarise(jobs, span);
  const words =
    span === undefined ? undefined : span.isShort ? (
      <Instant at={span.sinceMs} words={taskStateTexts.windowSince} />
    ) : (
      taskStateTexts.window
    );
  const figure = (select: (value: TaskSummary) => number | null, reason: string) =>
    withReason(
      pickOrReason(tasks, (value) => select(summarise(value.jobs, taskSpan(value.jobs, taskLimit, now)))),
      reason,
    );
  return (
    <TileGrid minWidth={190}>
      <Tile id="tarefas-em-curso" label={texts.running} value={pickOrReason(outcomes, ({ running }) => running)} />
      <Tile id="tarefas-em-espera" label={texts.waiting} value={pickOrReason(outcomes, ({ queued }) => queued)} />
      <Tile
        id="tarefas-sucesso"
        label={texts.success}
        unit="%"
        format={{ decimals: 1 }}
        value={withReason(
          pickOrReason(outcomes, ({ percentSucceeded }) => percentSucceeded),
          texts.noneEnded,
        )}
        note={counted === undefined ? undefined : texts.outcome(counted.failed, counted.routine.length)}
      />
      <Tile
        id="tarefas-duracao"
        label={texts.duration}
        unit="s"
        format={{ maxDecimals: 1 }}
        value={figure(({ medianSeconds }) => medianSeconds, texts.noneEnded)}
        note={summary === undefined ? undefined : texts.ended(summary.succeeded + summary.failed)}
      />
      <Tile
        id="tarefas-espera"
        label={texts.wait}
        unit="s"
        format={{ maxDecimals: 1 }}
        value={figure(({ medianWaitSeconds }) => medianWaitSeconds, texts.noneBegun)}
        note={words}
      />
    </TileGrid>
  );
}

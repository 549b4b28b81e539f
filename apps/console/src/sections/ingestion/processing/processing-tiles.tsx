import { jobOutcomes } from '@kianda/contract/operations/tasks/tasks.contract';
import { formatBytes, formatNumber } from '@kianda/format';
import { Instant, Tile, TileGrid, useNow } from '@kianda/ui';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { measure, spanOf } from '../../shared/connectors/measure.ts';
import type { useJobs } from '../../shared/connectors/use-connectors.ts';
import { pickOrReason, withReason } from '../../shared/sourced.ts';
import { pipelinesOf, summarise, taskSpan } from '../../shared/tasks/summary.ts';
import { taskStateTexts } from '../../shared/tasks/texts.pt.ts';
import { type Tasks, taskLimit } from '../../shared/tasks/use-tasks.ts';
import { pipelineTexts as texts } from './texts.pt.ts';

type Props = { readonly tasks: Tasks; readonly runs: ReturnType<typeof useJobs>; readonly runLimit: number };

/** Volume, number of processes and how long their work takes, all measured. */
export function ProcessingTiles({ tasks, runs, runLimit }: Props) {
  const now = useNow(60);
  const outcomes = useEndpoint(jobOutcomes, {}, { refetchSeconds: 60 });
  const pending = outcomes.sourced?.value;
  const words = (span: { readonly sinceMs: number; readonly isShort: boolean } | undefined) =>
    span === undefined ? undefined : span.isShort ? (
      <Instant at={span.sinceMs} words={taskStateTexts.windowSince} />
    ) : (
      taskStateTexts.window
    );
  const jobs = tasks.sourced?.value.jobs;
  const taskWords = words(jobs === undefined ? undefined : taskSpan(jobs, taskLimit, now));
  const runList = runs.sourced?.value.jobs;
  return (
    <TileGrid>
      <Tile
        id="processamento-recebido"
        label={texts.received}
        unit="B"
        display={(value) => formatBytes(Number(value))}
        value={pickOrReason(runs, (value) => measure(value.jobs, spanOf(value.jobs, runLimit, now)).bytes)}
        note={words(runList === undefined ? undefined : spanOf(runList, runLimit, now))}
      />
      <Tile
        id="processamento-processos"
        label={texts.active}
        value={pickOrReason(
          tasks,
          (value) =>
            pipelinesOf(value.jobs, taskSpan(value.jobs, taskLimit, now)).filter(({ summary }) => summary.begun > 0)
              .length,
        )}
        note={taskWords}
      />
      <Tile
        id="processamento-duracao"
        label={texts.duration}
        unit="s"
        format={{ maxDecimals: 1 }}
        value={withReason(
          pickOrReason(tasks, (value) => summarise(value.jobs, taskSpan(value.jobs, taskLimit, now)).medianSeconds),
          taskStateTexts.noneEnded,
        )}
        note={taskWords}
      />
      <Tile
        id="processamento-em-curso"
        label={texts.running}
        value={pickOrReason(outcomes, ({ running }) => running)}
        note={
          pending === undefined
            ? undefined
            : `${formatNumber(pending.queued)} ${taskStateTexts.waiting.toLocaleLowerCase('pt-PT')}`
        }
      />
    </TileGrid>
  );
}

import { formatBytes, formatInstant, formatNumber, Tile, TileGrid, useNow, usePreferences } from '@kianda/ui';
import { pipelinesOf, summarise, taskSpan } from '../async-processing/api/summary.ts';
import { type Tasks, taskLimit } from '../async-processing/api/use-tasks.ts';
import { taskTexts } from '../async-processing/texts.pt.ts';
import type { useJobs } from '../data-connectors/api/use-connectors.ts';
import { measure, spanOf } from '../data-ingestion/api/measure.ts';
import { pickOrReason, withReason } from '../shared/sourced.ts';

const texts = taskTexts.pipelines;

type Props = { readonly tasks: Tasks; readonly runs: ReturnType<typeof useJobs>; readonly runLimit: number };

/** Volume, number of processes and how long their work takes, all measured. */
export function ProcessingTiles({ tasks, runs, runLimit }: Props) {
  const now = useNow(60);
  const { timeZone } = usePreferences();
  const words = (span: { readonly sinceMs: number; readonly isShort: boolean } | undefined) =>
    span === undefined
      ? undefined
      : span.isShort
        ? taskTexts.windowSince(formatInstant(span.sinceMs, timeZone))
        : taskTexts.window;
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
          taskTexts.tiles.noneEnded,
        )}
        note={taskWords}
      />
      <Tile
        id="processamento-em-curso"
        label={texts.running}
        value={pickOrReason(tasks, (value) => value.jobs.filter(({ state }) => state === 'running').length)}
        note={
          jobs === undefined
            ? undefined
            : `${formatNumber(jobs.filter(({ state }) => state === 'queued').length)} ${taskTexts.tiles.waiting.toLocaleLowerCase('pt-PT')}`
        }
      />
    </TileGrid>
  );
}

import { isOperational } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { formatBytes, formatNumber } from '@kianda/format';
import { Instant, Tile, useNow } from '@kianda/ui';
import type { ConnectorList } from '../../../shared/connectors/fallback.ts';
import type { LiveRun } from '../../../shared/connectors/live-runs.ts';
import { type Measured, measure, spanOf } from '../../../shared/connectors/measure.ts';
import type { useConnectors, useJobs } from '../../../shared/connectors/use-connectors.ts';
import { orReason, pickOrReason } from '../../../shared/sourced.ts';
import { ingestionTexts } from '../texts.pt.ts';
import styles from './ingestion-tiles.module.css';

const texts = ingestionTexts.tiles;

type Props = {
  readonly connectors: ReturnType<typeof useConnectors>;
  readonly jobs: ReturnType<typeof useJobs>;
  readonly jobLimit: number;
  readonly runs: readonly LiveRun[];
};

/** The engine's figures of the last day, as measured. */
export function IngestionTiles({ connectors, jobs, jobLimit, runs }: Props) {
  const now = useNow(60);
  const list = jobs.sourced?.value.jobs;
  const span = list === undefined ? undefined : spanOf(list, jobLimit, now);
  const measured = list === undefined || span === undefined ? undefined : measure(list, span);
  const words =
    span === undefined ? undefined : span.isShort ? (
      <Instant at={span.sinceMs} words={ingestionTexts.windowSince} />
    ) : (
      ingestionTexts.window
    );
  const ofJobs = (pick: (value: Measured) => number | null, reason?: string) => {
    const figure = pickOrReason(jobs, (value) => pick(measure(value.jobs, spanOf(value.jobs, jobLimit, now))));
    return figure === undefined || reason === undefined || figure.missingReason !== undefined
      ? figure
      : { ...figure, missingReason: reason };
  };
  const streams = connectors.sourced?.value.connectors.flatMap((one) => one.streams).length;
  const isStandIn = connectors.sourced?.provenance.state === 'fallback';
  const waiting = runs.filter(({ state }) => state === 'queued').length;
  return (
    <div className={styles.tiles}>
      <Tile
        id="ingestao-fluxos"
        label={texts.streams}
        value={isStandIn ? orReason(undefined, connectors) : pickOrReason(connectors, activeStreams)}
        note={streams === undefined || isStandIn ? undefined : texts.streamsNote(formatNumber(streams))}
      />
      <Tile
        id="ingestao-recebido"
        label={texts.bytes}
        value={ofJobs(({ bytes }) => bytes)}
        unit="B"
        display={(value) => formatBytes(Number(value))}
        note={words}
      />
      <Tile
        id="ingestao-debito"
        label={texts.rate}
        value={ofJobs(({ megabytesPerSecond }) => megabytesPerSecond, texts.noRate)}
        unit="MB/s"
        format={{ maxDecimals: 2 }}
        note={words}
      />
      <Tile
        id="ingestao-registos"
        label={texts.records}
        value={ofJobs(({ processed }) => processed)}
        format={{ maxDecimals: 0 }}
        note={words}
      />
      <Tile
        id="ingestao-validos"
        label={texts.valid}
        value={ofJobs(({ percentValid }) => percentValid, texts.noRecords)}
        unit="%"
        format={{ maxDecimals: 2 }}
        note={measured === undefined ? undefined : texts.rejected(formatNumber(measured.rejected, { maxDecimals: 0 }))}
      />
      <Tile
        id="ingestao-em-curso"
        label={texts.running}
        value={pickOrReason(jobs, () => runs.filter(({ state }) => state === 'running').length)}
        note={jobs.sourced === undefined ? undefined : texts.waiting(formatNumber(waiting))}
      />
    </div>
  );
}

function activeStreams({ connectors }: ConnectorList): number {
  return connectors.filter(isOperational).reduce((sum, { streams }) => sum + streams.length, 0);
}

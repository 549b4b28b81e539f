import type { Page } from '@kianda/connectors';
import { formatPlainNumber } from '@kianda/format';
import type { Origin } from '../connectors.types.ts';
import type { OpenRun } from './open-run.ts';
import { storeRawBodies } from './raw-bodies.ts';
import { store } from './record-store.ts';

/** Stores one page of a run and moves its counters and cursor, in this order: raw bodies, records, acknowledgement. */
export async function storePage(run: OpenRun, page: Page<unknown>, retrievedAtMs: number): Promise<void> {
  const { configured, stream, request, job, dependencies, counts } = run;
  const { connector } = configured;
  const origin: Origin = {
    runId: run.runId,
    connectorId: connector.id,
    streamId: stream.id,
    provider: connector.provider,
    retrievedAtMs,
    simulatedSeed: page.measured === true ? null : configured.simulatedSeed,
    ...(page.file === undefined ? {} : { file: page.file }),
  };
  const raw = await storeRawBodies(page.raw, `raw/${connector.id}/${run.runId}/${counts.pages}`, dependencies.storage);
  const stored = await store(page.records, origin, dependencies.sinks);
  run.quality.add(page.records);
  const refused = [...page.rejected, ...(stored.rejected ?? [])];
  counts.pages += 1;
  counts.handedOverBytes += page.raw.reduce((sum, body) => sum + (body.handedOverBytes ?? 0), 0);
  counts.written += stored.written;
  counts.rejected += refused.length;
  const message = `${connector.name}: ${formatPlainNumber(counts.written, { grouping: 'always' })} registos`;
  await dependencies.repository.acknowledge(
    connector.id,
    stream.id,
    {
      runId: run.runId,
      page: counts.pages,
      written: stored.written,
      duplicates: stored.duplicates,
      rejected: refused,
      newestObservedMs: stored.newestObservedMs,
      retrievedAtMs,
      ...(request.mode === 'backfill' ? {} : { cursor: page.cursor }),
      progress: page.progress,
      message,
      http: run.http(),
      raw,
    },
    run.now(),
  );
  run.log.write(refused.length > 0 ? 'warn' : 'debug', `Página ${counts.pages}: ${pageText(stored, refused.length)}`, {
    bytes: raw.reduce((sum, body) => sum + body.bytes, 0),
  });
  await job.progress(page.progress, message);
  dependencies.events.publish({
    channel: stream.recordKind.startsWith('vessel-') ? 'vessels' : 'ocean',
    type: 'records.stored',
    payload: {
      connectorId: connector.id,
      streamId: stream.id,
      kind: stream.recordKind,
      records: page.records.length,
    },
  });
}

function pageText(stored: { written: number; duplicates: number }, refused: number): string {
  const rejected = refused === 0 ? '' : `, ${refused} rejeitados`;
  return `${stored.written} registos gravados, ${stored.duplicates} já existentes${rejected}`;
}

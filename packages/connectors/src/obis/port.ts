import { dayMs, isoDate } from '@kianda/geo';
import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import { type Connector, type Page, type PullContext, type PullInput, stream } from '../core/port.ts';
import { replayThrough } from '../core/replay.ts';
import { recordedBy } from '../core/witness.ts';
import { createObisClient, type ObisClient, type ObisFilter } from './client.ts';
import { mapDatasets, mapOccurrences } from './map.ts';
import recorded from './recorded/sources.json' with { type: 'json' };

const FULL_SWEEP_EVERY_MS = 7 * dayMs;
/** A little under a day, so that a run a few minutes early does not put the poll off to the next run. */
const DATASET_POLL_EVERY_MS = 23 * 3_600_000;

const cursorSchema = z.object({
  /** Last id stored by the full read in progress; null before its first page. */
  sweepAfter: z.string().nullable(),
  /** Null when no full read is in progress. */
  sweepStartedMs: z.number().nullable(),
  /** Records fetched by the full read in progress, for its progress. */
  sweptRecords: z.number().default(0),
  lastFullSweepMs: z.number().nullable(),
  lastDatasetPollMs: z.number().nullable().default(null),
  /** `updated` of each dataset at its last full read, by dataset id. */
  datasetsSeen: z.record(z.string(), z.string()),
});
type Cursor = z.infer<typeof cursorSchema>;

const START: Cursor = {
  sweepAfter: null,
  sweepStartedMs: null,
  sweptRecords: 0,
  lastFullSweepMs: null,
  lastDatasetPollMs: null,
  datasetsSeen: {},
};

type Known = {
  readonly updated: Readonly<Record<string, string>>;
  readonly licences: ReadonlyMap<string, string | null>;
};

/** OBIS has no "modified since": a full read every week, and each day one of the datasets that changed. */
export const occurrences = stream<Cursor>({
  id: 'occurrences',
  recordKind: 'occurrence',
  cursorSchema,
  replayRow: replayThrough((rows) => mapOccurrences(rows)),
  async *pull(input, settings, context) {
    const client = createObisClient(settings, context);
    const cursor = input.cursor ?? START;
    if (input.mode === 'backfill') yield* backfill(client, cursor, input, context);
    else if (input.mode === 'full' || fullSweepDue(cursor, context.nowMs())) yield* fullSweep(client, cursor, context);
    else if (pollDue(cursor, context.nowMs())) yield* changedDatasets(client, cursor, context);
    else context.log('debug', 'Nada a fazer: varrimento e lista de conjuntos de dados ainda recentes');
  },
});

function fullSweepDue(cursor: Cursor, nowMs: number): boolean {
  if (cursor.sweepStartedMs !== null || cursor.lastFullSweepMs === null) return true;
  return nowMs - cursor.lastFullSweepMs >= FULL_SWEEP_EVERY_MS;
}

function pollDue(cursor: Cursor, nowMs: number): boolean {
  return cursor.lastDatasetPollMs === null || nowMs - cursor.lastDatasetPollMs >= DATASET_POLL_EVERY_MS;
}

/** All occurrences in the box, resumed where the run before stopped. */
async function* fullSweep(client: ObisClient, cursor: Cursor, context: PullContext): AsyncGenerator<Page<Cursor>> {
  const known = await knownDatasets(client, context);
  const resumed = cursor.sweepStartedMs !== null;
  const startedMs = cursor.sweepStartedMs ?? context.nowMs();
  // The list as it was when the full read began: later changes are then found by the next poll.
  const datasetsSeen = resumed ? cursor.datasetsSeen : known.updated;
  const base = { ...cursor, datasetsSeen, sweepStartedMs: startedMs };
  const from = resumed ? { after: cursor.sweepAfter, done: cursor.sweptRecords } : { after: null, done: 0 };
  for await (const step of sweep(client, {}, known, from))
    yield { ...step.page, cursor: { ...base, sweepAfter: step.after, sweptRecords: step.done } };
  yield {
    records: [],
    rejected: [],
    raw: [],
    progress: 1,
    cursor: {
      sweepAfter: null,
      sweepStartedMs: null,
      sweptRecords: 0,
      lastFullSweepMs: startedMs,
      lastDatasetPollMs: startedMs,
      datasetsSeen,
    },
  };
}

/** One dataset after the other; each counts as seen only when all its pages are stored. */
async function* changedDatasets(
  client: ObisClient,
  cursor: Cursor,
  context: PullContext,
): AsyncGenerator<Page<Cursor>> {
  const polledMs = context.nowMs();
  const known = await knownDatasets(client, context);
  const changed = Object.keys(known.updated).filter((id) => cursor.datasetsSeen[id] !== known.updated[id]);
  context.log('info', 'Conjuntos de dados do OBIS alterados', { changed: changed.length });
  let seen = Object.fromEntries(Object.entries(cursor.datasetsSeen).filter(([id]) => id in known.updated));
  for (const [index, datasetId] of changed.entries()) {
    for await (const step of sweep(client, { datasetId }, known, { after: null, done: 0 })) {
      const progress = step.page.progress === null ? null : (index + step.page.progress) / changed.length;
      yield { ...step.page, progress, cursor: { ...cursor, datasetsSeen: seen } };
    }
    seen = { ...seen, [datasetId]: known.updated[datasetId] ?? '' };
  }
  const done = { ...cursor, datasetsSeen: seen, lastDatasetPollMs: polledMs };
  yield { records: [], rejected: [], raw: [], progress: 1, cursor: done };
}

/** Records whose date lies in the window; the cursor of the full reads does not change. */
async function* backfill(
  client: ObisClient,
  cursor: Cursor,
  input: PullInput<Cursor>,
  context: PullContext,
): AsyncGenerator<Page<Cursor>> {
  if (input.window === undefined) throw new ProviderError('request', 'Recuperação sem janela de datas');
  const known = await knownDatasets(client, context);
  const filter = { startDate: isoDate(input.window.fromMs), endDate: isoDate(input.window.toMs) };
  for await (const step of sweep(client, filter, known, { after: null, done: 0 })) yield { ...step.page, cursor };
}

type Step = { readonly page: Omit<Page<Cursor>, 'cursor'>; readonly after: string; readonly done: number };

const rowId = z.object({ id: z.string() });

/** Keyset paging over one filter: ids in order, the end is an empty page. */
async function* sweep(
  client: ObisClient,
  filter: ObisFilter,
  known: Known,
  from: { readonly after: string | null; readonly done: number },
): AsyncGenerator<Step> {
  const expected = (await client.statistics(filter)).records;
  let { after, done } = from;
  for (;;) {
    const { page, raw } = await client.occurrences(filter, after);
    if (page.results.length === 0) return;
    const last = rowId.safeParse(page.results.at(-1));
    const mapped = mapOccurrences(page.results, known.licences);
    if (mapped.drifted || !last.success)
      throw new ProviderError('schema', `OBIS /occurrence mudou de forma: ${mapped.rejected[0]?.reason ?? 'sem id'}`);
    // A repeated page would make the read loop forever.
    if (after !== null && last.data.id <= after)
      throw new ProviderError('provider', `OBIS repetiu uma página: depois de ${after} veio ${last.data.id}`);
    after = last.data.id;
    done += page.results.length;
    const progress = expected > 0 ? Math.min(1, done / expected) : null;
    yield { page: { records: mapped.records, rejected: mapped.rejected, raw: [raw], progress }, after, done };
  }
}

async function knownDatasets(client: ObisClient, context: PullContext): Promise<Known> {
  const { datasets, bad } = mapDatasets((await client.datasets()).rows);
  if (datasets.length === 0 && bad > 0) throw new ProviderError('schema', 'OBIS /dataset mudou de forma');
  if (bad > 0) context.log('warn', 'Conjuntos de dados do OBIS ilegíveis', { bad });
  return {
    updated: Object.fromEntries(datasets.map((dataset) => [dataset.id, dataset.updated])),
    licences: new Map(datasets.map((dataset) => [dataset.id, dataset.licence])),
  };
}

export const obis: Connector = {
  id: 'obis',
  name: 'OBIS – Ocorrências marinhas',
  provider: 'Ocean Biodiversity Information System',
  description: 'Ocorrências de espécies marinhas na ZEE de Angola, em termos Darwin Core.',
  category: 'international',
  source: 'obis',
  defaultBaseUrl: 'https://api.obis.org/v3',
  credentialNames: [],
  licence: 'CC0, CC BY ou CC BY-NC, por conjunto de dados; o conjunto do OBIS é CC BY-NC',
  citation:
    'OBIS – Ocean Biodiversity Information System. Intergovernmental Oceanographic Commission of UNESCO. obis.org',
  homepage: 'https://obis.org',
  formatWitness: recordedBy(recorded),
  cron: '0 */6 * * *',
  timeoutSeconds: 300,
  freshnessLimitHours: 8 * 24,
  freshnessBy: 'retrieval',
  streams: [occurrences],
};

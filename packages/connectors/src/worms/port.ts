import { dayMs } from '@kianda/geo';
import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import type { RawBody } from '../core/http.ts';
import { type Connector, type Page, type PullContext, stream } from '../core/port.ts';
import { replayThrough } from '../core/replay.ts';
import type { TaxonRecord, WantedTaxon } from '../core/taxon-record.ts';
import { recordedBy } from '../core/witness.ts';
import { batches, createWormsClient, type WormsClient } from './client.ts';
import { detailsOf, exactMatch, mapTaxa } from './map.ts';
import recorded from './recorded/sources.json' with { type: 'json' };
import { PAGE_ROWS } from './wire.ts';

/** The first run looks back so far: all of WoRMS is a million names, and of most the platform has nothing. */
const FIRST_LOOK_MS = 14 * dayMs;
const FULL_LOOK_MS = 365 * dayMs;
/** Names whose details one run asks for: two requests each, and a run has five minutes. */
const DETAILS_PER_RUN = 200;
/** Longest time of that part; the next run asks for the names that are left. */
const DETAILS_MS = 180_000;
const DETAILS_PER_PAGE = 25;

const cursorSchema = z.object({
  /** All changes before this instant are stored; null before the first full read ended. */
  sweptToMs: z.number().int().nullable(),
  /** The full read in progress; `offset` is that of its next page, counted from 1. */
  sweep: z.object({ fromMs: z.number().int(), toMs: z.number().int(), offset: z.number().int().positive() }).nullable(),
});
type Cursor = z.infer<typeof cursorSchema>;

/** Asked for again: a change dated by a clock behind ours would else never be seen. */
const REDO_MS = dayMs;

/**
 * Changes of the register since the last run, then the names that the platform's occurrences want and does not have yet,
 * then common names and classification of the most wanted of them. Only the changes have a cursor: the platform itself
 * knows which names it wants.
 */
export const taxa = stream<Cursor>({
  id: 'taxa',
  recordKind: 'taxon',
  cursorSchema,
  replayRow: replayThrough(mapTaxa),
  async *pull(input, settings, context) {
    const client = createWormsClient(settings, context);
    const before: Cursor = input.cursor ?? { sweptToMs: null, sweep: null };
    if (input.mode === 'backfill') {
      if (input.window === undefined) throw new ProviderError('request', 'Recuperação sem janela de datas');
      const { fromMs, toMs } = input.window;
      for await (const step of changes(client, { fromMs, toMs, offset: 1 })) yield { ...step.page, cursor: before };
      return;
    }
    const nowMs = context.nowMs();
    const lookMs = input.mode === 'full' ? FULL_LOOK_MS : FIRST_LOOK_MS;
    const sinceMs = before.sweptToMs === null ? null : before.sweptToMs - REDO_MS;
    const fromMs = (input.mode === 'full' ? null : sinceMs) ?? nowMs - lookMs;
    const sweep = before.sweep ?? { fromMs: Math.min(fromMs, nowMs), toMs: nowMs, offset: 1 };
    for await (const { page, next } of changes(client, sweep))
      yield { ...page, cursor: { sweptToMs: before.sweptToMs, sweep: { ...sweep, offset: next } } };
    const cursor: Cursor = { sweptToMs: sweep.toMs, sweep: null };
    const wanted = (await context.wantedTaxa?.()) ?? [];
    for await (const page of unknown(client, wanted, context)) yield { ...page, cursor };
    for await (const page of details(client, wanted, context)) yield { ...page, cursor };
    yield { records: [], rejected: [], raw: [], progress: 1, cursor };
  },
});

type PageContent = Omit<Page<Cursor>, 'cursor'>;

/** Pages of 50 from the first on; a 204 is the end. */
async function* changes(
  client: WormsClient,
  sweep: { readonly fromMs: number; readonly toMs: number; readonly offset: number },
): AsyncGenerator<{ readonly page: PageContent; readonly next: number }> {
  let previous = '';
  for (let offset = sweep.offset; ; ) {
    const { value, raw } = await client.changed(sweep.fromMs, sweep.toMs, offset);
    if (value.length === 0) return;
    const seen = JSON.stringify(value[0]);
    // A provider that ignores the offset would make the read loop forever.
    if (seen === previous) throw new ProviderError('provider', `WoRMS repetiu uma página em ${offset}`);
    previous = seen;
    offset += value.length;
    yield { page: pageOf(value, [raw]), next: offset };
    if (value.length < PAGE_ROWS) return;
  }
}

/** Records of the wanted names that are not known yet: by id where there is one, else by an exact match of the name. */
async function* unknown(
  client: WormsClient,
  wanted: readonly WantedTaxon[],
  context: PullContext,
): AsyncGenerator<PageContent> {
  const missing = wanted.filter(({ known }) => !known);
  for (const ids of batches(missing.flatMap(({ aphiaId }) => (aphiaId === null ? [] : [aphiaId])))) {
    const { value, raw } = await client.byIds(ids);
    yield pageOf(
      // An id that does not exist may come as null in its place.
      value.filter((row) => row !== null),
      [raw],
    );
  }
  const named = missing.filter(({ aphiaId }) => aphiaId === null).map(({ scientificName }) => scientificName);
  const open: string[] = [];
  for (const names of batches(named)) {
    const { value, raw } = await client.byNames(names);
    const matched = value.map(exactMatch);
    open.push(...names.filter((_, index) => matched[index] === null));
    yield pageOf(
      matched.filter((row) => row !== null),
      [raw],
    );
  }
  if (open.length > 0)
    context.log('info', 'Nomes sem correspondência exata no WoRMS', { count: open.length, names: open.slice(0, 20) });
}

/** Common names and classification of the most wanted names whose record is known. */
async function* details(
  client: WormsClient,
  wanted: readonly WantedTaxon[],
  context: PullContext,
): AsyncGenerator<PageContent> {
  const startedMs = context.nowMs();
  const ids = wanted.flatMap(({ aphiaId }) => (aphiaId === null ? [] : [aphiaId])).slice(0, DETAILS_PER_RUN);
  for (let start = 0; start < ids.length; start += DETAILS_PER_PAGE) {
    if (context.nowMs() - startedMs > DETAILS_MS)
      return context.log('info', 'Nomes comuns e classificações: o resto fica para a próxima execução', {
        done: start,
        left: ids.length - start,
      });
    const some = ids.slice(start, start + DETAILS_PER_PAGE);
    const base = await client.byIds(some);
    const mapped = pageOf(
      base.value.filter((row) => row !== null),
      [base.raw],
    );
    const raw: RawBody[] = [base.raw];
    const records: TaxonRecord[] = [];
    for (const record of mapped.records) {
      if (record.kind !== 'taxon') continue;
      const [vernaculars, classification] = await Promise.all([
        client.vernaculars(record.aphiaId),
        client.classification(record.aphiaId),
      ]);
      raw.push(...[vernaculars.raw, classification.raw].filter(({ bytes }) => bytes.length > 0));
      records.push({ ...record, details: detailsOf(vernaculars.value, classification.value) });
    }
    yield { ...mapped, records, raw };
  }
}

function pageOf(rows: readonly unknown[], raw: readonly RawBody[]): PageContent {
  const mapped = mapTaxa(rows);
  if (mapped.drifted)
    throw new ProviderError('schema', `WoRMS mudou de forma: ${mapped.rejected[0]?.reason ?? 'sem registos'}`);
  return { records: mapped.records, rejected: mapped.rejected, raw, progress: null };
}

export const worms: Connector = {
  id: 'worms',
  name: 'WoRMS – Taxonomia marinha',
  provider: 'World Register of Marine Species',
  description: 'Nomes aceites, sinónimos, classificação, ambiente e nomes comuns das espécies registadas.',
  category: 'international',
  source: 'others',
  defaultBaseUrl: 'https://www.marinespecies.org/rest',
  credentialNames: [],
  licence: 'CC BY 4.0',
  citation:
    'WoRMS Editorial Board: World Register of Marine Species. https://www.marinespecies.org, VLIZ, doi:10.14284/170',
  homepage: 'https://www.marinespecies.org',
  formatWitness: recordedBy(recorded),
  // Details are read for so many names a run: a week between two runs would leave most species without them.
  cron: '0 3 * * *',
  follows: 'occurrence',
  timeoutSeconds: 300,
  freshnessLimitHours: 8 * 24,
  freshnessBy: 'retrieval',
  streams: [taxa],
};

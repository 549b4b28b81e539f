import { dayMs, isoDate, parseIsoDate } from '@kianda/geo';
import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import { type Connector, type Page, type PullContext, type PullInput, stream } from '../core/port.ts';
import { replayThrough } from '../core/replay.ts';
import { recordedBy } from '../core/witness.ts';
import { type Band, halves, WHOLE } from './area.ts';
import { createGbifClient, type GbifClient, type GbifFilter } from './client.ts';
import { mapOccurrences } from './map.ts';
import recorded from './recorded/sources.json' with { type: 'json' };
import { MAX_SEARCH_OFFSET, MOST_ROWS } from './wire.ts';

/** Most records of one part: a page more would pass the search's last offset. */
const MOST_PER_PART = MAX_SEARCH_OFFSET - MOST_ROWS;

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const span = z.object({ from: day, to: day });
const partSchema = z.object({ south: z.number(), north: z.number(), interpreted: span.nullable() });
type Part = z.infer<typeof partSchema>;

const cursorSchema = z.object({
  /** All records interpreted before this day are stored; null before the first full read ended. */
  interpretedTo: day.nullable(),
  /** The remaining parts of the full read in progress, first part first; null without one. */
  sweep: z
    .object({
      to: day,
      parts: z.array(partSchema),
      /** Records of the first part that are stored; null before it was counted. */
      offset: z.number().int().nonnegative().nullable(),
      done: z.number().int().nonnegative(),
      expected: z.number().int().nonnegative(),
    })
    .nullable(),
});
type Cursor = z.infer<typeof cursorSchema>;
type Sweep = NonNullable<Cursor['sweep']>;

/**
 * The first run takes everything, later ones what was interpreted since. Both go on where they were stopped. The cursor
 * is a day, because `lastInterpreted` filters by days: the last one is asked for again.
 */
export const occurrences = stream<Cursor>({
  id: 'occurrences',
  recordKind: 'occurrence',
  cursorSchema,
  replayRow: replayThrough(mapOccurrences),
  async *pull(input, settings, context) {
    const client = createGbifClient(settings, context);
    const before: Cursor = input.cursor ?? { interpretedTo: null, sweep: null };
    if (input.mode === 'backfill') return yield* backfill(client, before, input, context);
    const today = isoDate(context.nowMs());
    const since = input.mode === 'full' ? null : before.interpretedTo;
    // A provider's clock ahead of ours put the cursor into tomorrow: an interval that ends before it begins is refused.
    const from = [since ?? today, today].toSorted()[0] ?? today;
    const interpreted = since === null ? null : { from, to: today };
    const begun = input.mode === 'full' ? null : before.sweep;
    const sweep = begun ?? { to: today, parts: [{ ...WHOLE, interpreted }], offset: null, done: 0, expected: 0 };
    for await (const step of run(client, sweep, null, context))
      yield { ...step.page, cursor: { interpretedTo: before.interpretedTo, sweep: step.sweep } };
    yield { records: [], rejected: [], raw: [], progress: 1, cursor: { interpretedTo: sweep.to, sweep: null } };
  },
});

/** Records whose event lies in the window; the cursor of the full reads does not change. */
async function* backfill(
  client: GbifClient,
  cursor: Cursor,
  input: PullInput<Cursor>,
  context: PullContext,
): AsyncGenerator<Page<Cursor>> {
  if (input.window === undefined) throw new ProviderError('request', 'Recuperação sem janela de datas');
  const observed = { from: isoDate(input.window.fromMs), to: isoDate(input.window.toMs) };
  const sweep: Sweep = {
    to: observed.to,
    parts: [{ ...WHOLE, interpreted: null }],
    offset: null,
    done: 0,
    expected: 0,
  };
  for await (const step of run(client, sweep, observed, context)) yield { ...step.page, cursor };
}

type Step = { readonly page: Omit<Page<Cursor>, 'cursor'>; readonly sweep: Sweep };

/**
 * Reads the parts of a full read one after the other; a part with more records than the search can return is cut in two
 * first.
 */
async function* run(
  client: GbifClient,
  start: Sweep,
  observed: GbifFilter['observed'],
  context: PullContext,
): AsyncGenerator<Step> {
  let { done, expected, offset } = start;
  let parts = start.parts;
  let leftOut = 0;
  for (let part = parts[0]; part !== undefined; part = parts[0]) {
    const filter: GbifFilter = { band: part, interpreted: part.interpreted, observed };
    if (offset === null) {
      const count = await client.count(filter);
      if (expected === 0) expected = count;
      const cut = count > MOST_PER_PART ? cutInTwo(part) : null;
      if (cut !== null) {
        parts = [...cut, ...parts.slice(1)];
        continue;
      }
      offset = 0;
    }
    let previousKey: number | null = null;
    for (let ended = false; !ended; ) {
      const { page, raw } = await client.search(filter, offset);
      const firstKey = keyOf(page.results[0]);
      // A cache that hands out the page before would make us skip one: an offset does not identify its rows.
      if (firstKey !== null && firstKey === previousKey)
        throw new ProviderError('provider', `GBIF repetiu uma página: o registo ${firstKey} voltou em ${offset}`);
      if (page.results.length === 0 && !page.endOfRecords)
        throw new ProviderError('provider', `GBIF: página vazia em ${offset} de ${page.count}`);
      previousKey = firstKey;
      const mapped = mapOccurrences(page.results);
      if (mapped.drifted)
        throw new ProviderError('schema', `GBIF mudou de forma: ${mapped.rejected[0]?.reason ?? 'sem registos'}`);
      offset += page.results.length;
      done += page.results.length;
      leftOut += mapped.leftOut;
      ended = page.endOfRecords;
      if (ended) parts = parts.slice(1);
      yield {
        page: {
          records: mapped.records,
          rejected: mapped.rejected,
          raw: [raw],
          progress: expected > 0 ? Math.min(1, done / expected) : null,
        },
        sweep: { to: start.to, parts: [...parts], offset: ended ? null : offset, done, expected },
      };
    }
    offset = null;
  }
  if (leftOut > 0)
    context.log('info', 'Registos do GBIF em terra, fósseis ou em cativeiro, deixados de fora', { leftOut });
}

/** By days of interpretation where there are several, else by latitude: a dataset is often interpreted in one day. */
function cutInTwo(part: Part): readonly [Part, Part] {
  const { interpreted } = part;
  if (interpreted !== null && interpreted.from < interpreted.to) {
    const fromMs = parseIsoDate(interpreted.from);
    const middleMs = fromMs + Math.floor((parseIsoDate(interpreted.to) - fromMs) / 2 / dayMs) * dayMs;
    return [
      { ...part, interpreted: { from: interpreted.from, to: isoDate(middleMs) } },
      { ...part, interpreted: { from: isoDate(middleMs + dayMs), to: interpreted.to } },
    ];
  }
  const bands: readonly [Band, Band] | null = halves(part);
  if (bands === null)
    throw new ProviderError('request', `GBIF: mais de ${MOST_PER_PART} registos num paralelo (${part.south}°)`);
  return [
    { ...bands[0], interpreted },
    { ...bands[1], interpreted },
  ];
}

function keyOf(row: unknown): number | null {
  const key = typeof row === 'object' && row !== null && 'key' in row ? row.key : null;
  return typeof key === 'number' ? key : null;
}

export const gbif: Connector = {
  id: 'gbif',
  name: 'GBIF – Biodiversidade',
  provider: 'Global Biodiversity Information Facility',
  description: 'Ocorrências de espécies no mar de Angola e na orla, com a licença de cada registo.',
  category: 'international',
  source: 'gbif',
  defaultBaseUrl: 'https://api.gbif.org/v1',
  credentialNames: [],
  licence: 'CC0, CC BY ou CC BY-NC, por registo',
  citation: 'GBIF.org: GBIF occurrence search. Global Biodiversity Information Facility. https://www.gbif.org',
  homepage: 'https://www.gbif.org',
  formatWitness: recordedBy(recorded),
  cron: '30 1 * * *',
  timeoutSeconds: 600,
  freshnessLimitHours: 48,
  freshnessBy: 'retrieval',
  streams: [occurrences],
};

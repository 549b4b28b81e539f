import { dayMs, hourMs } from '@kianda/geo';
import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import { type Connector, type Page, type PullContext, stream } from '../core/port.ts';
import { replayThrough } from '../core/replay.ts';
import { recordedBy } from '../core/witness.ts';
import { createCdseClient, dateOf, type Listing, type OrderKey } from './client.ts';
import { mapDeleted, mapProducts } from './map.ts';
import recorded from './recorded/sources.json' with { type: 'json' };

const FIRST_DAYS = 7;
const FULL_DAYS = 60;
/** Products that enter the catalogue together may become visible one after the other. */
const REDO_MS = hourMs;

const cursorSchema = z.object({
  /** Publication of the newest product stored; null before the first. */
  publishedMs: z.number().int().nullable(),
  /** Withdrawals before this instant were asked for; null before the first run. */
  deletedMs: z.number().int().nullable(),
});
type Cursor = z.infer<typeof cursorSchema>;

/** Sentinel-3 water products over the sea of Angola, and those withdrawn. Metadata only: files are not fetched. */
const products = stream<Cursor>({
  id: 'products',
  recordKind: 'product',
  cursorSchema,
  replayRow: replayThrough(mapProducts),
  async *pull(input, settings, context) {
    const client = createCdseClient(settings, context);
    const before = input.cursor ?? { publishedMs: null, deletedMs: null };
    const nowMs = context.nowMs();
    if (input.mode === 'backfill') {
      if (input.window === undefined) throw new ProviderError('request', 'Recuperação sem janela de datas');
      const span = { fromMs: input.window.fromMs, toMs: Math.min(nowMs, input.window.toMs + 1) };
      for await (const step of pages(client.products('ContentDate/Start', span), 'ContentDate/Start', mapProducts))
        yield { ...step.page, cursor: before };
      return;
    }
    const full = input.mode === 'full';
    const firstMs = nowMs - (full ? FULL_DAYS : FIRST_DAYS) * dayMs;
    const fromMs = full || before.publishedMs === null ? firstMs : before.publishedMs - REDO_MS;
    let cursor = before;
    const listed = client.products('PublicationDate', { fromMs, toMs: nowMs });
    for await (const { page, newestMs } of pages(listed, 'PublicationDate', mapProducts)) {
      const publishedMs = Math.max(cursor.publishedMs ?? 0, newestMs ?? fromMs);
      cursor = { ...cursor, publishedMs };
      yield { ...page, cursor };
    }
    yield* withdrawn(client, cursor, full || before.deletedMs === null ? firstMs : before.deletedMs - REDO_MS, context);
  },
});

async function* withdrawn(
  client: ReturnType<typeof createCdseClient>,
  cursor: Cursor,
  fromMs: number,
  context: PullContext,
): AsyncGenerator<Page<Cursor>> {
  const toMs = context.nowMs();
  for await (const { page } of pages(client.deleted({ fromMs, toMs }), 'DeletionDate', mapDeleted))
    yield { ...page, progress: null, cursor };
  yield { records: [], rejected: [], raw: [], progress: 1, cursor: { ...cursor, deletedMs: toMs } };
}

type Step = { readonly page: Omit<Page<Cursor>, 'cursor'>; readonly newestMs: number | null };

/** Answers as pages, each with the newest date in it. Throws `schema` when not one row of an answer can be read. */
async function* pages(listings: AsyncIterable<Listing>, key: OrderKey, map: typeof mapProducts): AsyncGenerator<Step> {
  let done = 0;
  let total: number | null = null;
  for await (const listing of listings) {
    const { records, rejected, drifted } = map(listing.rows);
    if (drifted) throw new ProviderError('schema', `O catálogo do CDSE mudou de forma: ${rejected[0]?.reason}`);
    done += listing.rows.length;
    total ??= listing.total;
    // The withdrawn ones come after, so the progress never reaches 1.
    const progress = total === null || total === 0 ? null : Math.min(0.95, done / total);
    const dates = listing.rows.map((row) => dateOf(row, key)).filter((date) => date !== null);
    const newestMs = dates.length === 0 ? null : dates.reduce((a, b) => Math.max(a, b));
    yield { page: { records, rejected, raw: [listing.raw], progress }, newestMs };
  }
}

export const cdseSentinel3: Connector = {
  id: 'cdse-sentinel3',
  name: 'CDSE Sentinel-3 (OLCI/SLSTR)',
  provider: 'Copernicus Data Space Ecosystem',
  description:
    'Catálogo dos produtos do Sentinel-3 sobre o mar de Angola: cor do oceano (OLCI), temperatura (SLSTR) e altimetria (SRAL).',
  category: 'international',
  source: 'others',
  defaultBaseUrl: 'https://catalogue.dataspace.copernicus.eu/odata/v1',
  // Not read by the stream: the integration panel asks them how they are.
  defaultExtraBaseUrls: {
    stac: 'https://stac.dataspace.copernicus.eu/v1',
    opensearch: 'https://catalogue.dataspace.copernicus.eu/resto/api',
    identity: 'https://identity.dataspace.copernicus.eu/auth/realms/CDSE',
  },
  credentialNames: [],
  licence: 'Dados Copernicus Sentinel: livres e abertos',
  citation: 'Contains modified Copernicus Sentinel data, Copernicus Data Space Ecosystem',
  homepage: 'https://dataspace.copernicus.eu',
  formatWitness: recordedBy(recorded),
  cron: '15 */6 * * *',
  timeoutSeconds: 300,
  // The satellites pass over Angola in the morning; a day's products come up to six hours later.
  freshnessLimitHours: 30,
  streams: [products],
};

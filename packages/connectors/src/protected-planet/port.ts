import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import type { WithdrawnAreaRecord } from '../core/geo-records.ts';
import { type Connector, type PullInput, stream } from '../core/port.ts';
import { replayThrough } from '../core/replay.ts';
import { DOCUMENTED } from '../core/witness.ts';
import { fetchSites } from './client.ts';
import { mapSites } from './map.ts';
import { SITES_PER_PAGE } from './wire.ts';

/** A provider that never ends its paging must not keep a run alive. */
const MOST_PAGES = 200;

const cursorSchema = z.object({
  /** Page to read next: 1 when the last full read ended. */
  nextPage: z.number().int().min(1),
  /** Sites of the pages read so far in this full read. */
  seen: z.array(z.string()),
  /** Sites of the last full read. */
  known: z.array(z.string()),
});
type Cursor = z.infer<typeof cursorSchema>;

const START: Cursor = { nextPage: 1, seen: [], known: [] };

/** Protected areas of Angola, the whole register in each full read, because it does not mark changes. */
const sites = stream<Cursor>({
  id: 'sites',
  recordKind: 'protected-area',
  cursorSchema,
  replayRow: replayThrough(mapSites),
  async *pull(input, settings, context) {
    const before = input.cursor ?? START;
    const wanted = wantedBy(input);
    const sweeps = input.mode === 'incremental';
    const seen = new Set(sweeps ? before.seen : []);
    for (let page = sweeps ? before.nextPage : 1; page <= MOST_PAGES; page += 1) {
      const { rows, total, raw } = await fetchSites(settings, context, page);
      const { records, rejected, drifted } = mapSites(rows);
      if (drifted) throw new ProviderError('schema', `Protected Planet: ${rejected[0]?.reason ?? ''}`);
      if (records.length > 0 && records.every(({ siteId }) => seen.has(siteId)))
        throw new ProviderError('provider', `Protected Planet: a página ${page} repete uma anterior`);
      for (const { siteId } of records) seen.add(siteId);
      const last = rows.length < SITES_PER_PAGE || (total !== null && page * SITES_PER_PAGE >= total);
      // Pages have no order of their own: a site may fall between two of them, and must not count as withdrawn.
      const isComplete = last && total !== null && total > 0 && seen.size === total;
      if (last && !isComplete)
        context.log('warn', 'A lista da Protected Planet não veio completa', { total, read: seen.size });
      const gone = isComplete && input.mode !== 'backfill' ? before.known.filter((siteId) => !seen.has(siteId)) : [];
      yield {
        records: [...records.filter(wanted), ...gone.map(withdrawn)],
        rejected,
        raw: [raw],
        progress: last ? 1 : total === null ? null : Math.min(1, (page * SITES_PER_PAGE) / total),
        cursor:
          input.mode === 'backfill'
            ? before
            : last
              ? { ...START, known: isComplete ? [...seen] : [...new Set([...before.known, ...seen])] }
              : { nextPage: page + 1, seen: [...seen], known: before.known },
      };
      if (last) return;
    }
    throw new ProviderError('provider', `Protected Planet: mais de ${MOST_PAGES} páginas`);
  },
});

/** A window chooses the sites whose legal status is of its days. Throws `request` for a backfill without one. */
function wantedBy(input: PullInput<Cursor>): (site: { readonly legalStatusDate: string | null }) => boolean {
  if (input.mode !== 'backfill') return () => true;
  const { window } = input;
  if (window === undefined) throw new ProviderError('request', 'Recuperação sem janela de datas');
  return ({ legalStatusDate }) => {
    const timeMs = legalStatusDate === null ? Number.NaN : Date.parse(legalStatusDate);
    return timeMs >= window.fromMs && timeMs <= window.toMs;
  };
}

function withdrawn(siteId: string): WithdrawnAreaRecord {
  return { kind: 'protected-area', siteId, withdrawn: true };
}

export const protectedPlanet: Connector = {
  id: 'protected-planet',
  name: 'Protected Planet (WDPA)',
  provider: 'UNEP-WCMC Protected Planet',
  description: 'Áreas protegidas de Angola: limites, designação, categoria da UICN, estatuto legal e governação.',
  category: 'international',
  source: 'others',
  defaultBaseUrl: 'https://api.protectedplanet.net',
  credentialNames: ['token'],
  licence: 'WDPA: uso não comercial; sem redistribuição das geometrias em bruto',
  citation:
    'UNEP-WCMC and IUCN, Protected Planet: The World Database on Protected Areas (WDPA), Cambridge, UK, www.protectedplanet.net',
  homepage: 'https://www.protectedplanet.net',
  formatWitness: DOCUMENTED,
  cron: '0 4 2 * *',
  timeoutSeconds: 300,
  freshnessLimitHours: 45 * 24,
  freshnessBy: 'retrieval',
  async checkAccess(settings, context) {
    await fetchSites(settings, context, 1);
  },
  streams: [sites],
};

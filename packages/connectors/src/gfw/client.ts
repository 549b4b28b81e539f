import { ProviderError } from '../core/failures.ts';
import type { RawBody } from '../core/http.ts';
import { parseJson } from '../core/parse.ts';
import type { ConnectorSettings } from '../core/port.ts';
import { rowsOfTile, type Tile } from '../core/vector-tile.ts';
import { createReports, type DateRange, type GfwReport, type Polling, type ReportRequest } from './reports.ts';
import { createTransport, type GfwContext, type GfwQuotaHeaders, type GfwTransport, indexed } from './transport.ts';
import {
  ANGOLA_EEZ,
  eventsWire,
  type InsightsWire,
  insightsWire,
  type RegionsWire,
  regionsWire,
  TILE_LAYER,
  type VesselWire,
  vesselsWire,
  vesselWire,
} from './wire.ts';

export const PRESENCE_DATASET = 'public-global-presence:latest';
export const RADAR_DATASET = 'public-global-sar-presence:latest';
export const STRUCTURE_DATASET = 'public-fixed-infrastructure-filtered:latest';
export const IDENTITY_DATASET = 'public-global-vessel-identity:latest';
export const EVENT_DATASETS = [
  'public-global-fishing-events:latest',
  'public-global-encounters-events:latest',
  'public-global-loitering-events:latest',
  'public-global-gaps-events:latest',
  'public-global-port-visits-events:latest',
] as const;

/** `query` (name, MMSI, IMO or call sign, three characters at least) or `where`, never both. */
export type VesselSearch = {
  readonly query?: string;
  readonly where?: string;
  /** 50 at most. */
  readonly limit?: number;
  /** End of the previous page. */
  readonly since?: string;
};

export type EventQuery = {
  readonly range: DateRange;
  readonly datasets?: readonly string[];
  readonly vessels?: readonly string[];
  readonly limit: number;
  readonly offset: number;
};

export type GfwPage = { readonly rows: readonly unknown[]; readonly raw: RawBody };

export type GfwClient = {
  /** Presence of every vessel in the EEZ, by day and 0.1° cell. */
  presence(range: DateRange): Promise<GfwReport>;
  /** Any 4wings report on the EEZ. */
  report(request: ReportRequest): Promise<GfwReport>;
  /** One page of vessels; `since` is null after the last. */
  searchVessels(search: VesselSearch): Promise<GfwPage & { readonly since: string | null; readonly total: number }>;
  /** Vessels by id, 50 at most, with all entries of registries. */
  vesselsById(ids: readonly string[]): Promise<GfwPage & { readonly notFound: readonly string[] }>;
  /** One vessel; null where there is none of that id. */
  vessel(id: string): Promise<VesselWire | null>;
  /** Events of the EEZ, oldest first; `nextOffset` is null after the last page. */
  events(query: EventQuery): Promise<GfwPage & { readonly nextOffset: number | null; readonly total: number }>;
  /** Events of one data set, by a GET that the provider may answer from its cache. */
  recentEvents(dataset: string, range: DateRange, limit: number): Promise<GfwPage>;
  insights(vesselId: string, range: DateRange): Promise<InsightsWire>;
  /** Regions of `public-eez-areas`, `public-mpa-all` or `public-rfmo`. */
  regions(dataset: string): Promise<RegionsWire>;
  /** Structures in one vector tile of the world. */
  structures(tile: Tile): Promise<GfwPage>;
  /** Quota in the newest answer of the provider to this process; null before any. */
  quota(): GfwQuotaHeaders | null;
};

export const defaultPolling: Polling = { pollMs: 10_000, maxPolls: 40 };

const region = { dataset: 'public-eez-areas', id: ANGOLA_EEZ };

/** Global Fishing Watch v3. Throws `ProviderError`: `auth` without a token, `quota` when another report delays ours. */
export function createGfwClient(
  settings: ConnectorSettings,
  context: GfwContext,
  polling: Polling = defaultPolling,
): GfwClient {
  const transport = createTransport(settings, context);
  const report = createReports(transport, context, polling);
  return {
    report,
    quota: transport.quota,
    presence: (range) =>
      report({ dataset: PRESENCE_DATASET, range, temporal: 'DAILY', spatial: 'LOW', groupBy: 'VESSEL_ID' }),
    ...vesselQueries(transport),
    ...eventQueries(transport),
    async regions(dataset) {
      return parseJson(await transport.get(`/datasets/${dataset}/context-layers`), regionsWire);
    },
    async structures({ z, x, y }) {
      const raw = await transport.get(`/datasets/${STRUCTURE_DATASET}/context-layers/${z}/${x}/${y}`);
      return { rows: rowsOfTile(raw, TILE_LAYER), raw };
    },
  };
}

function vesselQueries(transport: GfwTransport): Pick<GfwClient, 'searchVessels' | 'vesselsById' | 'vessel'> {
  return {
    async searchVessels(search) {
      const raw = await transport.get('/vessels/search', searchQuery(search));
      const { entries, since, total } = parseJson(raw, vesselsWire);
      return {
        rows: entries,
        raw,
        since: since == null || since === '' ? null : since,
        total: total ?? entries.length,
      };
    },

    async vesselsById(ids) {
      const query = {
        ...indexed('datasets', [IDENTITY_DATASET]),
        ...indexed('ids', ids),
        'registries-info-data': 'ALL',
      };
      const raw = await transport.get('/vessels', query);
      const { entries, metadata } = parseJson(raw, vesselsWire);
      return { rows: entries, raw, notFound: metadata?.idsNotFound ?? [] };
    },

    async vessel(id) {
      // One resource takes `dataset`, in the singular.
      const query = { dataset: IDENTITY_DATASET, 'registries-info-data': 'ALL' };
      try {
        return parseJson(await transport.get(`/vessels/${encodeURIComponent(id)}`, query), vesselWire);
      } catch (error) {
        if (error instanceof ProviderError && error.status === 404) return null;
        throw error;
      }
    },
  };
}

function eventQueries(transport: GfwTransport): Pick<GfwClient, 'events' | 'recentEvents' | 'insights'> {
  return {
    async events({ range, datasets = EVENT_DATASETS, vessels, limit, offset }) {
      const query = { limit: String(limit), offset: String(offset), sort: '+start' };
      const body = { datasets, ...range, region, ...(vessels === undefined ? {} : { vessels }) };
      const raw = await transport.post('/events', query, body);
      const { entries, nextOffset, total } = parseJson(raw, eventsWire);
      return { rows: entries, raw, nextOffset: nextOffset ?? null, total: total ?? entries.length };
    },

    async recentEvents(dataset, range, limit) {
      const raw = await transport.get('/events', {
        ...indexed('datasets', [dataset]),
        'start-date': range.startDate,
        'end-date': range.endDate,
        limit: String(limit),
        offset: '0',
        sort: '-start',
      });
      return { rows: parseJson(raw, eventsWire).entries, raw };
    },

    async insights(vesselId, range) {
      const body = {
        includes: ['FISHING', 'GAP', 'COVERAGE', 'VESSEL-IDENTITY-IUU-VESSEL-LIST'],
        ...range,
        vessels: [{ datasetId: IDENTITY_DATASET, vesselId }],
      };
      return parseJson(await transport.post('/insights/vessels', {}, body), insightsWire);
    },
  };
}

function searchQuery({ query, where, limit = 50, since }: VesselSearch): Record<string, string> {
  if ((query === undefined) === (where === undefined))
    throw new ProviderError('request', 'A pesquisa de embarcações leva «query» ou «where», e não os dois');
  if (query !== undefined && query.trim().length < 3)
    throw new ProviderError('request', `A pesquisa precisa de 3 caracteres; recebido «${query}»`);
  if (limit < 1 || limit > 50) throw new ProviderError('request', `Limite de 1 a 50 embarcações; recebido ${limit}`);
  return {
    ...indexed('datasets', [IDENTITY_DATASET]),
    ...indexed('includes', ['OWNERSHIP', 'AUTHORIZATIONS', 'MATCH_CRITERIA']),
    ...(query === undefined ? {} : { query: query.trim() }),
    ...(where === undefined ? {} : { where }),
    limit: String(limit),
    ...(since === undefined ? {} : { since }),
  };
}

/** A condition in the provider's language: texts in quotes, `mmsi` by the name it knows, no quote of the user's own. */
export function condition(field: 'flag' | 'mmsi' | 'imo' | 'callsign' | 'shipname', value: string): string {
  return `${field === 'mmsi' ? 'ssvid' : field}='${value.replaceAll(/['"]/g, '')}'`;
}

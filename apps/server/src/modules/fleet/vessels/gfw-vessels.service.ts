import { ProviderError, type VesselPresence } from '@kianda/connectors';
import { PRESENCE_DATASET } from '@kianda/connectors/gfw/client';
import { mapPresence } from '@kianda/connectors/gfw/map';
import { insightFigures, vesselDetail } from '@kianda/connectors/gfw/map-vessels';
import type { DateRange } from '@kianda/connectors/gfw/reports';
import { lastDayOf, lastPublished } from '@kianda/connectors/gfw/windows';
import type { DataOf, Provenance, QueryOf } from '@kianda/contract';
import {
  type GfwVessel,
  gfwAttribution,
  type gfwPresenceReport,
  type gfwVesselDetail,
  type gfwVesselInsights,
  type gfwVessels,
} from '@kianda/contract/fleet/vessels/gfw.contract';
import { dayMs } from '@kianda/geo';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { answeredFault, type GfwAccess } from './gfw-access.service.ts';
import type { StoredFleet } from './gfw-stored.repository.ts';
import { parseWhere } from './gfw-where.rules.ts';

/** Spec 3 §9. */
const cachedMs = 120_000;
const mostCached = 50;
const mostDays = 366;

type Fleet = { readonly vessels: readonly GfwVessel[]; readonly dataset: string | null; readonly range: DateRange };
type Answered<T> = { readonly value: T; readonly provenance: Provenance };

/** Faults that pass: the stored fleet serves meanwhile. */
const passing: ReadonlySet<ProviderError['failure']> = new Set(['timeout', 'network', 'quota', 'provider']);

type GfwVesselContext = {
  readonly access: GfwAccess;
  readonly stored: StoredFleet;
  readonly clock: Clock;
};

/** Vessels of the ZEE by the provider, asked on demand and cached for two minutes. */
export function createGfwVessels(context: GfwVesselContext) {
  return { vessels: fleetLookup(context), report: reportLookup(context), ...vesselLookups(context) };
}

/** Answers by key, loaded where none is cached; `observedMs` is the instant until which the data reach. */
function cachedAnswers<T>({ access, clock }: GfwVesselContext, name: string) {
  const cache = createCache<T>({ clock, ttlMs: cachedMs, maxStaleMs: 0, maxEntries: mostCached, name });
  return async (key: string, observedMs: number, load: () => Promise<T>): Promise<Answered<T>> => {
    const { value, storedAtMs } = await cache.get(key, load);
    return { value, provenance: await access.provenanceNow(observedMs, storedAtMs) };
  };
}

/** Spec 3 §7.4. Throws the faults of spec 3 §8; a passing one only where nothing is stored. */
function fleetLookup(context: GfwVesselContext) {
  const { access, stored, clock } = context;
  const fleets = cachedAnswers<Fleet>(context, 'gfw/fleets');
  const liveFleet = (range: DateRange) =>
    fleets(range.endDate, Date.parse(range.endDate), async () => {
      const { rows, dataset } = await access.raw((client) => client.presence(range));
      const { records, drifted } = mapPresence(rows);
      if (drifted) throw new ProviderError('schema', 'O relatório da Global Fishing Watch mudou de forma');
      return { vessels: fleetOf(records), dataset, range };
    });

  return async (query: QueryOf<typeof gfwVessels>): Promise<DataOf<typeof gfwVessels>> => {
    const matches = parseWhere(query.where);
    const answer = (vessels: readonly GfwVessel[], limit: number) => {
      const found = vessels.filter(matches);
      return { entries: found.slice(0, limit), total: found.length, limit, attribution: gfwAttribution };
    };
    if (!(await access.isConfigured())) throw answeredFault(new ProviderError('auth', 'no token'));
    try {
      const { value, provenance } = await liveFleet(lastPublished(clock.nowMs()));
      const { range, dataset } = value;
      const days = { from: range.startDate, to: lastDayOf(range) };
      return { ...answer(value.vessels, query.limit), dataset, origin: 'provider', ...days, provenance };
    } catch (error) {
      const isPassing = error instanceof ProviderError && passing.has(error.failure) && error.status !== 403;
      const storedFleet = isPassing ? await stored() : null;
      if (storedFleet === null) throw answeredFault(error);
      const { vessels, from, to, provenance } = storedFleet;
      return { ...answer(vessels, query.limit), dataset: null, origin: 'stored', from, to, provenance };
    }
  };
}

/** Spec 3 §7.4: the provider's rows as they come. */
function reportLookup(context: GfwVesselContext) {
  const { access, clock } = context;
  const reports = cachedAnswers<Omit<DataOf<typeof gfwPresenceReport>, 'provenance' | 'attribution'>>(
    context,
    'gfw/reports',
  );
  return async (query: QueryOf<typeof gfwPresenceReport>): Promise<DataOf<typeof gfwPresenceReport>> => {
    const range = rangeOf(query['date-range']) ?? lastPublished(clock.nowMs());
    const filter = query['filters[0]'];
    const key = JSON.stringify([range, query]);
    const { value, provenance } = await reports(key, Date.parse(range.endDate), async () => {
      const { rows, dataset } = await access.ask((client) =>
        client.report({
          dataset: PRESENCE_DATASET,
          range,
          temporal: query['temporal-resolution'],
          spatial: query['spatial-resolution'],
          groupBy: query['group-by'],
          ...(filter === undefined || filter.trim() === '' ? {} : { filter }),
        }),
      );
      const data = rows.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null);
      return { data, total: data.length, dataset, 'date-range': `${range.startDate},${range.endDate}` };
    });
    return { ...value, attribution: gfwAttribution, provenance };
  };
}

function vesselLookups(context: GfwVesselContext) {
  const { access, clock } = context;
  const details = cachedAnswers<ReturnType<typeof vesselDetail> | null>(context, 'gfw/details');
  const insights = cachedAnswers<ReturnType<typeof insightFigures>>(context, 'gfw/insights');
  return {
    async detail(vesselId: string): Promise<DataOf<typeof gfwVesselDetail>> {
      const nowMs = clock.nowMs();
      const { value, provenance } = await details(vesselId, nowMs, async () => {
        const found = await access.ask((client) => client.vessel(vesselId));
        return found === null ? null : vesselDetail(found);
      });
      if (value === null) throw unknownVessel(vesselId);
      return { vesselId, ...value, attribution: gfwAttribution, provenance };
    },

    async insights(
      vesselId: string,
      { from, to }: QueryOf<typeof gfwVesselInsights>,
    ): Promise<DataOf<typeof gfwVesselInsights>> {
      const range = rangeOf(`${from},${to}`) ?? { startDate: from, endDate: to };
      const { value, provenance } = await insights(`${vesselId} ${from} ${to}`, Date.parse(to), async () =>
        insightFigures(await access.ask((client) => client.insights(vesselId, range))),
      );
      return { vesselId, from, to, ...value, attribution: gfwAttribution, provenance };
    },
  };
}

const unknownVessel = (vesselId: string) =>
  new AppError('not_found', { detail: `A Global Fishing Watch não conhece a embarcação «${vesselId}».` });

/** Throws `validation_failed` for days that are none, in the wrong order or too many. */
function rangeOf(text: string | undefined): DateRange | null {
  if (text === undefined) return null;
  const [startDate = '', endDate = ''] = text.split(',');
  const days = (Date.parse(endDate) - Date.parse(startDate)) / dayMs;
  if (days > 0 && days <= mostDays) return { startDate, endDate };
  const detail = `Período «${text}» inválido; esperado início,fim (exclusive) de 1 a ${mostDays} dias.`;
  throw new AppError('validation_failed', { detail, issues: [{ path: 'query.date-range', message: detail }] });
}

/** Type of the specification; the provider's other words are unknown. */
function typeOf(word: string | null): GfwVessel['vesselType'] {
  const type = word?.toLowerCase();
  if (type === 'bunker') return 'support';
  return type === 'fishing' || type === 'carrier' || type === 'support' || type === 'passenger' ? type : 'unknown';
}

const iso = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs).toISOString());

/** Later days first, then more hours; cells with as many by their corner, as the database orders them. */
function comesBefore(a: VesselPresence, b: VesselPresence): boolean {
  if (a.date !== b.date) return a.date > b.date;
  if (a.hours !== b.hours) return a.hours > b.hours;
  return a.lon === b.lon ? a.lat < b.lat : a.lon < b.lon;
}

/** Each vessel once, in the cell where it was longest on its last day; the last to transmit come first. */
function fleetOf(records: readonly VesselPresence[]): GfwVessel[] {
  const last = new Map<string, VesselPresence>();
  for (const record of records) {
    const known = last.get(record.vesselId);
    if (known === undefined || comesBefore(record, known)) last.set(record.vesselId, record);
  }
  return [...last.values()]
    .map((record) => ({
      id: record.vesselId,
      vesselId: record.vesselId,
      name: record.shipName,
      vesselType: typeOf(record.vesselType),
      gearType: record.gearType,
      flag: record.flag,
      imo: record.imo,
      callsign: record.callsign,
      mmsi: record.ssvid,
      firstTransmissionDate: iso(record.firstTransmissionMs),
      lastTransmissionDate: iso(record.lastTransmissionMs),
      geom: { type: 'Point' as const, coordinates: [record.lon, record.lat] as [number, number] },
    }))
    .toSorted(
      (a, b) => (b.lastTransmissionDate ?? '').localeCompare(a.lastTransmissionDate ?? '') || a.id.localeCompare(b.id),
    );
}

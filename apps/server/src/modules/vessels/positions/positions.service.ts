import type { Provenance } from '@kianda/contract';
import { worstProvenance } from '@kianda/contract';
import { dayMs, hourMs } from '@kianda/geo';
import { simplifyTrack } from '@kianda/science/ais/track';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ProvenanceOf } from '../../connectors/index.ts';
import type { Bbox, PositionReader } from './read.repository.ts';

/** Rows of one track: some thirty days of a vessel that reports every ten seconds, thinned by its class. */
const mostPoints = 200_000;
const longestTrackMs = 400 * dayMs;
const defaultTrackMs = dayMs;
/** A silence that a drawn line must not hide. */
const gapMs = hourMs;
/** What was being stored while an answer was read is told again by the next: screens replace by vessel. */
const overlapMs = 5_000;

const nonePresent: Provenance = {
  state: 'fallback',
  reason: 'Ainda sem posições de embarcações: nenhuma fonte AIS ou VMS entregou dados.',
};

export type LatestQuery = {
  readonly bbox?: Bbox | undefined;
  readonly since?: string | undefined;
  readonly maxAgeHours?: number | undefined;
  readonly after: number;
  readonly limit: number;
};

type ReadRow = { readonly origin_id: number; readonly time: Date };

/** Positions as screens see them: the newest of each vessel, and the track of one. */
export function createPositionService(reader: PositionReader, provenanceOf: ProvenanceOf, clock: Clock) {
  /** Provenance of what rows tell together: for each stream that brought them, by its newest. */
  async function provenanceOfRows(rows: readonly ReadRow[], retrievedMs: (row: ReadRow) => number) {
    const origins = await reader.origins([...new Set(rows.map((row) => row.origin_id))]);
    const byId = new Map(origins.map((origin) => [origin.id, origin]));
    const newest = new Map<string, { row: ReadRow; origin: (typeof origins)[number] }>();
    for (const row of rows) {
      const origin = byId.get(row.origin_id);
      if (origin === undefined) continue;
      const key = `${origin.connector_id}/${origin.stream_id}/${origin.simulated_seed}`;
      const known = newest.get(key);
      if (known === undefined || known.row.time < row.time) newest.set(key, { row, origin });
    }
    const inputs = await Promise.all(
      [...newest.values()].map(({ row, origin }) =>
        provenanceOf({
          connectorId: origin.connector_id,
          streamId: origin.stream_id,
          observedAtMs: row.time.getTime(),
          retrievedAtMs: retrievedMs(row),
          simulatedSeed: origin.simulated_seed,
        }),
      ),
    );
    const simulated = new Set(origins.filter((origin) => origin.simulated_seed !== null).map(({ id }) => id));
    return { provenance: inputs.length === 0 ? nonePresent : worstProvenance(inputs), simulated };
  }

  /** Names of the feeds whose bits are set. */
  async function feedNames(): Promise<(sources: number) => string[]> {
    const feeds = await reader.feeds();
    return (sources) => feeds.filter(({ id }) => Math.floor(sources / 2 ** id) % 2 === 1).map(({ name }) => name);
  }

  return {
    async latest(query: LatestQuery) {
      const nowMs = clock.nowMs();
      const rows = await reader.latest({
        bbox: query.bbox ?? null,
        storedAfter: query.since === undefined ? null : new Date(query.since),
        heardAfter: query.maxAgeHours === undefined ? null : new Date(nowMs - query.maxAgeHours * hourMs),
        after: query.after,
        limit: query.limit,
      });
      const stored = new Map(rows.map((row) => [row.id, row.stored_at.getTime()]));
      const { provenance, simulated } = await provenanceOfRows(
        rows,
        (row) => stored.get((row as (typeof rows)[number]).id) ?? nowMs,
      );
      const names = await feedNames();
      return {
        data: {
          positions: rows.map((row) => ({
            ...vesselOf(row),
            ...placeOf(row),
            sources: names(row.sources),
            simulated: simulated.has(row.origin_id),
          })),
          nextAfter: rows.length < query.limit ? null : (rows.at(-1)?.id ?? null),
          asOf: new Date(nowMs - overlapMs).toISOString(),
        },
        provenance,
      };
    },

    async track(id: number, query: { from?: string | undefined; to?: string | undefined; toleranceMeters: number }) {
      const ship = await reader.ship(id);
      if (ship === undefined) throw new AppError('not_found', { detail: `Não existe a embarcação ${id}.` });
      const toMs = query.to === undefined ? clock.nowMs() : Date.parse(query.to);
      const fromMs = query.from === undefined ? toMs - defaultTrackMs : Date.parse(query.from);
      if (toMs - fromMs > longestTrackMs)
        throw new AppError('validation_failed', { detail: 'Um trajeto tem no máximo 400 dias.' });
      const rows = (await reader.track(id, new Date(fromMs), new Date(toMs), mostPoints)).reverse();
      const { provenance } = await provenanceOfRows(rows, () => clock.nowMs());
      const [names, identities] = await Promise.all([feedNames(), reader.identities(id)]);
      const timed = rows.map((row) => ({ row, timeMs: row.time.getTime(), lon: row.lon, lat: row.lat }));
      const points = simplifyTrack(timed, { toleranceMeters: query.toleranceMeters, gapMs });
      return {
        data: {
          vessel: vesselOf(ship),
          from: new Date(fromMs).toISOString(),
          to: new Date(toMs).toISOString(),
          toleranceMeters: query.toleranceMeters,
          recorded: rows.length,
          truncated: rows.length === mostPoints,
          points: points.map(({ row }) => ({ ...placeOf(row), sources: names(row.sources) })),
          identities: identities.map((period) => ({
            source: period.feed,
            from: period.from_at.toISOString(),
            to: period.to_at.toISOString(),
            name: period.ship_name,
            callsign: period.callsign,
            imo: period.imo,
            flag: period.flag,
            registration: period.registration,
          })),
        },
        provenance:
          rows.length > 0
            ? provenance
            : { state: 'fallback' as const, reason: 'Sem posições desta embarcação no período pedido.' },
      };
    },
  };
}

type ShipRow = NonNullable<Awaited<ReturnType<PositionReader['ship']>>>;

function vesselOf(row: ShipRow) {
  return {
    id: row.id,
    key: row.key,
    mmsi: row.mmsi,
    name: row.ship_name,
    callsign: row.callsign,
    imo: row.imo,
    flag: row.flag,
    registration: row.registration,
    shipType: row.ship_type,
    lengthMeters: row.length_meters,
    widthMeters: row.width_meters,
  };
}

type PlaceRow = Awaited<ReturnType<PositionReader['track']>>[number];

function placeOf(row: Omit<PlaceRow, 'ship_id'>) {
  return {
    time: row.time.toISOString(),
    lon: row.lon,
    lat: row.lat,
    speedKnots: row.speed_knots,
    courseDegrees: row.course_degrees,
    headingDegrees: row.heading_degrees,
    navigationStatus: row.navigation_status,
  };
}

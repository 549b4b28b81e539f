import type { VesselGear, VesselIdentityRecord } from '@kianda/connectors';
import { type Kysely, sql } from 'kysely';
import type { Origin } from '../../../ingestion/connectors/index.ts';
import type { Registers } from './registers.ts';
import type { PositionTables } from './tables.ts';

export type GearClaimRow = {
  readonly ship_id: number;
  readonly source: string;
  readonly gear: string;
  readonly from_at: Date | null;
  readonly to_at: Date | null;
};

/** Stores the gears that sources give vessels: one row a ship, source and gear, over the whole time that it was given. */
export function createGearStore(db: Kysely<PositionTables>, registers: Registers) {
  return {
    async store(records: readonly VesselIdentityRecord[], origin: Origin): Promise<void> {
      const withGears = records.filter(({ gears = [] }) => gears.length > 0);
      if (withGears.length === 0) return;
      const ships = await registers.shipIds(withGears);
      const originId = await registers.originId(origin);
      const rows = new Map<string, VesselGear & { readonly shipId: number }>();
      for (const { vesselKey, gears = [] } of withGears) {
        for (const one of gears) {
          const shipId = ships.get(vesselKey) ?? 0;
          const key = JSON.stringify([shipId, one.source, one.gear]);
          const known = rows.get(key) ?? { ...one, shipId };
          const fromMs = Math.min(known.fromMs, one.fromMs);
          rows.set(key, { ...known, fromMs, untilMs: Math.max(known.untilMs, one.untilMs) });
        }
      }
      const all = [...rows.values()];
      await sql`
        INSERT INTO vessels.gear_claims (ship_id, source, gear, from_at, to_at, origin_id)
        SELECT *, ${originId}::int4 FROM unnest(${all.map(({ shipId }) => shipId)}::int4[],
          ${all.map(({ source }) => source)}::text[], ${all.map(({ gear }) => gear)}::text[],
          ${all.map(({ fromMs }) => new Date(fromMs))}::timestamptz[],
          ${all.map(({ untilMs }) => new Date(untilMs))}::timestamptz[])
        ON CONFLICT (ship_id, source, gear) DO UPDATE SET from_at = least(gear_claims.from_at, excluded.from_at),
          to_at = greatest(gear_claims.to_at, excluded.to_at), origin_id = excluded.origin_id`.execute(db);
    },
  };
}

/** Gears of these ships by registers, by readings of identities, and by the provider's presence. */
export async function gearClaims(db: Kysely<PositionTables>, shipIds: readonly number[]): Promise<GearClaimRow[]> {
  if (shipIds.length === 0) return [];
  const given = sql`ANY (${[...shipIds]}::int4[])`;
  const { rows } = await sql<GearClaimRow>`
    SELECT ship_id, source, gear, min(from_at) AS from_at, max(to_at) AS to_at FROM (
      SELECT ship_id, source, gear, from_at, to_at FROM vessels.gear_claims WHERE ship_id = ${given}
      UNION ALL
      SELECT s.id, 'Global Fishing Watch', i.gear_type, i.first_transmission, i.last_transmission
      FROM vessels.ships AS s JOIN vessels.identities AS i ON i.ssvid = s.mmsi::text
      WHERE s.id = ${given} AND i.gear_type IS NOT NULL
    ) AS claims GROUP BY ship_id, source, gear ORDER BY ship_id, source, gear`.execute(db);
  return rows;
}

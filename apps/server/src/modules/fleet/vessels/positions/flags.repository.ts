import { type Kysely, sql } from 'kysely';
import type { PositionTables } from './tables.ts';

/** A flag that a source gives a ship, and the mark by which the source means that ship. */
export type StatedFlagRow = {
  readonly ship_id: number;
  readonly source: string;
  readonly flag: string;
  readonly mark: 'mmsi' | 'imo' | 'callsign';
};

/**
 * Flags that ships with an MMSI are given since an instant: by their own reports, by those of other ships of the same IMO
 * number or call sign, and by the provider. An older one may be of before a ship changed its flag. One call sign under
 * two IMO numbers is not one ship.
 */
export async function statedFlags(
  db: Kysely<PositionTables>,
  shipIds: readonly number[],
  since: Date,
): Promise<StatedFlagRow[]> {
  if (shipIds.length === 0) return [];
  const { rows } = await sql<StatedFlagRow>`
    WITH own AS MATERIALIZED (
      SELECT id, mmsi, lpad(mmsi::text, 9, '0') AS ssvid,
        CASE WHEN imo ~ '^[1-9][0-9]{6}$' THEN imo END AS imo,
        CASE WHEN length(callsign) >= 4 AND callsign !~ '^0+$' THEN upper(callsign) END AS callsign
      FROM vessels.ships WHERE id = ANY (${[...shipIds]}::int4[]) AND mmsi IS NOT NULL
    ), same AS (
      SELECT own.id, o.id AS other, 'mmsi' AS mark FROM own JOIN vessels.ships AS o ON o.mmsi = own.mmsi
      UNION ALL SELECT own.id, o.id, 'imo' FROM own JOIN vessels.ships AS o ON upper(o.imo) = own.imo
        WHERE o.mmsi IS NULL
      UNION ALL SELECT own.id, o.id, 'callsign' FROM own JOIN vessels.ships AS o ON upper(o.callsign) = own.callsign
        WHERE o.mmsi IS NULL AND (o.imo IS NULL OR own.imo IS NULL OR o.imo = own.imo)
    ), provided AS (
      SELECT own.id, i.flag, i.last_transmission, 'mmsi' AS mark FROM own
        JOIN vessels.identities AS i ON i.ssvid = own.ssvid
      UNION ALL SELECT own.id, i.flag, i.last_transmission, 'imo' FROM own
        JOIN vessels.identities AS i ON i.imo = own.imo
      UNION ALL SELECT own.id, i.flag, i.last_transmission, 'callsign' FROM own
        JOIN vessels.identities AS i ON upper(i.callsign) = own.callsign
        WHERE i.imo IS NULL OR own.imo IS NULL OR i.imo = own.imo
    )
    SELECT DISTINCT same.id AS ship_id, told.source, told.flag, same.mark
    FROM same CROSS JOIN LATERAL (
      SELECT coalesce(f.title, f.name) AS source, p.flag FROM vessels.identity_periods AS p JOIN vessels.feeds AS f ON f.id = p.feed_id
      WHERE p.ship_id = same.other AND p.flag IS NOT NULL AND p.to_at >= ${since}
      ORDER BY p.to_at DESC, p.id DESC LIMIT 1) AS told
    UNION SELECT DISTINCT id, 'Global Fishing Watch', flag, mark FROM provided
    WHERE flag IS NOT NULL AND last_transmission >= ${since}
    ORDER BY 1, 2, 3, 4`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import { expect } from 'vitest';
import { createTestApplication } from '../../../../testing/application.ts';

export type Json = Record<string, unknown>;
export type Link = { readonly rel: string; readonly href: string; readonly type?: string };
export type Page = Json & {
  readonly features: readonly {
    readonly id: string;
    readonly geometry: { readonly type: string; readonly coordinates: readonly number[] } | null;
    readonly properties: Json;
  }[];
  readonly links: readonly Link[];
  readonly numberMatched?: number;
  readonly numberReturned: number;
};

/** Occurrences in the sea off Angola. */
export const occurrenceRows = 3_000;
export const occurrences = '/collections/occurrences/items';
export const linkOf = (links: readonly Link[], rel: string) => links.find((link) => link.rel === rel);

/** An application with occurrences and landings, and ways to ask its feature service. */
export async function openFeatures(settings: Readonly<Record<string, string>> = {}) {
  const app = await createTestApplication({ settings });
  const db = app.database.for();
  await sql`insert into biodiversity.taxa (scientific_name) values ('Sardinella aurita'), ('Thunnus obesus')`.execute(
    db,
  );
  await sql`insert into biodiversity.occurrences
      (source, source_id, taxon_id, lon, lat, position, depth_meters, event_start, basis_of_record, dataset_id, flags,
       absence, connector_id, stream_id, run_id, retrieved_at)
    select 'obis', lpad(n::text, 7, '0'), 1 + n % 2, lon, lat, box(point(lon, lat), point(lon, lat)),
      case when n % 10 = 0 then null else n % 500 end,
      case when n % 7 = 0 then null else timestamptz '2020-01-01' + n * interval '1 hour' end,
      'HumanObservation', 'ensaio', array['a'], false, 'obis', 'occurrences', gen_random_uuid(), now()
    from (select n, 8.5 + (n * 0.6180339887) % 5.5 as lon, -18 + (n * 0.7548776662) % 12.6 as lat
      from generate_series(1, ${occurrenceRows}::integer) n) t`.execute(db);
  await sql`insert into fisheries.landings select 'faostat', 'Angola', 2000 + n, 'Sardinella', n * 10.5, 'faostat', 's',
    gen_random_uuid(), now(), null from generate_series(1, 20) n`.execute(db);

  function get(path: string, headers: Record<string, string> = {}) {
    const base = app.config.publicUrl;
    const url = path.startsWith(base) ? path.slice(base.length) : `/features${path}`;
    return app.inject({ method: 'GET', url, headers });
  }
  async function json<T = Json>(path: string, headers: Record<string, string> = {}): Promise<T> {
    const reply = await get(path, headers);
    expect([path, reply.status, reply.text.slice(0, 300)]).toMatchObject([path, 200, expect.any(String)]);
    return reply.json() as T;
  }
  async function counted(condition: string): Promise<number> {
    const [row] = await app.select<{ n: number }>(
      `select count(*)::integer as n from biodiversity.occurrences where ${condition}`,
    );
    return row?.n ?? -1;
  }
  return { app, get, json, counted };
}

/** An area that somebody watches, as a feature to be written. */
export const watchedArea = (name: string) => ({
  type: 'Feature',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [12, -9],
        [12.5, -9],
        [12.5, -8.5],
        [12, -9],
      ],
    ],
  },
  properties: { name, kind: 'watched', source: 'Ensaio', alertOnEntry: false },
});

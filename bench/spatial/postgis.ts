import pg from 'pg';
import { debianServer } from '../ingest/databases.ts';
import { processesMs } from '../shared/spent.ts';

export type PostgisBuffers = { readonly seconds: number; readonly areas: readonly number[] };

/**
 * Buffers of geographies by Debian's PostGIS, and the processor seconds of the process that made them; null where it is not
 * installed. `quadSegments`: corners of a quarter of a circle.
 */
export async function postgisBuffers(
  sets: readonly (readonly object[])[],
  { meters, quadSegments }: { readonly meters: number; readonly quadSegments: number },
): Promise<readonly PostgisBuffers[] | null> {
  const server = await debianServer();
  if (server === null) return null;
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    await client.query('create extension postgis');
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid ?? 0;
    const done: PostgisBuffers[] = [];
    for (const geometries of sets) {
      await client.query('create temporary table places (place int, geog geography)');
      await client.query(
        `insert into places select place, st_geomfromgeojson(text)::geography
         from unnest($1::text[]) with ordinality as of(text, place)`,
        [geometries.map((geometry) => JSON.stringify(geometry))],
      );
      const before = processesMs([pid]) ?? Number.NaN;
      await client.query(
        `create temporary table zones as select place, st_buffer(geog, ${meters}, 'quad_segs=${quadSegments}') as geog from places`,
      );
      const seconds = ((processesMs([pid]) ?? Number.NaN) - before) / 1000;
      const { rows: areas } = await client.query<{ area: number }>(
        'select st_area(geog) as area from zones order by place',
      );
      done.push({ seconds, areas: areas.map(({ area }) => area) });
      await client.query('drop table places, zones');
    }
    return done;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.message.includes('postgis')) return null;
    throw error;
  } finally {
    await client.end();
    await server.stop();
  }
}

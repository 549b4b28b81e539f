/**
 * The platform on a database of 100,000 occurrences, in a process of its own: prints its port, ends by SIGTERM. The
 * argument is the megabytes for collections in memory; the limit of requests counts each, at a rate that none reaches.
 */
import process from 'node:process';
import { sql } from 'kysely';
import { createTestApplication } from '../../apps/server/src/testing/application.ts';
import { rowsSql } from './rows.ts';

const app = await createTestApplication({
  // As in production.
  validateResponses: false,
  settings: {
    KIANDA_RATE_LIMIT_PER_MINUTE: '10000000',
    KIANDA_FEATURES_MEMORY_MEGABYTES: process.argv[2] ?? '256',
  },
});
const db = app.database.for();
await sql`insert into biodiversity.taxa (scientific_name) values ('Sardinella aurita')`.execute(db);
await sql`insert into biodiversity.occurrences
    (source, source_id, taxon_id, lon, lat, position, depth_meters, event_start, basis_of_record, dataset_id, flags,
     absence, connector_id, stream_id, run_id, retrieved_at)
  select 'obis', n::text, 1, lon, lat, box(point(lon, lat), point(lon, lat)), depth, seen, 'HumanObservation',
    'medida', '{}', false, 'obis', 'occurrences', gen_random_uuid(), now() from (${sql.raw(rowsSql)}) t`.execute(db);
await sql`analyze biodiversity.occurrences`.execute(db);
const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${new URL(address).port}\n`);
process.once('SIGTERM', () => {
  void app.close().then(() => process.exit(0));
});

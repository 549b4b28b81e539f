import { createHash } from 'node:crypto';
import type { ProductRecord } from '@kianda/connectors';
import type { Sink } from '../../../ingestion/connectors/index.ts';
import type { ProductRepository } from '../products.repository.ts';

/** Stores what a satellite catalogue lists, and marks what it withdrew. */
export function productSink(repository: ProductRepository): Sink<ProductRecord> {
  return async (records, origin) => {
    // One statement must not name a row twice; the later word counts.
    const unique = [...new Map(records.map((record) => [record.id, record])).values()];
    const written = await repository.upsert(
      unique.map((record) => ({
        id: record.id,
        name: record.name,
        product_type: record.productType,
        platform: record.platform,
        cycle: record.cycle,
        relative_orbit: record.relativeOrbit,
        observed_at: new Date(record.startMs),
        ended_at: new Date(record.endMs),
        published_at: record.publishedMs === null ? null : new Date(record.publishedMs),
        footprint: record.footprint === null ? null : JSON.stringify(record.footprint),
        cloud_cover: record.cloudCover,
        timeliness: record.timeliness,
        size_bytes: record.sizeBytes,
        online: record.online,
        s3_path: record.s3Path,
        deleted_at: record.deletedMs === null ? null : new Date(record.deletedMs),
        content_hash: createHash('sha1').update(JSON.stringify(record)).digest('base64url'),
        connector_id: origin.connectorId,
        stream_id: origin.streamId,
        run_id: origin.runId,
        retrieved_at: new Date(origin.retrievedAtMs),
        simulated_seed: origin.simulatedSeed,
      })),
    );
    const starts = unique.filter(({ deletedMs }) => deletedMs === null).map(({ startMs }) => startMs);
    const newestObservedMs = starts.length === 0 ? null : starts.reduce((a, b) => Math.max(a, b));
    return { written, duplicates: records.length - written, newestObservedMs };
  };
}

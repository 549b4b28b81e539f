import { createHash } from 'node:crypto';
import type { Provenance } from '@kianda/contract';
import {
  type ExportRequest,
  mostExportedLater,
  mostPrintedLater,
} from '@kianda/contract/fleet/vessels/export-jobs.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import type { JobContext } from '../../../../platform/jobs/jobs.ts';
import type { ExportRow } from '../surveillance.tables.ts';
import { type ExportSources, originOfAll } from './export-sources.ts';
import { aboutOf, contentTypes } from './exports.service.ts';
import { geoJsonParts, kmlParts } from './geo-file-parts.ts';
import { exportBucket, exportKey, type LargeExportContext } from './large-export-context.ts';
import { csvParts, jsonParts } from './list-file-parts.ts';
import { nafParts } from './naf-file-parts.ts';
import { pdfOf } from './pdf-volumes.ts';
import type { Batch, Source } from './source.ts';

type Progress = Pick<JobContext, 'signal' | 'progress'>;

/** A file that was written to the storage. */
export type WrittenExport = {
  readonly source: Source;
  readonly rows: number;
  readonly size: number;
  readonly fileName: string;
  readonly sha256: string;
};

/** Source of an export as it was asked for. Throws `not_found` for an unknown ship. */
export async function sourceOf(sources: ExportSources, request: ExportRequest, accountId: string): Promise<Source> {
  switch (request.what) {
    case 'vessels': {
      const { what: _what, format: _format, file: _file, ...filters } = request;
      return sources.vessels(filters, accountId);
    }
    case 'track':
      return sources.track(request.vesselId, { from: request.from, to: request.to });
    case 'events': {
      const { kind, vesselId, from, to } = request;
      return sources.events({ kind, vesselId, from, to });
    }
  }
}

/** Writes the file of an export, batch by batch; a second try replaces what the first left under the same key. */
export async function writeExport(
  { platform: { storage }, sources }: LargeExportContext,
  row: ExportRow,
  progress: Progress,
): Promise<WrittenExport> {
  const { request } = row;
  const source = await sourceOf(sources, request, row.account_id);
  const nowMs = row.requested_at.getTime();
  const reading = countedBatches(source, progress);
  const about = aboutOf(source, nowMs);
  const paper = request.format === 'pdf' ? await pdfOf(source, about, row.account_name, reading.batches()) : null;
  const fileName = paper?.ending === 'zip' ? row.file_name.replace(/\.pdf$/, '.zip') : row.file_name;
  const hash = createHash('sha256');
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of paper?.bytes ?? encoded(partsOf(request, about, reading))) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const type = paper?.ending === 'zip' ? 'application/zip' : contentTypes[request.format];
  const size = await storage.putStream(`${exportBucket}/${exportKey({ ...row, file_name: fileName })}`, bytes(), type);
  // A printed file ends within a batch: rows beyond its last volume were read but not written.
  const rows = paper === null ? reading.rows() : Math.min(reading.rows(), mostPrintedLater);
  return { source, rows, size, fileName, sha256: hash.digest('hex') };
}

type Reading = ReturnType<typeof countedBatches>;

/** Batches of a source, counted and reported while they are read. Throws `export_too_large` beyond the limit. */
function countedBatches(source: Source, { signal, progress }: Progress) {
  const origins: Provenance[] = [];
  let rows = 0;
  return {
    origins,
    rows: () => rows,
    async *batches(): AsyncGenerator<Batch> {
      for await (const batch of source.batches()) {
        signal.throwIfAborted();
        rows += batch.things.filter(({ geometry }) => geometry.type === 'Point').length;
        if (rows > mostExportedLater)
          throw new AppError('export_too_large', {
            detail: `Um ficheiro leva no máximo ${mostExportedLater} registos.`,
          });
        // One of each kind is enough: a list of thousands says nothing more.
        if (!origins.some(({ state }) => state === batch.provenance.state)) origins.push(batch.provenance);
        await progress(batch.done, `${rows} registos escritos`);
        yield batch;
      }
    },
  };
}

/** Text of a file in a data format, part by part. */
function partsOf(request: ExportRequest, about: ReturnType<typeof aboutOf>, reading: Reading): AsyncIterable<string> {
  const { nowMs } = about;
  switch (request.format) {
    case 'csv':
      return csvParts(request.file, picked(reading.batches(), 'listed'), nowMs);
    case 'json':
      return jsonParts(picked(reading.batches(), 'listed'), nowMs);
    case 'naf':
      return nafParts(picked(reading.batches(), 'naf'));
    default: {
      const parts = request.format === 'kml' ? kmlParts : geoJsonParts;
      return parts(about, picked(reading.batches(), 'things'), () => originOfAll(reading.origins, nowMs));
    }
  }
}

async function* picked<K extends 'listed' | 'naf' | 'things'>(
  batches: AsyncIterable<Batch>,
  key: K,
): AsyncGenerator<Batch[K]> {
  for await (const batch of batches) yield batch[key];
}

async function* encoded(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) yield Buffer.from(part, 'utf8');
}

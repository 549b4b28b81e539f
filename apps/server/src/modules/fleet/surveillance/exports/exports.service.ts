import { createHash } from 'node:crypto';
import type { BodyOf, Provenance, QueryOf } from '@kianda/contract';
import type { ExportJobFormat, noteBrowserExport } from '@kianda/contract/fleet/vessels/export-jobs.contract';
import {
  type ExportFormat,
  type exportTrack,
  type exportVesselEvents,
  type exportVessels,
  mostExported,
  mostPrinted,
} from '@kianda/contract/fleet/vessels/exports.contract';
import type { NafReport } from '@kianda/science/naf/naf';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { renderPdf } from '../../../../platform/documents/index.ts';
import type { Download } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { type Actor, recordAct, type SurveillanceAudit } from '../audit.service.ts';
import { exportDocument } from './export-document.ts';
import { type ExportSources, originOfAll } from './export-sources.ts';
import { type ExportAbout, type Exported, geoJsonParts, kmlParts } from './geo-file-parts.ts';
import { nafParts } from './naf-file-parts.ts';
import type { Source } from './source.ts';

export const contentTypes: Readonly<Record<ExportJobFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  geojson: 'application/geo+json',
  kml: 'application/vnd.google-earth.kml+xml',
  naf: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
};

/** Title, attribution and citation that a file of a source carries. */
export function aboutOf({ stem, title, attribution }: Source, nowMs: number): ExportAbout {
  const instant = new Date(nowMs).toISOString();
  const citation = `Kianda (${instant.slice(0, 4)}). ${title}. Exportado em ${instant}.`;
  return { stem, title, attribution, citation, nowMs };
}
export const fileNameOf = ({ stem }: Source, format: ExportJobFormat, nowMs: number): string =>
  `${stem}-${new Date(nowMs).toISOString().slice(0, 10)}.${format}`;

export type ExportService = ReturnType<typeof createExportService>;

/** Files that are answered at once; each is audited with the hash of its bytes. */
export function createExportService(options: { sources: ExportSources; clock: Clock; audit: SurveillanceAudit }) {
  const { sources, clock, audit } = options;

  async function write(source: Source, format: ExportFormat, actor: Actor): Promise<Download> {
    const nowMs = clock.nowMs();
    const things: Exported[] = [];
    const naf: NafReport[] = [];
    const origins: Provenance[] = [];
    for await (const batch of source.batches()) {
      things.push(...batch.things);
      naf.push(...batch.naf);
      origins.push(batch.provenance);
      const rows = Math.max(batch.total ?? 0, things.filter(({ geometry }) => geometry.type === 'Point').length);
      const most = format === 'pdf' ? mostPrinted : mostExported;
      if (rows > most) throw tooMany(rows, most);
    }
    const about = aboutOf(source, nowMs);
    const provenance = originOfAll(origins, nowMs);
    const bytes =
      format === 'pdf'
        ? await renderPdf(exportDocument({ ...about, things, provenance }, source.columns, actor.principal.name))
        : await gathered(
            format === 'naf'
              ? nafParts(once(naf))
              : (format === 'kml' ? kmlParts : geoJsonParts)(about, once(things), () => provenance),
          );
    await recordAct(audit, actor, {
      event: 'data.export',
      severity: 'low',
      resource: source.resource,
      metadata: {
        format,
        rows: things.length,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      },
    });
    return { bytes, contentType: contentTypes[format], fileName: fileNameOf(source, format, nowMs) };
  }

  return {
    vessels: ({ format, ...filters }: QueryOf<typeof exportVessels>, actor: Actor) =>
      write(sources.vessels(filters, actor.principal.accountId), format, actor),
    track: async (shipId: number, { format, ...period }: QueryOf<typeof exportTrack>, actor: Actor) =>
      write(await sources.track(shipId, period), format, actor),
    events: ({ format, ...filter }: QueryOf<typeof exportVesselEvents>, actor: Actor) =>
      write(sources.events(filter), format, actor),

    /** Notes a file that a browser makes of what it was answered. */
    async note({ of, ...file }: BodyOf<typeof noteBrowserExport>, actor: Actor): Promise<void> {
      const metadata = { madeBy: 'browser', ...file };
      await recordAct(audit, actor, { event: 'data.export', severity: 'low', resource: of, metadata });
    },
  };
}

async function* once<T>(things: readonly T[]): AsyncGenerator<readonly T[]> {
  yield things;
}

async function gathered(parts: AsyncIterable<string>): Promise<Uint8Array> {
  const texts: string[] = [];
  for await (const part of parts) texts.push(part);
  return Buffer.from(texts.join(''), 'utf8');
}

const tooMany = (total: number, most: number) =>
  new AppError('export_too_large', {
    detail: `São pelo menos ${total} registos; um ficheiro imediato tem no máximo ${most}. Restrinja os filtros ou o período, ou prepare-o em segundo plano.`,
  });

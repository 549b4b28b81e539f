import type { DataOf, Endpoint, InputOf } from '@kianda/contract';
import { siteArchive, type siteState } from '@kianda/contract/open/interfaces/ministry-site.contract';
import { dashboardOverview } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { reportDetail } from '@kianda/contract/operations/reports/reports.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { fisheriesStats } from '@kianda/contract/sea/fisheries/fisheries.contract';
import { listFishingZones, listPorts, listProtectedAreas } from '@kianda/contract/sea/geography/geography.contract';
import { listFields } from '@kianda/contract/sea/ocean/ocean.contract';
import { strToU8, zipSync } from 'fflate';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Answer, Bindings, Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { callInProcess } from '../../../../platform/http/in-process-call.ts';
import type { Logger } from '../../../../platform/log/log.ts';
import type { SiteRepository } from './site.repository.ts';
import { pageHtml } from './site-html.rules.ts';
import { pagesOf } from './site-pages.rules.ts';
import { siteStyle } from './site-style.ts';

export type SiteFile = { readonly mediaType: string; readonly body: string | Uint8Array };
export type MinistrySite = ReturnType<typeof createMinistrySite>;

type Dependencies = {
  readonly repository: SiteRepository;
  /** Every bound endpoint. */
  readonly bindings: () => Bindings;
  readonly audit: { record(entry: AuditEntry): Promise<unknown> };
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly operatorName: () => string;
  readonly log: Logger;
};

/** Longest that a first visitor waits for the portal to be written. */
const firstTimeMs = 30_000;

/** Nobody in particular, with the permissions that every account has: the portal never shows more than that. */
const anyone: Principal = {
  accountId: '00000000-0000-0000-0000-000000000000',
  email: '',
  name: '',
  role: 'cliente',
  sessionId: '',
  mustChangePassword: false,
};

type Work = { readonly signal: AbortSignal; readonly log: Logger };

/** Who publishes, and the work in which it happens. */
type Publisher = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string } & Work;

/** The ministry's portal: a folder of pages without scripts, written from the platform's own answers. */
export function createMinistrySite(dependencies: Dependencies) {
  const { repository, baseUrl, log } = dependencies;
  /** Writes the whole folder anew. */
  const generate = (work: Work) => writeFolder(dependencies, work);

  let first: Promise<unknown> | null = null;
  /** Writes the folder for the first visitor of an installation whose task has not run yet; once for all who come then. */
  async function ensureWritten(): Promise<void> {
    if (await repository.isWritten()) return;
    first ??= generate({ signal: AbortSignal.timeout(firstTimeMs), log }).finally(() => {
      first = null;
    });
    await first;
  }

  return {
    generate,

    /** A file of the folder, or the folder as an archive; null for any other path. */
    async file(path: string): Promise<SiteFile | null> {
      await ensureWritten();
      return path === siteArchive ? archiveOf(repository) : pageFile(repository, path);
    },

    async state(): Promise<DataOf<typeof siteState>> {
      const rows = await repository.files();
      const folder = `${baseUrl}/minpermar-site`;
      return {
        generatedAt: rows[0]?.generated_at.toISOString() ?? null,
        files: rows.length,
        bytes: bytesOf(rows),
        url: `${folder}/index.html`,
        archiveUrl: `${folder}/${siteArchive}`,
        published: await publishedReports(repository),
      };
    },

    /**
     * Puts a finished report into the portal with the text that it has now, or takes it out. It is read as the person who
     * publishes it: nobody publishes what they may not see. Throws `not_found` for a report that cannot be read.
     */
    async publish(
      reportId: string,
      isPublished: boolean,
      publisher: Publisher,
    ): Promise<{ published: Awaited<ReturnType<typeof publishedReports>> }> {
      let name = '';
      if (isPublished) name = await putIn(dependencies, reportId, publisher);
      else await takeOut(dependencies, reportId);
      await dependencies.audit.record(publicationEntry({ id: reportId, name }, isPublished, publisher));
      return { published: await publishedReports(repository) };
    },
  };
}

const nowOf = ({ clock }: Pick<Dependencies, 'clock'>): Date => new Date(clock.nowMs());

const bytesOf = (files: readonly { readonly body: string }[]): number =>
  files.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);

/** The platform's answers from which the pages are written. */
async function readAnswers({ repository, bindings }: Dependencies, { signal, log }: Work) {
  const asker = { principal: anyone, requestId: 'ministry-site', log, signal };
  const read = <E extends Endpoint>(endpoint: E, input: Partial<InputOf<E>> = {}): Promise<Answer<DataOf<E>>> =>
    callInProcess(bindings(), endpoint, input, asker);
  const [overview, fisheries, fields, zones, ports, areas, published] = await Promise.all([
    read(dashboardOverview),
    read(fisheriesStats),
    read(listFields, { query: { limit: 200 } } as never),
    read(listFishingZones),
    read(listPorts),
    read(listProtectedAreas, { query: { pageSize: 200 } } as never),
    repository.published(),
  ]);
  return { overview, fisheries, fields, zones, ports, areas, published };
}

async function writeFolder(dependencies: Dependencies, work: Work): Promise<{ files: number; bytes: number }> {
  const at = nowOf(dependencies);
  const pages = pagesOf(await readAnswers(dependencies, work));
  const common = { generatedAt: at.toISOString(), operator: dependencies.operatorName() };
  const files = [
    ...pages.map((page) => ({ path: page.path, media_type: 'text/html', body: pageHtml({ ...page, ...common }) })),
    { path: 'estilo.css', media_type: 'text/css', body: siteStyle },
  ].map((file) => ({ ...file, generated_at: at }));
  await dependencies.repository.replace(files);
  return { files: files.length, bytes: bytesOf(files) };
}

async function pageFile(repository: SiteRepository, path: string): Promise<SiteFile | null> {
  const row = await repository.file(path === '' ? 'index.html' : path);
  return row === undefined ? null : { mediaType: `${row.media_type}; charset=utf-8`, body: row.body };
}

async function archiveOf(repository: SiteRepository): Promise<SiteFile> {
  const rows = await repository.files();
  const entries = rows.map(({ path, body, generated_at }) => [
    `minpermar-site/${path}`,
    [strToU8(body), { mtime: generated_at }] as [Uint8Array, { mtime: Date }],
  ]);
  return { mediaType: 'application/zip', body: zipSync(Object.fromEntries(entries)) };
}

async function publishedReports(repository: SiteRepository) {
  return (await repository.published()).map(({ report_id, name, published_at, published_by }) => ({
    ...{ reportId: report_id, name, publishedAt: published_at.toISOString(), publishedBy: published_by },
  }));
}

/** Name of the report that was put into the portal. */
async function putIn(dependencies: Dependencies, reportId: string, publisher: Publisher): Promise<string> {
  const { principal, log, signal } = publisher;
  const asker = { principal, requestId: 'ministry-site', log, signal };
  const input = { params: { id: reportId } } as Partial<InputOf<typeof reportDetail>>;
  const { data } = await callInProcess(dependencies.bindings(), reportDetail, input, asker);
  const columns = { published_at: nowOf(dependencies), published_by: principal.name };
  await dependencies.repository.publish({ report_id: reportId, name: data.name, body: data.content, ...columns });
  return data.name;
}

/** Throws `not_found` for a report that is not in the portal. */
async function takeOut({ repository }: Dependencies, reportId: string): Promise<void> {
  if (!(await repository.unpublish(reportId))) throw new AppError('not_found');
}

function publicationEntry(
  report: { readonly id: string; readonly name: string },
  isPublished: boolean,
  { principal, ipAddress, userAgent }: Publisher,
): AuditEntry {
  return {
    event: isPublished ? 'report.published' : 'report.unpublished',
    severity: 'medium',
    actorId: principal.accountId,
    actorName: principal.email,
    resource: `report/${report.id}`,
    ipAddress,
    userAgent,
    metadata: { nome: report.name },
  };
}

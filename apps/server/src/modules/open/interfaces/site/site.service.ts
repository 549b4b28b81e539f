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

/** The ministry's portal: a folder of pages without scripts, written from the platform's own answers. */
export function createMinistrySite(dependencies: Dependencies) {
  const { repository, bindings, audit, clock, baseUrl, operatorName, log } = dependencies;
  const now = () => new Date(clock.nowMs());

  async function readings({ signal, log }: Work) {
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

  const view = async () =>
    (await repository.published()).map(({ report_id, name, published_at, published_by }) => ({
      ...{ reportId: report_id, name, publishedAt: published_at.toISOString(), publishedBy: published_by },
    }));

  /** Writes the whole folder anew. */
  async function generate(work: Work): Promise<{ files: number; bytes: number }> {
    const at = now();
    const pages = pagesOf(await readings(work));
    const common = { generatedAt: at.toISOString(), operator: operatorName() };
    const files = [
      ...pages.map((page) => ({ path: page.path, media_type: 'text/html', body: pageHtml({ ...page, ...common }) })),
      { path: 'estilo.css', media_type: 'text/css', body: siteStyle },
    ].map((file) => ({ ...file, generated_at: at }));
    await repository.replace(files);
    return { files: files.length, bytes: files.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0) };
  }

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
      if (path !== siteArchive) {
        const row = await repository.file(path === '' ? 'index.html' : path);
        return row === undefined ? null : { mediaType: `${row.media_type}; charset=utf-8`, body: row.body };
      }
      const rows = await repository.files();
      const entries = rows.map(({ path: name, body, generated_at }) => [
        `minpermar-site/${name}`,
        [strToU8(body), { mtime: generated_at }] as [Uint8Array, { mtime: Date }],
      ]);
      return { mediaType: 'application/zip', body: zipSync(Object.fromEntries(entries)) };
    },

    async state(): Promise<DataOf<typeof siteState>> {
      const rows = await repository.files();
      const folder = `${baseUrl}/minpermar-site`;
      return {
        generatedAt: rows[0]?.generated_at.toISOString() ?? null,
        files: rows.length,
        bytes: rows.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0),
        url: `${folder}/index.html`,
        archiveUrl: `${folder}/${siteArchive}`,
        published: await view(),
      };
    },

    /**
     * Puts a finished report into the portal with the text that it has now, or takes it out. It is read as the person who
     * publishes it: nobody publishes what they may not see. Throws `not_found` for a report that cannot be read.
     */
    async publish(
      reportId: string,
      isPublished: boolean,
      actor: { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string } & Work,
    ): Promise<{ published: Awaited<ReturnType<typeof view>> }> {
      const { principal, ipAddress, userAgent, log, signal } = actor;
      let name = '';
      if (isPublished) {
        const asker = { principal, requestId: 'ministry-site', log, signal };
        const input = { params: { id: reportId } } as Partial<InputOf<typeof reportDetail>>;
        const { data } = await callInProcess(bindings(), reportDetail, input, asker);
        name = data.name;
        const columns = { published_at: now(), published_by: principal.name };
        await repository.publish({ report_id: reportId, name, body: data.content, ...columns });
      } else if (!(await repository.unpublish(reportId))) throw new AppError('not_found');
      await audit.record({
        event: isPublished ? 'report.published' : 'report.unpublished',
        severity: 'medium',
        actorId: principal.accountId,
        actorName: principal.email,
        resource: `report/${reportId}`,
        ipAddress,
        userAgent,
        metadata: { nome: name },
      });
      return { published: await view() };
    },
  };
}

import { type InterfaceEntry, interfaces } from '@kianda/contract/open/interfaces/manifest';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts';
import type { InterfaceRepository } from './interfaces.repository.ts';
import type { InterfaceService } from './interfaces.service.ts';
import { checkPage } from './page-check.client.ts';
import { drawingOf } from './pictures/drawing.rules.ts';
import { findBrowser, photographOf } from './pictures/photograph.client.ts';
import type { MinistrySite } from './site/site.service.ts';

export const checkJob = 'interfaces.check';
export const pictureJob = 'interfaces.pictures';
export const siteJob = 'interfaces.site';

const nothing = z.object({});
const retry = { limit: 1, delaySeconds: 60, backoff: false };

type Dependencies = {
  readonly repository: InterfaceRepository;
  readonly service: Pick<InterfaceService, 'isActive'>;
  readonly site: MinistrySite;
  readonly clock: Clock;
  /** Where this process reaches the pages. */
  readonly ownUrl: string;
  /** Finds a browser that can photograph pages; null where there is none. */
  readonly browser?: () => Promise<string | null>;
};

/** Pages that open without a session: only these can be photographed. */
const opensAlone = ({ id, isStatic }: InterfaceEntry) => isStatic === true || id === 'force_cache_clear';

/** Looks at every page, makes their pictures, and writes the ministry's portal. */
export function interfaceJobs(dependencies: Dependencies): Job[] {
  const { repository, service, site, clock, ownUrl, browser = findBrowser } = dependencies;
  const now = () => new Date(clock.nowMs());
  /** Null of a page that does not answer: the browser would photograph its own error. */
  const photograph = async (path: string, file: string, signal: AbortSignal) =>
    (await checkPage(ownUrl, file, signal)).state === 'good' ? photographOf(path, `${ownUrl}/${file}`, signal) : null;
  const served = () => interfaces.filter(({ id }) => service.isActive(id));
  return [
    defineJob({
      name: checkJob,
      label: 'Verificação das páginas das interfaces',
      input: nothing,
      schedule: { cron: '7,22,37,52 * * * *', input: {} },
      retry,
      timeoutSeconds: 300,
      key: () => 'all',
      async run(_input, { signal, progress }) {
        const entries = served();
        for (const [index, { id, file, name }] of entries.entries()) {
          await progress(index / entries.length, name);
          const health = await checkPage(ownUrl, file, signal);
          await repository.saveCheck({ interface_id: id, ...health, checked_at: now() });
        }
        return { pages: entries.length };
      },
    }),
    defineJob({
      name: pictureJob,
      label: 'Imagens das páginas das interfaces',
      input: nothing,
      schedule: { cron: '40 3 * * *', input: {} },
      retry,
      timeoutSeconds: 900,
      key: () => 'all',
      async run(_input, { signal, progress }) {
        const path = await browser();
        let photographs = 0;
        const entries = interfaces.filter((entry) => service.isActive(entry.id));
        for (const [index, entry] of entries.entries()) {
          await progress(index / entries.length, entry.name);
          const taken = path !== null && opensAlone(entry) ? await photograph(path, entry.file, signal) : null;
          const image =
            taken === null
              ? `data:image/svg+xml;base64,${Buffer.from(drawingOf(entry)).toString('base64')}`
              : `data:image/png;base64,${taken.toString('base64')}`;
          if (taken !== null) photographs += 1;
          const kind = taken === null ? ('drawing' as const) : ('photograph' as const);
          await repository.savePicture({ interface_id: entry.id, kind, image, made_at: now() });
        }
        return { pictures: entries.length, photographs };
      },
    }),
    defineJob({
      name: siteJob,
      label: 'Portal do ministério',
      input: nothing,
      schedule: { cron: '20 * * * *', input: {} },
      retry,
      timeoutSeconds: 300,
      key: () => 'all',
      run: (_input, { signal, log }) => site.generate({ signal, log }),
    }),
  ];
}

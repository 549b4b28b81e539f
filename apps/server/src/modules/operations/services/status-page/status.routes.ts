import { statusServices } from '@kianda/contract/operations/services/announcements.contract';
import {
  serviceBadge,
  servicesCondition,
  statusBadge,
  statusFeed,
  statusPage,
} from '@kianda/contract/operations/services/status-page.contract';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { type Bindings, bind, type StandardAnswer } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { etagOf, matchesTag } from '../../../../platform/http/etag.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import type { Status } from '../status.service.ts';
import { badgeSvg } from './badge.ts';
import { atomFeed } from './feed.ts';
import { offHtml, pagePolicy, type StatusSite, statusHtml } from './page.ts';
import { pageTexts as texts } from './texts.pt.ts';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const securityHeaders = { 'content-security-policy': pagePolicy, 'referrer-policy': 'no-referrer' };
/** Pages of others show the badge and read the feed. */
const sharedHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
};

/** State of the services for the console, and for visitors where the operator opened the page. */
export function statusBindings(options: {
  clock: Clock;
  status: Status;
  site: StatusSite;
  isPublic: () => boolean;
}): Bindings {
  const { clock, status, site, isPublic } = options;
  const startedAt = new Date(clock.nowMs()).toISOString();

  /** The text with its tag, or that the client has it. */
  function tagged(headers: Headers, body: string, contentType: string, extra: Record<string, string>): StandardAnswer {
    const etag = etagOf(Buffer.from(body));
    const given = headers['if-none-match'];
    const common = { ...extra, etag, 'cache-control': 'public, max-age=30' };
    if (typeof given === 'string' && matchesTag(given, etag)) return { status: 304, headers: common };
    return { headers: common, contentType, body };
  }

  const offPage = (): StandardAnswer => ({
    status: 404,
    headers: { ...securityHeaders, 'cache-control': 'no-store' },
    contentType: 'text/html; charset=utf-8',
    body: offHtml(),
  });
  /** Programs read a problem document. */
  function mustBePublic(): void {
    if (!isPublic()) throw new AppError('not_found', { detail: texts.offPlain });
  }

  return [
    bind(servicesCondition, async () => {
      const { overall, services } = await status.snapshot();
      return {
        data: {
          overall,
          services: services.map(({ id, state, reason }) => ({ id, state, reason })),
          publicPage: isPublic() ? `${site.publicUrl}/status` : null,
        },
        provenance: ownProvenance(clock),
      };
    }),
    bind(statusPage, async ({ headers }) => {
      if (!isPublic()) return offPage();
      const html = statusHtml(await status.snapshot(), site, clock.nowMs());
      return tagged(headers, html, 'text/html; charset=utf-8', securityHeaders);
    }),
    bind(statusFeed, async ({ headers }) => {
      mustBePublic();
      const feed = atomFeed(await status.snapshot(), site, startedAt);
      return tagged(headers, feed, 'application/atom+xml; charset=utf-8', sharedHeaders);
    }),
    bind(statusBadge, async ({ headers }) => {
      mustBePublic();
      const { overall } = await status.snapshot();
      return tagged(headers, badgeSvg(texts.badge, overall), 'image/svg+xml; charset=utf-8', sharedHeaders);
    }),
    bind(serviceBadge, async ({ params, headers }) => {
      mustBePublic();
      const { services } = await status.snapshot();
      const state = services.find(({ id }) => id === params.id)?.state ?? 'unknown';
      return tagged(headers, badgeSvg(statusServices[params.id], state), 'image/svg+xml; charset=utf-8', sharedHeaders);
    }),
  ];
}

import { z } from 'zod';
import { defineJob, type Job, usualRetries } from '../../../platform/jobs/jobs.ts';
import { purgeLinks } from './access-links/access-links.repository.ts';
import { type IdentityContext, nowOf } from './core/identity-context.ts';
import { purgeOidc } from './oidc/oidc.repository.ts';
import { purgeFailures } from './passwords/failed-attempts.repository.ts';
import { purgeNotices, requeueNotices } from './provider/logout-notices.repository.ts';
import { logoutNoticeJob, queueNotices, sendNotice } from './provider/logout-notices.service.ts';
import { purgeCodes } from './provider/provider.repository.ts';
import { purgeSessions } from './sessions/sessions.repository.ts';

/** A used code stays so long, to end what it gave where it comes back. */
const KEEP_CODES_MS = 7 * 86_400_000;
/** Sessions that are over stay so long, for the question "where was I signed in?". */
const KEEP_SESSIONS_MS = 30 * 86_400_000;

/** Within five minutes a program that restarts is back; the cleanup tries again every hour. */
const noticeRetries = 5;
/** A program that was away for longer has no use for the notice: its own session is over by then. */
const KEEP_NOTICES_MS = 86_400_000;
const REQUEUE_NOTICES_MS = 3_600_000;

export function identityJobs(context: IdentityContext): readonly Job[] {
  return [
    defineJob({
      name: 'identity.cleanup',
      label: 'Limpeza de sessões terminadas',
      input: z.object({}),
      schedule: { cron: '17 * * * *', input: {} },
      retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
      timeoutSeconds: 120,
      key: () => 'identity.cleanup',
      async run() {
        const now = nowOf(context);
        await purgeSessions(context.store, new Date(now.getTime() - KEEP_SESSIONS_MS));
        await purgeFailures(context.store, now.getTime());
        await purgeOidc(context.store, now);
        await purgeCodes(context.store, new Date(now.getTime() - KEEP_CODES_MS));
        await purgeLinks(context.store, new Date(now.getTime() - KEEP_SESSIONS_MS));
        await purgeNotices(context.store, new Date(now.getTime() - KEEP_NOTICES_MS));
        // Those whose program was away for longer than one run tries, or that a stop left behind.
        await requeueNotices(context.store, new Date(now.getTime() - REQUEUE_NOTICES_MS));
        await queueNotices(context);
      },
    }),
    defineJob({
      name: logoutNoticeJob,
      label: 'Aviso de fim de sessão a uma aplicação',
      input: z.object({ id: z.uuid() }),
      retry: { limit: noticeRetries, delaySeconds: 5, backoff: true },
      timeoutSeconds: 60,
      key: ({ id }) => id,
      run: ({ id }) => sendNotice(context, id),
    }),
  ];
}

import { z } from 'zod';
import { defineJob, type Job, usualRetries } from '../../../platform/jobs/jobs.ts';
import { purgeLinks } from './access-links/access-links.repository.ts';
import { type IdentityContext, nowOf } from './core/identity-context.ts';
import { purgeOidc } from './oidc/oidc.repository.ts';
import { purgeFailures } from './passwords/failed-attempts.repository.ts';
import { purgeCodes } from './provider/provider.repository.ts';
import { purgeSessions } from './sessions/sessions.repository.ts';

/** A used code stays so long, to end what it gave where it comes back. */
const KEEP_CODES_MS = 7 * 86_400_000;
/** Sessions that are over stay so long, for the question "where was I signed in?". */
const KEEP_SESSIONS_MS = 30 * 86_400_000;

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
      },
    }),
  ];
}

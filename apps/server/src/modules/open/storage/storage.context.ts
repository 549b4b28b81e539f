import type { Clock } from '../../../platform/clock/clock.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { createLinkSigner, SharedLink } from './signed-links.rules.ts';
import type { StorageService } from './storage.service.ts';
import type { Uploads } from './uploads.service.ts';

/** One storage, and the links that open its objects. */
export type StorageContext = {
  readonly service: StorageService;
  readonly links: ReturnType<typeof createLinkSigner>;
  readonly linkTo: (object: SharedLink) => string;
};

/** Parts that the storage's endpoints use. */
export type StorageRoutes = {
  /** The storage of people's areas. */
  readonly context: StorageContext;
  /** The platform's own storage: the same object as `context`, unless people's areas are external. */
  readonly own: StorageContext;
  readonly uploads: Uploads;
  readonly clock: Clock;
  readonly queue: () => Pick<JobQueue, 'enqueue' | 'nextRun'>;
};

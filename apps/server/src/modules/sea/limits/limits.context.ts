import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import type { RegionalLineReading } from '../geography/index.ts';
import type { LimitRepository } from './limits.repository.ts';

export type LimitContext = {
  readonly platform: Platform;
  readonly repository: LimitRepository;
  readonly regionalLines: RegionalLineReading;
  readonly queue: () => JobQueue;
};

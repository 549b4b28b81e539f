import type { Job } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/module.ts';
import type { Distress, TrackReader } from '../../vessels/index.ts';
import type { AlertService } from '../alerts/alerts.service.ts';
import type { EventRepository } from '../alerts/events.repository.ts';
import type { GroupRepository } from '../groups/groups.repository.ts';
import { createWatchlistAlerts } from '../groups/watchlist-alerts.ts';
import type { RegistryRepository } from '../registry/registry.repository.ts';
import { detectionJob } from './detection.jobs.ts';
import { createDetectionService, type DetectionCounts } from './detection.service.ts';
import { createDetectionCycle } from './detection-cycle.ts';
import { evaluateDistress } from './distress.ts';
import { evaluateProviderFishing } from './provider-fishing.ts';

export type Detection = {
  readonly job: Job;
  /** Runs the job: finds silences, evaluates the provider's fishing (`provided`: new alerts), then works until no ship waits. */
  detect(signal: AbortSignal): Promise<DetectionCounts & { readonly silent: number; readonly provided: number }>;
  /** Detects soon after each arrival of positions. */
  start(): void;
  stop(): Promise<void>;
};

/** Detection of events in the tracks, and of the violations that raise alerts. */
export function createDetection(options: {
  platform: Platform;
  tracks: TrackReader;
  distress: Distress;
  registry: RegistryRepository;
  events: EventRepository;
  alerts: AlertService;
  groups: GroupRepository;
  /** False in a process that only answers requests. */
  detects: boolean;
}): Detection {
  const { platform } = options;
  const service = createDetectionService({
    ...options,
    watchlists: createWatchlistAlerts(options.groups),
    clock: platform.clock,
  });
  const cycle = createDetectionCycle({
    platform,
    async detectOnce() {
      const alerts = await evaluateDistress({ ...options, clock: platform.clock });
      const counts = await service.detectOnce();
      return { ...counts, alerts: counts.alerts + alerts };
    },
  });
  let unsubscribe: (() => void) | null = null;

  async function detect(signal: AbortSignal) {
    const silent = await service.detectSilences();
    const provided = await evaluateProviderFishing({ ...options, clock: platform.clock });
    return { silent, provided, ...(await cycle.runAll(signal)) };
  }

  return {
    job: detectionJob(detect),
    detect,
    start() {
      unsubscribe = platform.events.subscribe(({ type }) => {
        if ((type === 'positions.stored' || type === 'distress.stored') && options.detects) cycle.runSoon();
      });
    },
    async stop() {
      unsubscribe?.();
      await cycle.stop();
    },
  };
}

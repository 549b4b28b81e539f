import type { Endpoint } from '@kianda/contract';
import type { Principal } from '../../../platform/http/bind.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { createUsageRecording } from './recording.service.ts';
import { usageJobs } from './usage.jobs.ts';
import { usageMigrations } from './usage.migrations.ts';
import { createUsageRepository } from './usage.repository.ts';
import { usageRoutes } from './usage.routes.ts';
import { createUsageService } from './usage.service.ts';

export type Usage = Module & {
  /** Counts an answered request as use where it is an analysis. Never fails and never waits. */
  served(
    endpoint: Endpoint,
    request: {
      readonly principal: Principal | null;
      readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
    },
    status: number,
  ): void;
  /** Writes the counts that wait in memory. */
  flush(): Promise<void>;
};

/** Front door of the use of the platform: its recording, the choice to opt out, and its analysis. */
export function createUsage(options: {
  platform: Platform;
  /** Whether use is recorded, and for how many days. Set by administrators and read each time. */
  recording: { readonly enabled: boolean; readonly retentionDays: number };
  /** Seed of the demonstration's history; null where there is none. */
  demonstrationSeed: number | null;
}): Usage {
  const { platform } = options;
  const { clock } = platform;
  const repository = createUsageRepository(platform.database);
  const recording = createUsageRecording({ ...options, repository });
  const service = createUsageService({ ...options, repository, clock });
  return {
    name: 'usage',
    migrations: usageMigrations,
    bindings: usageRoutes({ recording, service, clock }),
    jobs: usageJobs(repository, options.recording, clock),
    served: recording.served,
    flush: recording.flush,
    async start() {
      recording.start();
    },
    stop: recording.stop,
  };
}

export const usageModule = defineModule({
  name: 'usage',
  settings: settingsOf<Pick<Parameters<typeof createUsage>[0], 'recording' | 'demonstrationSeed'>>(),
  offers: ['served', 'flush'],
  create({ platform, settings }) {
    const usage = createUsage({ platform, ...settings });
    return { manifest: usage, offers: usage };
  },
});

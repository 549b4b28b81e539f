import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { arch, platform, versions } from 'node:process';
import type { DebugState } from '@kianda/contract/diagnostics/debug.contract';
import type { Config } from '../config/env.ts';
import type { ConfigurationModule } from '../modules/configuration/index.ts';
import type { DebugSources } from '../modules/diagnostics/index.ts';
import type { JobMonitor } from '../platform/jobs/jobs.ts';

/** What the debug interface takes of the process it runs in. */
export function debugSources(options: {
  readonly config: Config;
  readonly version: string;
  readonly configuration: Pick<ConfigurationModule, 'changed'>;
  readonly realtime: () => DebugState['realtime'];
  readonly monitor: () => JobMonitor;
}): DebugSources {
  const { config, configuration } = options;
  return {
    realtime: options.realtime,
    settings: configuration.changed,
    async build() {
      const built = await stat(join(config.rootDir, 'apps/console/dist/index.html')).catch(() => null);
      return {
        version: options.version,
        pagesBuiltAt: built?.mtime.toISOString() ?? null,
        node: versions.node,
        v8: versions.v8,
        platform: `${platform} ${arch}`,
        mode: config.mode,
        roles: [...config.roles],
      };
    },
    async queue() {
      const types = await options.monitor().types();
      return types.map(({ name, label, counts }) => ({
        name,
        label,
        queued: counts.queued,
        running: counts.running,
        failed: counts.failed,
      }));
    },
  };
}

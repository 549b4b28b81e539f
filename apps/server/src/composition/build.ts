import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { arch, platform, versions } from '../platform/process/process-facts.ts';

/** Version and build of the running process, for the diagnosis of faults. */
export async function buildOf(config: Config, version: string) {
  const built = await stat(join(config.rootDir, 'apps/console/dist/index.html')).catch(() => null);
  return {
    version,
    pagesBuiltAt: built?.mtime.toISOString() ?? null,
    node: versions.node,
    v8: versions.v8,
    platform: `${platform} ${arch}`,
    mode: config.mode,
    roles: [...config.roles],
  };
}

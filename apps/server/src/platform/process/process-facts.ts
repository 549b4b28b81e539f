/**
 * Facts about this process: memory, open handles, machine and versions. Its environment is read by
 * config/env.ts alone.
 */
export { arch, getActiveResourcesInfo, memoryUsage, platform, versions } from 'node:process';

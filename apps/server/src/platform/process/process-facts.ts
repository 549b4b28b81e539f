/**
 * What this process says of itself: memory, what it holds open, machine and versions. Its environment is read by
 * config/env.ts alone.
 */
export { arch, getActiveResourcesInfo, memoryUsage, platform, versions } from 'node:process';

import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { kill, pid } from 'node:process';

/** Which process runs a job. `machine` tells whether its `pid` can be looked up from here. */
export type Instance = { readonly id: string; readonly machine: string; readonly pid: number };

/** Identities that this very process has given itself: a process may hold several queues, as tests do. */
const ownIds = new Set<string>();

/** Identity of this process. Two containers may share host name and process numbers: their process namespaces differ. */
export function currentInstance(): Instance {
  const machine = [
    hostname(),
    readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    readOrEmpty(() => readlinkSync('/proc/self/ns/pid')),
  ].join(' ');
  const id = randomUUID();
  ownIds.add(id);
  return { id, machine, pid };
}

/** True only when it is certain that the process of `other` has ended. */
export function isKnownDead(other: Instance, self: Instance): boolean {
  if (other.id === self.id || other.machine !== self.machine) return false;
  // The number was given to us since, unless it was ours all along.
  if (other.pid === self.pid) return !ownIds.has(other.id);
  try {
    kill(other.pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** Systems other than Linux have none of these files: the host name must do there. */
function readOrEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

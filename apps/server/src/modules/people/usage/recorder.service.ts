import type { BodyOf, Role } from '@kianda/contract';
import type { recordUsage } from '@kianda/contract/people/usage/usage-recording.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { ActivityKind, Counted, UsageRepository, Visited } from './usage.repository.ts';

/** The fields of a principal that are recorded. */
export type Actor = { readonly accountId: string; readonly sessionId: string; readonly role: Role };
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const hourMs = 3_600_000;
const minuteMs = 60_000;
/** Most records waiting in memory: a database that is away must not fill it. */
const mostWaiting = 10_000;

/** Whether the browser asks not to be followed (Do Not Track, Global Privacy Control). */
export function refusesTracking(headers: Headers): boolean {
  return headers.dnt === '1' || headers['sec-gpc'] === '1';
}

/** Counts in memory and writes now and then: no request waits for the recording. */
export function createRecorder(deps: {
  readonly repository: UsageRepository;
  readonly clock: Clock;
  readonly log: Logger;
}) {
  const { repository, clock, log } = deps;
  let activity = new Map<string, Counted>();
  let visits = new Map<string, Visited>();
  let writing: Promise<void> | null = null;

  function count({ accountId, role }: Actor, kind: ActivityKind, subject: string, amount: number): void {
    if (amount <= 0 || activity.size >= mostWaiting) return;
    const at = Math.floor(clock.nowMs() / hourMs) * hourMs;
    const key = `${accountId} ${at} ${kind} ${subject}`;
    const before = activity.get(key)?.count ?? 0;
    activity.set(key, { accountId, role, hourMs: at, kind, subject, count: before + amount });
  }

  function visit(actor: Actor, { visit: id, device, entries }: BodyOf<typeof recordUsage>): void {
    for (const { section, opened, exports } of entries) {
      count(actor, 'section', section, opened);
      count(actor, 'export', section, exports);
    }
    if (visits.size >= mostWaiting) return;
    const before = visits.get(id);
    if (before !== undefined && before.accountId !== actor.accountId) return;
    visits.set(id, {
      id,
      sessionId: actor.sessionId,
      accountId: actor.accountId,
      device,
      startedMs: before?.startedMs ?? Math.floor(clock.nowMs() / minuteMs) * minuteMs,
      opened: (before?.opened ?? 0) + entries.reduce((sum, { opened }) => sum + opened, 0),
      seconds: (before?.seconds ?? 0) + entries.reduce((sum, { seconds }) => sum + seconds, 0),
    });
  }

  async function write(): Promise<void> {
    if (activity.size === 0 && visits.size === 0) return;
    const [counted, visited] = [activity, visits];
    activity = new Map();
    visits = new Map();
    try {
      await repository.add([...counted.values()], [...visited.values()]);
    } catch (error) {
      // No work depends on it: records that could not be written are dropped, rather than counted twice.
      log.warn({ err: error, rows: counted.size + visited.size }, 'registos de utilização por gravar');
    }
  }

  return {
    visit,
    analysed: (actor: Actor, subject: string) => count(actor, 'analysis', subject, 1),
    /** Writes what waits; one writing at a time. */
    async flush(): Promise<void> {
      while (writing !== null) await writing;
      writing = write().finally(() => {
        writing = null;
      });
      await writing;
    },
    /** Lets go of what waits of an account. */
    forget(accountId: string): void {
      for (const [key, { accountId: owner }] of activity) if (owner === accountId) activity.delete(key);
      for (const [key, { accountId: owner }] of visits) if (owner === accountId) visits.delete(key);
    },
  };
}

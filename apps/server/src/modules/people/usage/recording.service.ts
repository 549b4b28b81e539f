import type { BodyOf, Endpoint } from '@kianda/contract';
import type { recordUsage } from '@kianda/contract/people/usage/usage-recording.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import type { Platform } from '../../../platform/module.ts';
import { analysisName } from './analysis-name.rules.ts';
import { createRecorder, refusesTracking } from './recorder.service.ts';
import type { UsageRepository } from './usage.repository.ts';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const flushMs = 5_000;

/** Decides whose use is recorded, and records it. */
export function createUsageRecording(options: {
  platform: Pick<Platform, 'clock' | 'log'>;
  repository: UsageRepository;
  /** Set by administrators and read each time: it may change while the process runs. */
  recording: { readonly enabled: boolean };
}) {
  const { platform, repository, recording } = options;
  const { clock, log } = platform;
  const recorder = createRecorder({ repository, clock, log });
  /** Whether an account opted out, remembered for a moment: each page asks every few seconds. */
  const choices = createCache<boolean>({
    name: 'usage/choices',
    clock,
    ttlMs: 30_000,
    maxStaleMs: 300_000,
    maxEntries: 5_000,
  });
  let timer: NodeJS.Timeout | null = null;

  async function isRecorded(accountId: string): Promise<boolean> {
    if (!recording.enabled) return false;
    return !(await choices.get(accountId, () => repository.optedOut(accountId))).value;
  }

  return {
    /** Whether the visit was recorded: neither the browser nor the account refuses it. */
    async visit(principal: Principal, headers: Headers, body: BodyOf<typeof recordUsage>): Promise<boolean> {
      const recorded = !refusesTracking(headers) && (await isRecorded(principal.accountId));
      if (recorded) recorder.visit(principal, body);
      return recorded;
    },
    choiceOf: async (accountId: string) => ({
      enabled: recording.enabled,
      optedOut: await repository.optedOut(accountId),
    }),
    async choose(accountId: string, optedOut: boolean): Promise<void> {
      recorder.forget(accountId);
      await repository.choose(accountId, optedOut);
      choices.delete(accountId);
    },
    /** Counts an answered request as use where it is an analysis. Never fails and never waits. */
    served(
      endpoint: Endpoint,
      { principal, headers }: { readonly principal: Principal | null; readonly headers: Headers },
      status: number,
    ): void {
      const subject = analysisName(endpoint);
      if (!recording.enabled || subject === null || principal === null || status >= 400 || refusesTracking(headers))
        return;
      // Accounts that opted out are left out when the counts are written.
      recorder.analysed(principal, subject);
    },
    flush: () => recorder.flush(),
    start(): void {
      timer = setInterval(() => void recorder.flush(), flushMs);
      timer.unref();
    },
    async stop(): Promise<void> {
      if (timer !== null) clearInterval(timer);
      await recorder.flush();
    },
  };
}

export type UsageRecording = ReturnType<typeof createUsageRecording>;

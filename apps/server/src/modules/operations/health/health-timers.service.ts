import { liveStepSeconds } from '@kianda/contract/operations/health/live.contract';
import type { Logger } from '../../../platform/log/log.ts';
import type { HealthService } from './health.service.ts';
import type { LiveMetrics } from './live-metrics.service.ts';
import { stepMs } from './sample-rows.rules.ts';

/** Components are checked every third sample: 30 s, the console's own tick. */
const samplesPerCheck = 3;

/** Calls `run` at every step, one call at a time: a call that hangs must not have others queue up behind it. */
function every(milliseconds: number, run: () => Promise<void>) {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = null;
    });
  }, milliseconds);
  timer.unref();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}

/** The timers of samples, checks and live readings. */
export function createHealthTimers(options: {
  service: HealthService;
  live: LiveMetrics;
  log: Logger;
  connections: () => number | null;
}) {
  const { service, live, log, connections } = options;
  let timers: readonly ReturnType<typeof every>[] = [];
  let samples = 0;

  async function sampleAndCheck(): Promise<void> {
    try {
      await service.tick();
      if (samples % samplesPerCheck === 0) await service.checkComponents();
      samples += 1;
    } catch (error) {
      // A database that is away must not end the measuring: the next step tries again.
      log.warn({ err: error }, 'amostra de saúde falhada');
    }
  }

  async function readLive(): Promise<void> {
    // A process without connections has no page to send a reading to.
    if (connections() === null) return;
    await live.tick().catch((error: unknown) => log.warn({ err: error }, 'leitura em tempo real falhada'));
  }

  return {
    async start(): Promise<void> {
      await sampleAndCheck();
      timers = [every(stepMs, sampleAndCheck), every(liveStepSeconds * 1000, readLive)];
    },
    async stop(): Promise<void> {
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}

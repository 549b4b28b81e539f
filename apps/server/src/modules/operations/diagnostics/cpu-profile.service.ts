import { Session } from 'node:inspector/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../../platform/http/errors.ts';

/** Profile of this process: functions and durations, without the data they work on. One profile at a time. */
export function createCpuProfiler() {
  let isRunning = false;
  return {
    /** The profile as a browser's developer tools open it. Throws `already_running`, and the signal's reason. */
    async profile(seconds: number, signal: AbortSignal): Promise<string> {
      if (isRunning) throw new AppError('already_running');
      isRunning = true;
      const session = new Session();
      try {
        session.connect();
        await session.post('Profiler.enable');
        await session.post('Profiler.start');
        await wait(seconds * 1000, undefined, { signal });
        const { profile } = await session.post('Profiler.stop');
        return JSON.stringify(profile);
      } finally {
        session.disconnect();
        isRunning = false;
      }
    },
  };
}

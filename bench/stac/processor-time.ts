/** Processor time of a measured process, asked for by the one that measures. */
import type { ChildProcess } from 'node:child_process';

/** Answers every message with the time this process has used, in milliseconds. */
export function tellProcessorTime(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ processorMs: (user + system) / 1000 });
  });
}

/** Milliseconds of processor that a child has used so far. */
export function processorMsOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('message', (message: { processorMs: number }) => resolve(message.processorMs));
    child.send('processor time');
  });
}

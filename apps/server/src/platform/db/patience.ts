import { StartupError } from '../process/startup-error.ts';

/** Longest wait of a start for a connection: a slow disk or a machine under load takes minutes and still gets there. */
export const startTimeoutMs = 600_000;

/** Messages of the driver and its pool when no connection came in time; neither has a code. */
const timeoutMessages = ['timeout expired', 'timeout exceeded when trying to connect', 'due to connection timeout'];

/** Whether a connection did not come in time, as against being refused. */
export function isConnectionTimeout(error: unknown): boolean {
  return error instanceof Error && timeoutMessages.some((message) => error.message.includes(message));
}

/** Tries again while connections do not come in time, and no other fault; throws the last time-out after `limitMs`. */
export async function patiently<T>(work: () => Promise<T>, limitMs: number = startTimeoutMs): Promise<T> {
  const untilMs = performance.now() + limitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionTimeout(error) || performance.now() >= untilMs) throw error;
    }
  }
}

/** One line for an operator instead of the driver's English; null for any other fault. */
export function describeConnectionTimeout(error: unknown): StartupError | null {
  if (!isConnectionTimeout(error)) return null;
  return new StartupError(
    'A base de dados não respondeu a tempo: o disco ou a máquina estão demasiado ocupados. Nada se perdeu; arranque outra vez quando houver menos carga.',
    { cause: error },
  );
}

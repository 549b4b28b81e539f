import { AppError } from './errors.ts';

/** Requests that are served first under overload: whoever acts on an alert has to sign in and see it. */
export type Precedence = 'first' | 'ordinary';

export type AdmissionLimits = {
  /** Ordinary requests that are answered at once; fewer than the database has connections, or the others find none. */
  readonly atOnce: number;
  /** Ordinary requests that wait for their turn; one more is refused at once. */
  readonly waiting: number;
  /** How long one waits before it is refused. */
  readonly waitMs: number;
};

/** Limits for a database with that many connections: a quarter of them is left to what comes first and to the jobs. */
export function admissionOf(connections: number): AdmissionLimits {
  return { atOnce: Math.max(2, Math.floor(connections * 0.75)), waiting: 300, waitMs: 5_000 };
}

/** Seconds after which a refused caller may come back, drawn so that not all come back together. */
const retryAfterSeconds = { least: 2, most: 8 } as const;

/** Whoever asked no longer waits: no fault to be logged as one. */
function goneReason({ reason }: AbortSignal): AppError {
  if (reason instanceof AppError) return reason;
  return new AppError('unavailable', { detail: 'Quem pediu já não espera.', downstream: true, cause: reason });
}

export type Admission = {
  /**
   * Waits for the turn of a request, in order of arrival; the answer ends it. Throws `unavailable` when too many wait or it
   * waited too long, or nobody waits for it any more.
   */
  enter(precedence: Precedence, signal: AbortSignal): Promise<() => void>;
  /** Ordinary requests refused since the process started. */
  refused(): number;
};

type Waiting = { readonly admit: () => void };

/** Lets so many requests be answered at once as serves them all best, and refuses early what could only be late. */
export function createAdmission(limits: AdmissionLimits, random: () => number): Admission {
  const queue = new Set<Waiting>();
  let running = 0;
  let refused = 0;

  function leave(): void {
    const [next] = queue;
    if (next === undefined) {
      running -= 1;
      return;
    }
    // The place goes from one to the next.
    queue.delete(next);
    next.admit();
  }

  function refuse(): AppError {
    refused += 1;
    const { least, most } = retryAfterSeconds;
    return new AppError('unavailable', {
      detail: 'A plataforma está a receber mais pedidos do que consegue responder. Tente de novo dentro de segundos.',
      retryAfterSeconds: least + Math.floor(random() * (most - least + 1)),
    });
  }

  async function turn(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry: Waiting = { admit: resolve };
    const give = (reason: unknown) => {
      if (queue.delete(entry)) reject(reason);
    };
    const onAbort = () => give(goneReason(signal));
    queue.add(entry);
    signal.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => queue.has(entry) && give(refuse()), limits.waitMs);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }

  return {
    async enter(precedence, signal) {
      if (precedence === 'first') return () => undefined;
      if (signal.aborted) throw goneReason(signal);
      if (running < limits.atOnce) running += 1;
      else if (queue.size >= limits.waiting) throw refuse();
      else await turn(signal);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        leave();
      };
    },
    refused: () => refused,
  };
}

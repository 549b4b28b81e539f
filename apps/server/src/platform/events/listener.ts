import pg from 'pg';
import type { Logger } from '../log/log.ts';

export type Listener = { start(): Promise<void>; stop(): Promise<void> };

export type ListenerOptions = {
  readonly url: string;
  readonly applicationName: string;
  readonly channel: string;
  readonly log: Logger;
  onNotification(payload: string): void;
  /** Listening again after an interruption: notifications in between are lost. */
  onReconnected(): void;
};

const firstDelayMs = 250;
const longestDelayMs = 10_000;
const checkEveryMs = 15_000;
const checkTimeoutMs = 5_000;

/**
 * LISTEN on a connection of its own, which reconnects for as long as it is started. `start` resolves once listening
 * and rejects when the first connection fails.
 */
export function createListener(options: ListenerOptions): Listener {
  const { log, channel } = options;
  let client: pg.Client | null = null;
  let stopped = true;
  let timer: NodeJS.Timeout | null = null;
  let failures = 0;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: options.url,
      application_name: options.applicationName,
      keepAlive: true,
      connectionTimeoutMillis: checkTimeoutMs,
      // A half-open connection hears nothing and reports nothing: only an unanswered query shows it.
      query_timeout: checkTimeoutMs,
    });
    next.on('error', (error) => lose(next, error));
    next.on('end', () => lose(next, new Error('connection ended')));
    next.on('notification', ({ payload }) => {
      if (payload !== undefined) options.onNotification(payload);
    });
    try {
      await next.connect();
      await next.query(`listen ${next.escapeIdentifier(channel)}`);
    } catch (error) {
      discard(next);
      throw error;
    }
    if (stopped) return discard(next);
    client = next;
    failures = 0;
    scheduleCheck(next);
  }

  function discard(target: pg.Client): void {
    target.removeAllListeners();
    // After the listeners are gone a late socket error would end the process.
    target.on('error', (error) => log.debug({ err: error }, 'ligação de acontecimentos abandonada falhou'));
    target
      .end()
      .catch((error: unknown) => log.debug({ err: error }, 'ligação de acontecimentos abandonada por fechar'));
  }

  function lose(target: pg.Client, error: unknown): void {
    if (client !== target) return;
    client = null;
    discard(target);
    if (stopped) return;
    log.warn({ err: error, channel }, 'ligação de acontecimentos perdida, a ligar de novo');
    scheduleReconnect();
  }

  function scheduleReconnect(): void {
    const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** failures);
    failures += 1;
    setTimer(delayMs, () => {
      connect().then(
        () => {
          if (stopped) return;
          log.info({ channel }, 'ligação de acontecimentos reposta');
          options.onReconnected();
        },
        (error: unknown) => {
          log.debug({ err: error, channel }, 'ligação de acontecimentos ainda por repor');
          if (!stopped) scheduleReconnect();
        },
      );
    });
  }

  function scheduleCheck(target: pg.Client): void {
    setTimer(checkEveryMs, () => {
      target.query('select 1').then(
        () => {
          if (client === target) scheduleCheck(target);
        },
        (error: unknown) => lose(target, error),
      );
    });
  }

  /** One timer at a time: a connection is either being checked or being restored. */
  function setTimer(delayMs: number, run: () => void): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(run, delayMs);
    timer.unref();
  }

  return {
    async start() {
      stopped = false;
      await connect();
    },
    async stop() {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      const last = client;
      client = null;
      await last?.end();
    },
  };
}

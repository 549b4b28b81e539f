import pg from 'pg';
import { connectionTo } from '../db/hosts.ts';
import { patiently } from '../db/patience.ts';
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
const longestDelayMs = 3_000;
const checkEveryMs = 15_000;
const checkTimeoutMs = 5_000;

type State = {
  readonly options: ListenerOptions;
  client: pg.Client | null;
  stopped: boolean;
  timer: NodeJS.Timeout | null;
  failures: number;
};

/**
 * LISTEN on a connection of its own, which reconnects for as long as it is started. `start` resolves once listening
 * and rejects when the first connection fails; one that only takes its time is waited for.
 */
export function createListener(options: ListenerOptions): Listener {
  const state: State = { options, client: null, stopped: true, timer: null, failures: 0 };
  return {
    async start() {
      state.stopped = false;
      await patiently(() => connect(state));
    },
    async stop() {
      state.stopped = true;
      if (state.timer !== null) clearTimeout(state.timer);
      const last = state.client;
      state.client = null;
      await last?.end();
    },
  };
}

async function connect(state: State): Promise<void> {
  const { options } = state;
  const next = new pg.Client({
    ...connectionTo(options.url),
    application_name: options.applicationName,
    keepAlive: true,
    connectionTimeoutMillis: checkTimeoutMs,
    // A half-open connection hears nothing and reports nothing: only an unanswered query shows it.
    query_timeout: checkTimeoutMs,
  });
  next.on('error', (error) => lose(state, next, error));
  next.on('end', () => lose(state, next, new Error('connection ended')));
  next.on('notification', ({ payload }) => {
    if (payload !== undefined) options.onNotification(payload);
  });
  try {
    await next.connect();
    await next.query(`listen ${next.escapeIdentifier(options.channel)}`);
  } catch (error) {
    discard(state, next);
    throw error;
  }
  if (state.stopped) return discard(state, next);
  state.client = next;
  state.failures = 0;
  scheduleCheck(state, next);
}

function discard({ options: { log } }: State, target: pg.Client): void {
  target.removeAllListeners();
  // After the listeners are gone a late socket error would end the process.
  target.on('error', (error) => log.debug({ err: error }, 'ligação de acontecimentos abandonada falhou'));
  target.end().catch((error: unknown) => log.debug({ err: error }, 'ligação de acontecimentos abandonada por fechar'));
}

function lose(state: State, target: pg.Client, error: unknown): void {
  const { channel, log } = state.options;
  if (state.client !== target) return;
  state.client = null;
  discard(state, target);
  if (state.stopped) return;
  log.warn({ err: error, channel }, 'ligação de acontecimentos perdida, a ligar de novo');
  scheduleReconnect(state);
}

function scheduleReconnect(state: State): void {
  const { channel, log, onReconnected } = state.options;
  const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** state.failures);
  state.failures += 1;
  setTimer(state, delayMs, () => {
    connect(state).then(
      () => {
        if (state.stopped) return;
        log.info({ channel }, 'ligação de acontecimentos reposta');
        onReconnected();
      },
      (error: unknown) => {
        log.debug({ err: error, channel }, 'ligação de acontecimentos ainda por repor');
        if (!state.stopped) scheduleReconnect(state);
      },
    );
  });
}

function scheduleCheck(state: State, target: pg.Client): void {
  setTimer(state, checkEveryMs, () => {
    target.query('select 1').then(
      () => {
        if (state.client === target) scheduleCheck(state, target);
      },
      (error: unknown) => lose(state, target, error),
    );
  });
}

/** One timer at a time: a connection is either being checked or being restored. */
function setTimer(state: State, delayMs: number, run: () => void): void {
  if (state.timer !== null) clearTimeout(state.timer);
  state.timer = setTimeout(run, delayMs);
  state.timer.unref();
}

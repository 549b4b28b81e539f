import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createHttpClient, userAgent } from '../core/client.ts';
import type { HttpClientOptions } from '../core/exchange.ts';
import { ProviderError } from '../core/failures.ts';
import type { HttpMetrics } from '../core/http.ts';
import { naturalKeys } from '../core/natural-keys.ts';
import type { AnyStream, Connector, Page, PullContext, PullInput } from '../core/port.ts';
import type { ConnectorRecord } from '../core/records.ts';
import { hostsOf } from '../registry.ts';
import { describeContinuousStream } from './continuous.ts';
import { describeFileStream } from './files.ts';
import { recordProblem } from './records.ts';
import type { ConformanceSimulator } from './simulator.ts';

type Run = {
  readonly pages: readonly Page<unknown>[];
  readonly metrics: HttpMetrics;
  readonly sleepsMs: readonly number[];
};
type RunOptions = {
  readonly input?: PullInput<unknown>;
  readonly client?: Partial<HttpClientOptions>;
  /** Stops after so many pages, as a run that is interrupted. */
  readonly pages?: number;
  readonly signal?: AbortSignal;
  readonly onPage?: (page: Page<unknown>) => void;
  /** Called before each wait, e.g. to end a fault. */
  readonly onSleep?: () => void;
};

const FIRST: PullInput<unknown> = { mode: 'incremental', cursor: null };

/** The same behaviour from every connector, seen at the wire against its simulated provider. */
export function describeConnector(
  connector: Connector,
  makeSimulator: (connector: Connector) => Promise<ConformanceSimulator>,
): void {
  describe(`connector ${connector.id}`, () => {
    let simulator: ConformanceSimulator;
    beforeAll(async () => {
      simulator = await makeSimulator(connector);
    });
    afterEach(() => simulator.setFaults({}));
    afterAll(() => simulator.close());

    for (const stream of connector.streams)
      describe(`stream ${stream.id}`, () => {
        if (stream.intake !== undefined) describeFileStream(stream, stream.intake, () => simulator.nowMs());
        else if (connector.continuous === true) describeContinuousStream(stream, () => simulator);
        else describeStream(stream, () => simulator);
      });
  });
}

function describeStream(stream: AnyStream, simulator: () => ConformanceSimulator): void {
  const run = (options: RunOptions = {}): Promise<Run> => pull(stream, simulator(), options);
  /** A run that may fail as a provider's: its pages until then, and why. Any other error is a bug. */
  const settle = async (options: RunOptions = {}): Promise<{ pages: Page<unknown>[]; error: ProviderError | null }> => {
    const pages: Page<unknown>[] = [];
    try {
      await run({ ...options, onPage: (page) => pages.push(page) });
      return { pages, error: null };
    } catch (error) {
      if (error instanceof ProviderError) return { pages, error };
      throw error;
    }
  };
  const firstPage = (options: RunOptions = {}): Promise<Run> => run({ ...options, pages: 1 });
  // The clock stands still: one run without faults is what every other behaviour is compared with.
  const cleanRun = once(() => run());
  const cleanKeys = once(async () => keysOf((await cleanRun()).pages));
  const cleanFirstKeys = once(async () => keysOf((await firstPage()).pages));

  test('ok: records of its kind, valid, with their raw bodies, progress and cursor', async () => {
    const { pages } = await cleanRun();
    const records = recordsOf(pages);
    expect(records.length).toBeGreaterThan(0);
    expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set([stream.recordKind]));
    expect(problemsOf(pages)).toEqual([]);
    expect(pages.some(({ records: found, raw }) => found.length > 0 && raw.length > 0)).toBe(true);
    const progress = pages.map((page) => page.progress).filter((share) => share !== null);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    for (const share of progress) expect(share).toBeLessThanOrEqual(1);
    for (const { cursor } of pages) expect(stream.cursorSchema.safeParse(asStored(cursor)).success).toBe(true);
  });

  test('empty: nothing is made up for a time before there was anything', async () => {
    const dayMs = Date.UTC(1850, 0, 1);
    const input: PullInput<unknown> = { mode: 'backfill', cursor: null, window: { fromMs: dayMs, toMs: dayMs } };
    const { pages, error } = await settle({ input });
    expect(recordsOf(pages)).toEqual([]);
    // A provider that stores a short history may refuse the request instead.
    expect(['none', 'request']).toContain(error?.failure ?? 'none');
  });

  test('paging: an interrupted run goes on where it stopped, and misses nothing', async () => {
    const whole = await cleanKeys();
    const begun = await firstPage();
    const cursor = asStored(begun.pages[0]?.cursor ?? null);
    const rest = await run({ input: { mode: 'incremental', cursor } });
    const seen = new Set([...keysOf(begun.pages), ...keysOf(rest.pages)]);
    expect([...whole].filter((key) => !seen.has(key))).toEqual([]);
  });

  test('a run after a complete one brings no new rows', async () => {
    const { pages } = await cleanRun();
    const known = keysOf(pages);
    const again = await run({ input: { mode: 'incremental', cursor: asStored(pages.at(-1)?.cursor ?? null) } });
    expect([...keysOf(again.pages)].filter((key) => !known.has(key))).toEqual([]);
  });

  test('a cursor that cannot be read starts the stream anew', async () => {
    const { pages } = await firstPage({ input: { mode: 'incremental', cursor: 'x' } });
    expect(keysOf(pages)).toEqual(await cleanFirstKeys());
  });

  test('429: waits as long as it is told to, then goes on', async () => {
    const clean = await cleanFirstKeys();
    simulator().setFaults({ every429: 1, retryAfterSeconds: 7 });
    const { pages, metrics, sleepsMs } = await firstPage({ onSleep: () => simulator().setFaults({}) });
    expect(keysOf(pages)).toEqual(clean);
    expect(sleepsMs[0]).toBe(7000);
    expect(metrics).toMatchObject({ throttled: 1, retries: 1 });
  });

  test('429 for an hour: the run ends and says when to come back', async () => {
    simulator().setFaults({ every429: 1, retryAfterSeconds: 3600 });
    await expect(run()).rejects.toMatchObject({
      name: 'ProviderError',
      failure: 'quota',
      retryAfterSeconds: 3600,
      permanent: false,
    });
  });

  test('5xx, then well again', async () => {
    const clean = await cleanFirstKeys();
    simulator().setFaults({ errorRate5xx: 1 });
    let waits = 0;
    const { pages, metrics } = await firstPage({
      onSleep: () => {
        waits += 1;
        if (waits === 3) simulator().setFaults({});
      },
    });
    expect(keysOf(pages)).toEqual(clean);
    expect(metrics.retries).toBe(3);
  });

  test('5xx without end: a passing fault of the provider, after five attempts', async () => {
    simulator().setFaults({ errorRate5xx: 1 });
    const sleepsMs: number[] = [];
    const error = await run({ onSleep: () => sleepsMs.push(0) }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'ProviderError', permanent: false });
    expect(['provider', 'timeout']).toContain((error as ProviderError).failure);
    expect(sleepsMs.length).toBe(4);
  });

  test('timeout', async () => {
    simulator().setFaults({ latencyMs: 2000 });
    await expect(run({ client: { maxTimeoutMs: 40, maxAttempts: 2 } })).rejects.toMatchObject({
      name: 'ProviderError',
      failure: 'timeout',
      permanent: false,
    });
  });

  test('a connection that breaks in the middle of the body', async () => {
    simulator().setFaults({ truncate: 1 });
    await expect(run()).rejects.toMatchObject({ name: 'ProviderError', failure: 'network', permanent: false });
  });

  test('a body cut short although the connection ended well', async () => {
    simulator().setFaults({ malformed: 1 });
    const error = await run().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ProviderError);
    expect(['network', 'schema']).toContain((error as ProviderError).failure);
  });

  test('a wrong content type: read all the same or refused, never stored wrong', async () => {
    const clean = await cleanKeys();
    simulator().setFaults({ wrongContentType: 1 });
    const { pages, error } = await settle();
    expect(['none', 'schema', 'provider']).toContain(error?.failure ?? 'none');
    expect(problemsOf(pages)).toEqual([]);
    expect([...keysOf(pages)].filter((key) => !clean.has(key))).toEqual([]);
  });

  test('a clock an hour behind: rows stay valid', async () => {
    simulator().setFaults({ clockSkewMs: -3_600_000 });
    const { pages, error } = await settle();
    expect(error).toBeNull();
    expect(problemsOf(pages)).toEqual([]);
  });

  test('a clock an hour ahead: rows stay valid, and the next run misses nothing', async () => {
    const clean = await cleanKeys();
    simulator().setFaults({ clockSkewMs: 3_600_000 });
    const ahead = (await run()).pages;
    expect(problemsOf(ahead)).toEqual([]);
    simulator().setFaults({});
    const cursor = asStored(ahead.at(-1)?.cursor ?? null);
    const after = (await run({ input: { mode: 'incremental', cursor } })).pages;
    const all = new Set([...keysOf(ahead), ...keysOf(after)]);
    expect([...clean].filter((key) => !all.has(key))).toEqual([]);
  });

  test('no connection at all', async () => {
    simulator().setFaults({ down: true });
    await expect(run()).rejects.toMatchObject({ name: 'ProviderError', failure: 'network', permanent: false });
  });

  test('credentials revoked: no second attempt', async () => {
    simulator().setFaults({ revokedCredentials: true });
    const sleepsMs: number[] = [];
    await expect(run({ onSleep: () => sleepsMs.push(0) })).rejects.toMatchObject({ failure: 'auth', permanent: true });
    expect(sleepsMs).toEqual([]);
  });

  test('schema drift, one more field: nothing changes', async () => {
    const clean = await cleanFirstKeys();
    simulator().setFaults({ schemaDrift: 'extra' });
    expect(keysOf((await firstPage()).pages)).toEqual(clean);
  });

  test.each(['missing', 'renamed', 'typeFlip'] as const)(
    'schema drift, %s: refused or rejected, never stored wrong',
    async (schemaDrift) => {
      const clean = await cleanKeys();
      simulator().setFaults({ schemaDrift });
      const { pages, error } = await settle();
      expect(['none', 'schema']).toContain(error?.failure ?? 'none');
      expect(problemsOf(pages)).toEqual([]);
      expect([...keysOf(pages)].filter((key) => !clean.has(key))).toEqual([]);
    },
  );

  test('a stale or repeated page brings no row twice under another key, and the run ends', async () => {
    const clean = await cleanKeys();
    simulator().setFaults({ duplicatePage: true });
    const { pages, error } = await settle();
    expect(error?.permanent ?? false).toBe(false);
    expect([...keysOf(pages)].filter((key) => !clean.has(key))).toEqual([]);
  });

  test('a cancelled run ends with the reason it was given', async () => {
    const reason = new Error('cancelled by the operator');
    await expect(run({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
}

/** The first result of `make`, for every later call too. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function pull(stream: AnyStream, simulator: ConformanceSimulator, options: RunOptions): Promise<Run> {
  const sleepsMs: number[] = [];
  const http = createHttpClient({
    userAgent: userAgent('2.0.0', 'https://kianda.ao'),
    allowedHosts: [],
    allowPrivateHosts: hostsOf(simulator.settings),
    nowMs: simulator.nowMs,
    random: () => 0.5,
    // The clock stands still, so the budget would never fill again: how it is spent has tests of its own.
    burst: 1_000_000,
    sleep: async (ms) => {
      sleepsMs.push(ms);
      options.onSleep?.();
    },
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...options.client,
  });
  const context: PullContext = {
    http,
    signal: options.signal ?? new AbortController().signal,
    nowMs: simulator.nowMs,
    log: () => undefined,
    stations: simulator.stations,
  };
  try {
    const pages: Page<unknown>[] = [];
    for await (const page of stream.pull(options.input ?? FIRST, simulator.settings, context)) {
      pages.push(page);
      options.onPage?.(page);
      if (pages.length === options.pages) break;
    }
    return { pages, metrics: http.metrics, sleepsMs };
  } finally {
    await http.close();
  }
}

function recordsOf(pages: readonly Page<unknown>[]): ConnectorRecord[] {
  return pages.flatMap(({ records }) => records);
}

function keysOf(pages: readonly Page<unknown>[]): Set<string> {
  return new Set(recordsOf(pages).flatMap(naturalKeys));
}

function problemsOf(pages: readonly Page<unknown>[]): string[] {
  return recordsOf(pages)
    .map(recordProblem)
    .filter((problem) => problem !== null)
    .slice(0, 5);
}

/** A cursor as it comes back from the database. */
function asStored(cursor: unknown): unknown {
  return JSON.parse(JSON.stringify(cursor));
}

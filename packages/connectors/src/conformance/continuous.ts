import { expect, test } from 'vitest';
import { createHttpClient, userAgent } from '../core/client.ts';
import { ProviderError } from '../core/failures.ts';
import { naturalKeys } from '../core/natural-keys.ts';
import type { AnyStream, Page } from '../core/port.ts';
import { hostsOf } from '../registry.ts';
import { recordProblem } from './records.ts';
import type { ConformanceSimulator, SimulatorFaults } from './simulator.ts';

/** Real time between steps of one second of the simulated clock. */
const tickMs = 50;

/** The same behaviour from every stream that listens: what its simulated source sends, whole, twice, spoilt or cut. */
export function describeContinuousStream(stream: AnyStream, simulator: () => ConformanceSimulator): void {
  /**
   * Pages of a run until `isEnough`, or to its end, with the clock running. `faults` begin with its first page, when it is
   * connected. A run that goes on from a cursor lasts longer than a first one.
   */
  async function listen(
    faults: SimulatorFaults,
    isEnough: (pages: readonly Page<unknown>[]) => boolean,
    cursor: unknown = null,
  ): Promise<{ pages: readonly Page<unknown>[]; error: unknown }> {
    const { settings, nowMs, stations, setFaults, advance } = simulator();
    if (advance === undefined) throw new Error('a simulator of a continuous source must have a clock that moves');
    setFaults(faults.down === true ? faults : {});
    const stop = new AbortController();
    const http = createHttpClient({
      userAgent: userAgent('2.0.0', 'https://kianda.ao'),
      allowedHosts: [],
      allowPrivateHosts: hostsOf(settings),
      nowMs,
      random: () => 0.5,
    });
    const context = { http, signal: stop.signal, nowMs, log: () => undefined, stations };
    const pages: Page<unknown>[] = [];
    const ticking = setInterval(() => advance(1_000), tickMs);
    try {
      for await (const page of stream.pull({ mode: 'incremental', cursor }, settings, context)) {
        setFaults(faults);
        pages.push(page);
        // Aborted before the loop ends: a cancelled run leaves no line open for the next test.
        if (isEnough(pages)) stop.abort();
        if (stop.signal.aborted) break;
      }
      return { pages, error: null };
    } catch (error) {
      return { pages, error };
    } finally {
      clearInterval(ticking);
      await http.close();
    }
  }
  const recordsOf = (pages: readonly Page<unknown>[]) => pages.flatMap(({ records }) => records);
  const rejectedOf = (pages: readonly Page<unknown>[]) => pages.flatMap(({ rejected }) => rejected);
  const has = (count: number) => (pages: readonly Page<unknown>[]) => recordsOf(pages).length >= count;

  test('ok: valid records of its kind, nothing refused, a cursor that can be stored', async () => {
    const { pages, error } = await listen({}, has(50));
    expect(error).toBeNull();
    const records = recordsOf(pages);
    expect(records.map(({ kind }) => kind)).toContain(stream.recordKind);
    expect(records.map(recordProblem).filter((problem) => problem !== null)).toEqual([]);
    expect(rejectedOf(pages)).toEqual([]);
    for (const { cursor } of pages)
      expect(stream.cursorSchema.safeParse(JSON.parse(JSON.stringify(cursor))).success).toBe(true);
  });

  test('everything twice: no record that was not there once', async () => {
    const begun = await listen({}, () => false);
    const enough = (found: readonly Page<unknown>[]) => found.length >= 4;
    const { pages } = await listen({ duplicatePage: true }, enough, begun.pages.at(-1)?.cursor);
    // The page that was on its way when the fault began came once.
    const keys = recordsOf(pages.slice(2))
      .filter(({ kind }) => kind === stream.recordKind)
      .flatMap(naturalKeys);
    expect(keys.length).toBeGreaterThan(50);
    expect(new Set(keys).size).toBeLessThanOrEqual(keys.length / 2);
  });

  test('spoilt: hardly anything passes, nothing impossible, and each refusal has its reason', async () => {
    const begun = await listen({}, () => false);
    const enough = (found: readonly Page<unknown>[]) => rejectedOf(found).length > 60;
    const { pages, error } = await listen({ malformed: 1 }, enough, begun.pages.at(-1)?.cursor);
    expect(error).toBeNull();
    // A line spoilt before the sentence itself (a character of its prefix) is still sound.
    const passed = recordsOf(pages.slice(2));
    expect(passed.length).toBeLessThan(rejectedOf(pages).length / 4);
    expect(passed.map(recordProblem).filter((problem) => problem !== null)).toEqual([]);
    for (const { reason } of rejectedOf(pages)) expect(reason).not.toBe('');
  });

  test('cut off in the middle: it is called again and goes on', async () => {
    const begun = await listen({}, () => false);
    const { pages, error } = await listen({ truncate: 0.3 }, has(300), begun.pages.at(-1)?.cursor);
    expect(error).toBeNull();
    expect(
      recordsOf(pages)
        .map(recordProblem)
        .filter((problem) => problem !== null),
    ).toEqual([]);
  });

  test('a source that lets nobody in: the run ends as a passing fault', async () => {
    const { error } = await listen({ down: true }, () => false);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ failure: 'network', permanent: false });
  });

  test('history is refused, not invented', async () => {
    const { settings, nowMs, stations } = simulator();
    const http = createHttpClient({
      userAgent: userAgent('2.0.0', 'https://kianda.ao'),
      allowedHosts: [],
      allowPrivateHosts: [],
      nowMs,
      random: () => 0.5,
    });
    const context = { http, signal: new AbortController().signal, nowMs, log: () => undefined, stations };
    const window = { fromMs: nowMs() - 86_400_000, toMs: nowMs() };
    const pages = stream.pull({ mode: 'backfill', cursor: null, window }, settings, context);
    await expect(pages.next()).rejects.toMatchObject({ failure: 'request', permanent: true });
    await http.close();
  });
}

import { describe, expect, it } from 'vitest';
import { createFrameStore } from './frame-store.ts';
import { bufferAhead, framesWanted, labelStepDays, matchingMoment, nearestIndex } from './slices.ts';

const at = (text: string) => Date.parse(text);

describe('slices', () => {
  const sst = [at('2026-11-03T09:00:00Z'), at('2026-11-04T09:00:00Z'), at('2026-11-20T09:00:00Z')];
  it('finds the nearest moment', () => {
    expect(nearestIndex(sst, at('2026-11-04T20:00:00Z'))).toBe(1);
    expect(nearestIndex(sst, at('2026-11-15T00:00:00Z'))).toBe(2);
    expect(nearestIndex([], 0)).toBe(-1);
  });
  it('prefers the field of the same day, even a later hour, then the newest before', () => {
    expect(matchingMoment(sst, at('2026-11-04T00:00:00Z'))).toBe(sst[1]);
    expect(matchingMoment(sst, at('2026-11-12T00:00:00Z'))).toBe(sst[1]);
    expect(matchingMoment(sst, at('2026-11-01T00:00:00Z'))).toBeNull();
  });
  it('wants the present frame first, then the next, the one before, and the rest ahead in order', () => {
    expect(framesWanted(5, 3, 3)).toEqual([3, 4, 2, 0, 1]);
    expect(framesWanted(1, 0, 10)).toEqual([0]);
    expect(framesWanted(0, 0, 10)).toEqual([]);
    expect(bufferAhead(2)).toBe(13);
  });
  it('labels a bar with as many dates as fit', () => {
    expect(labelStepDays(10 * 86_400_000, 12)).toBe(1);
    expect(labelStepDays(90 * 86_400_000, 8)).toBe(14);
  });
});

describe('frame store', () => {
  function harness(capacity = 10, concurrency = 2) {
    const waiting = new Map<
      string,
      { settle: (value: string) => void; fail: (error: Error) => void; signal: AbortSignal }
    >();
    const asked: string[] = [];
    const store = createFrameStore<string>({
      capacity,
      concurrency,
      load: (key, signal) =>
        new Promise((settle, fail) => {
          asked.push(key);
          waiting.set(key, { settle, fail, signal });
        }),
    });
    const finish = async (key: string, failure?: Error) => {
      const call = waiting.get(key);
      if (failure === undefined) call?.settle(`imagem ${key}`);
      else call?.fail(failure);
      await new Promise((resume) => setImmediate(resume));
    };
    return { store, asked, finish, signalOf: (key: string) => waiting.get(key)?.signal };
  }

  it('fetches in order, no more at once than allowed, and each frame once', async () => {
    const { store, asked, finish } = harness();
    store.want(['a', 'b', 'c']);
    store.want(['a', 'b', 'c']);
    expect(asked).toEqual(['a', 'b']);
    await finish('a');
    expect(asked).toEqual(['a', 'b', 'c']);
    expect(store.get('a')).toBe('imagem a');
    expect(store.get('b')).toBeUndefined();
  });
  it('abandons what is no longer wanted', async () => {
    const { store, asked, finish, signalOf } = harness();
    store.want(['a', 'b']);
    store.want(['z']);
    expect(signalOf('a')?.aborted).toBe(true);
    expect(asked).toEqual(['a', 'b', 'z']);
    await finish('a');
    expect(store.get('a')).toBeUndefined();
  });
  it('remembers a failure until asked to try again', async () => {
    const { store, asked, finish } = harness();
    store.want(['a']);
    await finish('a', new Error('sem rede'));
    store.want(['a']);
    expect(store.failure('a')?.message).toBe('sem rede');
    expect(asked).toEqual(['a']);
    store.retry();
    expect(asked).toEqual(['a', 'a']);
    await finish('a');
    expect(store.get('a')).toBe('imagem a');
  });
  it('drops the least recently used beyond its capacity', async () => {
    const { store, finish } = harness(2, 5);
    for (const key of ['a', 'b', 'c']) {
      store.want([key]);
      await finish(key);
      store.get('a');
    }
    expect([store.get('a'), store.get('b'), store.get('c')]).toEqual(['imagem a', undefined, 'imagem c']);
  });
  it('tells its listeners', async () => {
    const { store, finish } = harness();
    const seen: ReadonlySet<string>[] = [];
    const stop = store.subscribe(() => seen.push(store.ready()));
    store.want(['a', 'b']);
    await finish('a');
    stop();
    await finish('b');
    expect(seen).toEqual([new Set(['a'])]);
    expect(store.ready()).toEqual(new Set(['a', 'b']));
    expect(store.ready()).toBe(store.ready());
  });
});

import { describe, expect, it } from 'vitest';
import { createCache } from './cache.ts';

function movableClock(startMs = 1_000) {
  let nowMs = startMs;
  return { nowMs: () => nowMs, advance: (ms: number) => (nowMs += ms) };
}

function createSubject(maxEntries = 10) {
  const clock = movableClock();
  return { clock, cache: createCache<string>({ name: 'ensaio', clock, ttlMs: 100, maxStaleMs: 1_000, maxEntries }) };
}

describe('cache', () => {
  it('loads once within the time to live, again after it', async () => {
    const { cache, clock } = createSubject();
    let loads = 0;
    const load = async () => `v${++loads}`;
    expect(await cache.get('a', load)).toEqual({ value: 'v1', storedAtMs: 1_000, stale: false });
    clock.advance(99);
    expect((await cache.get('a', load)).value).toBe('v1');
    clock.advance(1);
    expect(await cache.get('a', load)).toEqual({ value: 'v2', storedAtMs: 1_100, stale: false });
    expect(loads).toBe(2);
  });

  it('loads once for callers that ask at the same time', async () => {
    const { cache } = createSubject();
    const gate = Promise.withResolvers<string>();
    let loads = 0;
    const load = () => {
      loads += 1;
      return gate.promise;
    };
    const answers = Promise.all([cache.get('a', load), cache.get('a', load), cache.get('a', load)]);
    gate.resolve('one');
    expect((await answers).map((answer) => answer.value)).toEqual(['one', 'one', 'one']);
    expect(loads).toBe(1);
  });

  it('hands out the last good answer, marked stale, while the source fails, and only so long', async () => {
    const { cache, clock } = createSubject();
    const fail = async (): Promise<string> => {
      throw new Error('down');
    };
    await expect(cache.get('a', fail)).rejects.toThrow('down');
    await cache.get('a', async () => 'good');
    clock.advance(500);
    expect(await cache.get('a', fail)).toEqual({ value: 'good', storedAtMs: 1_000, stale: true });
    clock.advance(501);
    await expect(cache.get('a', fail)).rejects.toThrow('down');
    expect(await cache.get('a', async () => 'back')).toMatchObject({ value: 'back', stale: false });
  });

  it('drops the entry used longest ago', async () => {
    const { cache } = createSubject(2);
    const loaded: string[] = [];
    const load = (key: string) => async () => {
      loaded.push(key);
      return key;
    };
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get(key, load(key));
    expect(loaded).toEqual(['a', 'b', 'c', 'b']);
    expect(cache.size).toBe(2);
  });

  it('does not keep what was being loaded when its key was deleted', async () => {
    const { cache } = createSubject();
    const gate = Promise.withResolvers<string>();
    const early = cache.get('a', () => gate.promise);
    cache.delete('a');
    gate.resolve('old');
    expect((await early).value).toBe('old');
    expect((await cache.get('a', async () => 'new')).value).toBe('new');
  });

  it('refuses a size that keeps nothing', () => {
    expect(() => createSubject(0)).toThrow('maxEntries is 0');
  });
});

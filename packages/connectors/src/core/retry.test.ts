import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGate, createTokenBucket } from './budget.ts';
import { backoffMs, retryAfterSeconds } from './retry.ts';

const nowMs = Date.parse('2026-09-01T00:00:00Z');

describe('espera entre tentativas', () => {
  test('nunca passa do dobro anterior nem do teto', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, rand) => {
        const ms = backoffMs(attempt, { baseMs: 500, capMs: 30_000, random: () => rand });
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThanOrEqual(Math.min(30_000, 500 * 2 ** attempt));
      }),
    );
  });

  test.each([
    ['120', 120],
    ['0', 0],
    [' 5 ', 5],
    ['Tue, 01 Sep 2026 00:01:00 GMT', 60],
    ['Mon, 31 Aug 2026 23:59:00 GMT', 0],
    ['amanhã', null],
    ['-5', null],
    ['1.5', null],
    ['', null],
    [undefined, null],
  ])('Retry-After %s → %s', (header, expected) => {
    expect(retryAfterSeconds(header, nowMs)).toBe(expected);
  });
});

describe('orçamento', () => {
  test('um relógio que recua não tira lugares', () => {
    let now = nowMs;
    const bucket = createTokenBucket({ capacity: 2, tokensPerMinute: 60, nowMs: () => now });
    expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 1000]);
    now -= 3_600_000;
    expect(bucket.take()).toBe(2000);
    now += 10_000;
    expect(bucket.take()).toBe(0);
  });

  test('em qualquer hora não dá mais do que a capacidade e o ritmo', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { maxLength: 60 }), (gapsMs) => {
        let now = 0;
        const bucket = createTokenBucket({ capacity: 5, tokensPerMinute: 60, nowMs: () => now });
        const startsMs = gapsMs.map((gapMs) => {
          now += gapMs;
          return now + bucket.take();
        });
        for (const from of startsMs)
          expect(startsMs.filter((at) => at >= from && at < from + 10_000).length).toBeLessThanOrEqual(5 + 10 + 1);
      }),
    );
  });

  test('um lugar à espera pode desistir sem o perder para os outros', async () => {
    const gate = createGate(1);
    const leave = await gate.enter();
    const controller = new AbortController();
    const second = gate.enter(controller.signal);
    const third = gate.enter();
    controller.abort(new Error('desistiu'));
    await expect(second).rejects.toThrow('desistiu');
    leave();
    leave();
    const leaveThird = await third;
    const fourth = gate.enter(AbortSignal.abort(new Error('já abortado')));
    await expect(fourth).rejects.toThrow('já abortado');
    leaveThird();
    (await gate.enter())();
  });
});

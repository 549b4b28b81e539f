import { describe, expect, it } from 'vitest';
import { fittingStep, frameAt, framesOf, indexByKey, stepStart } from './frames.ts';

const at = (text: string) => Date.parse(text);
const end = at('2026-03-01T09:20:00Z');

describe('frames of a period', () => {
  it('are whole UTC hours, the first and last cut by the period', () => {
    const frames = framesOf(end, '24h', 'hour');
    expect(frames).toHaveLength(25);
    expect(frames[0]).toEqual({ startMs: at('2026-02-28T09:20:00Z'), endMs: at('2026-02-28T10:00:00Z') });
    expect(frames.at(-1)).toEqual({ startMs: at('2026-03-01T09:00:00Z'), endMs: end });
    expect(
      frames.every(({ startMs, endMs }, index) => startMs === (frames[index - 1]?.endMs ?? startMs) && endMs > startMs),
    ).toBe(true);
  });
  it('has no empty step where a period ends at midnight, and months of their own length', () => {
    expect(framesOf(at('2026-03-01T00:00:00Z'), '7d', 'day')).toHaveLength(7);
    expect(framesOf(at('2026-03-01T00:00:00Z'), '90d', 'month').map(({ startMs }) => startMs)).toEqual(
      ['2025-12-01', '2026-01-01', '2026-02-01'].map((day) => at(`${day}T00:00:00Z`)),
    );
    expect(stepStart(at('2026-03-31T23:59:59Z'), 'month')).toBe(at('2026-03-01T00:00:00Z'));
  });
  it('finds the step of an instant, held within the period', () => {
    const frames = framesOf(end, '24h', 'hour');
    expect(frameAt(frames, end)).toBe(24);
    expect(frameAt(frames, at('2026-02-28T10:00:00Z'))).toBe(0);
    expect(frameAt(frames, at('2026-02-28T10:00:01Z'))).toBe(1);
    expect(frameAt(frames, at('2020-01-01T00:00:00Z'))).toBe(0);
    expect(frameAt(frames, at('2030-01-01T00:00:00Z'))).toBe(24);
    expect(frameAt([], end)).toBe(-1);
  });
  it('takes the step that fits the period', () => {
    expect(fittingStep('24h', 'month')).toBe('hour');
    expect(fittingStep('90d', 'month')).toBe('month');
    expect(fittingStep('30d', undefined)).toBe('day');
  });
  it('moves by keys: a step, a stride of the step, the ends; other keys are not its own', () => {
    expect(indexByKey('ArrowLeft', 0, 25, 'hour')).toBe(0);
    expect(indexByKey('ArrowRight', 3, 25, 'hour')).toBe(4);
    expect(indexByKey('PageUp', 3, 200, 'hour')).toBe(27);
    expect(indexByKey('PageDown', 3, 31, 'day')).toBe(0);
    expect([indexByKey('Home', 9, 25, 'hour'), indexByKey('End', 9, 25, 'hour')]).toEqual([0, 24]);
    expect(indexByKey('Tab', 9, 25, 'hour')).toBeNull();
  });
});

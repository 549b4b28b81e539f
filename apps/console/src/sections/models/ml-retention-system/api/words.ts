import { formatMilliseconds, formatQuantity, UNKNOWN } from '@kianda/format';
import type { StatusTone } from '@kianda/ui';

const kilo = 1_024;

/** Size as the viewer writes it: KB below 1 MB, MB below 1 024 MB, GB beyond. */
export function sizeText(megabytes: number): string {
  if (megabytes < 1) return formatQuantity(megabytes * kilo, 'KB', { maxDecimals: 1 });
  if (megabytes < kilo) return formatQuantity(megabytes, 'MB', { maxDecimals: 1 });
  return formatQuantity(megabytes / kilo, 'GB', { maxDecimals: 2 });
}

export const percentText = (share: number | null): string =>
  share === null ? UNKNOWN : formatQuantity(share * 100, '%', { maxDecimals: 1 });

/** Time that was saved; a time that was lost bears its sign. */
export const savedText = (ms: number | null): string =>
  ms === null ? UNKNOWN : formatQuantity(ms / 1000, 's', { maxDecimals: Math.abs(ms) < 10_000 ? 2 : 0 });

/** Two quantiles; '—' where there are none. */
export const quantileText = (p50: number | null, p95: number | null): string =>
  p50 === null ? UNKNOWN : `${formatMilliseconds(p50)} / ${formatMilliseconds(p95)}`;

/** Place of a figure in the bands of the specification, the best first. */
export function bandOf(
  value: number,
  limits: readonly number[],
  isGood: (value: number, limit: number) => boolean,
): number {
  const place = limits.findIndex((limit) => isGood(value, limit));
  return place < 0 ? limits.length : place;
}

export const above = (value: number, limit: number): boolean => value > limit;
export const below = (value: number, limit: number): boolean => value < limit;
export const atLeast = (value: number, limit: number): boolean => value >= limit;

const qualityTones: readonly StatusTone[] = ['good', 'caution', 'bad'];
/** Tone of a quality or a share of hits: from 80 and from 60 %. */
export const shareTone = (share: number): StatusTone => qualityTones[bandOf(share, [0.8, 0.6], atLeast)] ?? 'unknown';

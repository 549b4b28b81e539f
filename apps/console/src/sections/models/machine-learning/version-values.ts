import type { ModelFeature, ModelVersionDetail } from '@kianda/contract/models/registry/models.contract';
import { formatNumber } from '@kianda/format';
import { versionTexts as texts } from './texts.pt.ts';

const measured = { maxDecimals: 3 } as const;

/** `2,1 a 28,4`; null of a category, which has no range. */
export function rangeOf({ min, max }: Pick<ModelFeature, 'min' | 'max'>): string | null {
  if (min === null || max === null) return null;
  return texts.features.ranges(formatNumber(min, measured), formatNumber(max, measured));
}

/** A parameter of the method as it is read. */
export function parameterText(value: ModelVersionDetail['parameters'][string]): string {
  if (typeof value === 'boolean') return texts.values[value ? 'true' : 'false'];
  return typeof value === 'number' ? formatNumber(value, { maxDecimals: 6 }) : value;
}

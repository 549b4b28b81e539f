import type { LayerAttribute } from '@kianda/contract/space/spatial/analysis-results';
import { analysisChoices } from '@kianda/contract/space/spatial/analysis-types';
import { formatNumber, UNKNOWN } from '@kianda/format';
import { StatusPill } from '@kianda/ui';
import type { ReactNode } from 'react';
import { connectivityTone } from './connectivity-tone.ts';
import { resultTexts as texts } from './texts.pt.ts';

const decimals = { maxDecimals: 3 } as const;
const shares: ReadonlySet<string> = new Set(['connectivity_index', 'quality_score']);
const named: Readonly<Record<string, Readonly<Record<string, string>>>> = analysisChoices;

/** A value of a feature as it is read: indices with their band, choices by their names, '—' with why. */
export function attributeText({ name, type }: LayerAttribute, value: string | number | boolean | null): ReactNode {
  if (value === null || value === '') return <abbr title={texts.unknown}>{UNKNOWN}</abbr>;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') {
    const text = formatNumber(value, type === 'integer' ? { maxDecimals: 0 } : decimals);
    return shares.has(name) ? <StatusPill tone={connectivityTone(value)}>{text}</StatusPill> : text;
  }
  return named[name]?.[value] ?? value;
}

import type { Provenance } from '@kianda/contract';
import { type DerivedPoint, type DerivedProductId, derivedProducts } from '@kianda/contract/sea/ocean/derived.contract';
import { type Credit, creditLines } from '../../../ingestion/connectors/index.ts';

export type Export = {
  readonly product: DerivedProductId;
  readonly points: readonly DerivedPoint[];
  readonly warnings: readonly string[];
  readonly provenance: Provenance;
  readonly credits: readonly Credit[];
  readonly exportedAt: string;
};

/** RFC 4180 text with lines of `#` before it: what it is, how it was made, and how its sources ask to be cited. */
export function csvOf({ product, points, warnings, provenance, credits, exportedAt }: Export): string {
  const { label, unit, method, version } = derivedProducts[product];
  const details = [...new Set(points.flatMap(({ detail }) => Object.keys(detail)))];
  const origin = provenance.state === 'fallback' ? provenance.reason : provenance.source;
  const states = {
    configured: 'configurado',
    live: 'em direto',
    cached: 'em cache',
    simulated: 'SIMULADO',
    fallback: 'sem dados',
  } as const;
  const head = [
    `Produto: ${label} (${unit}), derivado pela Kianda`,
    `Método (versão ${version}): ${method}`,
    `Origem: ${origin}; estado: ${states[provenance.state]}`,
    ...warnings.map((warning) => `Aviso: ${warning}`),
    ...creditLines(credits),
    `Exportado: ${exportedAt}`,
  ].map((line) => `# ${line.replaceAll(/\s+/g, ' ')}`);
  const rows = points.map(({ time, key, value, detail }) =>
    [time.slice(0, 10), key, value, ...details.map((name) => detail[name] ?? null)].map(cell).join(','),
  );
  return [...head, ['data', 'chave', 'valor', ...details].map(cell).join(','), ...rows, ''].join('\r\n');
}

function cell(value: string | number | boolean | null): string {
  if (value === null) return '';
  const text = String(value);
  // A text that begins as a formula does would be run by spreadsheets.
  const safe = typeof value === 'string' && /^[=+@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

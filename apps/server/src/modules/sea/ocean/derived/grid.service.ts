import type { Sourced } from '@kianda/contract';
import { type DerivedGrid, type DerivedProductId, derivedProducts } from '@kianda/contract/sea/ocean/derived.contract';
import { packInt16 } from '../../../../platform/formats/int16.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { thin } from '../grid-thinning.rules.ts';
import { gridOf } from '../slice-grid.rules.ts';
import type { DerivedDependencies } from './dependencies.ts';
import type { DerivedProvenance } from './provenance.ts';

/** Field of the newest day at or before `time`. Throws `not_found` when there is none. */
export async function derivedGrid(
  { repository, fields, clock }: DerivedDependencies,
  provenance: DerivedProvenance,
  product: DerivedProductId,
  query: { readonly time?: string | undefined; readonly stride: number },
): Promise<Sourced<DerivedGrid>> {
  const notAfter = query.time === undefined ? new Date(clock.nowMs()) : new Date(query.time);
  const row = await repository.fieldAt(product, notAfter);
  const values = row === undefined ? null : await fields.read(row);
  const { label, unit, method, version } = derivedProducts[product];
  if (row === undefined || values === null) {
    throw new AppError('not_found', { detail: `Não há campo de «${label}» para a data pedida.` });
  }
  const { provenance: origin, warnings } = await provenance.ofPeriod(product, {
    from: row.observed_at,
    to: row.observed_at,
  });
  const thinned = thin(gridOf(row), values, query.stride);
  const { scale, offset, base64 } = packInt16(thinned.values);
  return {
    value: {
      slice: {
        variable: product,
        dataset: `derived-${product}`,
        provider: 'Kianda',
        unit,
        time: row.observed_at.toISOString(),
        depthMeters: 0,
        zeeMean: row.zee_mean,
        zeeMedian: row.zee_median,
        zeeMin: row.zee_min,
        zeeMax: row.zee_max,
        coverage: row.coverage,
      },
      ...thinned.grid,
      encoding: 'int16-base64',
      scale,
      offset,
      values: base64,
      kind: 'derivado',
      method,
      methodVersion: version,
      warnings,
    },
    provenance: origin,
  };
}
